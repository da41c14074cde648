import Glibc
import Testing

@testable import Host

/// A small server of HTTP on 127.0.0.1 and on the test's own loop, whose answers are as bad as they are told to be.
@MainActor final class LoopbackServer {
  /// What a client sent.
  struct Request {
    var method: String
    var path: String
    /// By lower-case name.
    var headers: [String: String]
    var body: [UInt8]
  }

  /// What a client gets.
  enum Reply {
    /// These bytes, then the end of the connection.
    case raw([UInt8])
    /// These bytes again and again, for as long as the client takes them.
    case endless(first: [UInt8], then: [UInt8])
    /// These bytes, then nothing, until `finish` is called.
    case stalled([UInt8])
    /// The end of the connection, not in order.
    case reset
  }

  let port: UInt16
  private(set) var requests: [Request] = []
  /// How many connections were made, and how many of them are open.
  private(set) var connections = 0
  var open: Int { clients.count }

  private let loop: Loop
  private let answer: @MainActor (Request) -> Reply
  private let descriptor: Int32
  private var listener: LoopSource?
  private var clients: [Int32: Client] = [:]

  fileprivate struct Client {
    var source: LoopSource?
    var received: [UInt8] = []
    var output: [UInt8] = []
    var again: [UInt8] = []
    var stays = false
  }

  init(_ loop: Loop, _ answer: @escaping @MainActor (Request) -> Reply) throws {
    self.loop = loop
    self.answer = answer
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let file = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(file, address, length) == 0 && listen(file, 64) == 0
          && getsockname(file, address, &length) == 0
      }
    }
    try #require(isBound)
    port = UInt16(bigEndian: address.sin_port)
    listener = try loop.poll(descriptor) { [weak self] in self?.accept() }
  }

  /// Its origin, as a manifest has it.
  var origin: String { "http://127.0.0.1:\(port)" }

  func close() {
    for client in clients.keys { end(client) }
    listener?.cancel()
    if listener != nil { Glibc.close(descriptor) }
    listener = nil
  }

  /// Lets it go on, where its loop is not the one that is under test.
  func turn() { loop.turn(wait: false) }

  /// Sends the rest to all clients that were stalled, and ends their connections.
  func finish(_ bytes: [UInt8] = []) {
    for client in clients.keys where clients[client]?.stays == true {
      clients[client]?.stays = false
      clients[client]?.output += bytes
      send(client)
    }
  }

  private func accept() {
    let client = Glibc.accept(descriptor, nil, nil)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    connections += 1
    clients[client] = Client()
    clients[client]?.source = try? loop.poll(client) { [weak self] in self?.receive(client) }
  }

  private func receive(_ client: Int32) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(client, &bytes, bytes.count)
    guard count > 0 else { return end(client) }
    clients[client]?.received += bytes.prefix(count)
    guard let request = clients[client]?.request else { return }
    requests.append(request)
    clients[client]?.received = []
    switch answer(request) {
    case .raw(let bytes): clients[client]?.output = bytes
    case .endless(let first, let then):
      clients[client]?.output = first
      clients[client]?.again = then
    case .stalled(let bytes):
      clients[client]?.output = bytes
      clients[client]?.stays = true
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      return end(client)
    }
    send(client)
  }

  private func send(_ client: Int32) {
    guard let state = clients[client] else { return }
    var output = state.output.isEmpty ? state.again : state.output
    let count = Glibc.send(client, output, output.count, Int32(MSG_NOSIGNAL))
    if count < 0, errno != EAGAIN { return end(client) }
    output.removeFirst(max(0, count))
    clients[client]?.output = output
    if output.isEmpty, state.again.isEmpty {
      guard state.stays else { return end(client) }
      return watch(client, .readable) { $0.receive(client) }
    }
    watch(client, .writable) { $0.send(client) }
  }

  private func watch(
    _ client: Int32, _ readiness: Loop.Readiness,
    _ body: @escaping @MainActor (LoopbackServer) -> Void
  ) {
    clients[client]?.source?.cancel()
    clients[client]?.source = try? loop.poll(client, readiness) { [weak self] in
      if let self { body(self) }
    }
  }

  private func end(_ client: Int32) {
    clients.removeValue(forKey: client)?.source?.cancel()
    Glibc.close(client)
  }
}

extension LoopbackServer.Client {
  /// What was received, once it is whole.
  fileprivate var request: LoopbackServer.Request? {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    let body = Array(received[end.upperBound...])
    guard words.count == 3, body.count >= Int(headers["content-length"] ?? "0") ?? 0 else {
      return nil
    }
    return LoopbackServer.Request(
      method: String(words[0]), path: String(words[1]), headers: headers, body: body)
  }
}

extension LoopbackServer.Reply {
  /// A proper answer.
  nonisolated static func answer(
    _ body: String, status: String = "200 OK", type: String = "text/plain", headers: [String] = []
  ) -> LoopbackServer.Reply {
    .raw(
      head(
        ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + headers, status: status)
        + body.utf8)
  }

  nonisolated static func redirect(_ target: String, status: String = "302 Found")
    -> LoopbackServer.Reply
  {
    .raw(head(["Location: \(target)", "Content-Length: 0"], status: status))
  }

  nonisolated static func head(_ headers: [String], status: String = "200 OK") -> [UInt8] {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
