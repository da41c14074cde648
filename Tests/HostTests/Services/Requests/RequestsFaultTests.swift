import Glibc
import ManifestModel
import Testing

@testable import Host

/// Servers that are as bad as they can be, and requests that are wrong.
@Suite @MainActor struct RequestsFaultTests {
  /// A way to be bad, and the complaint about it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var reply: LoopbackServer.Reply
    var code: ServiceError.Code
    var words: String
    var testDescription: String { name }
  }

  nonisolated private static let chunk =
    Array("4000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x4000) + Array("\r\n".utf8)

  nonisolated static let faults: [Fault] = [
    Fault(
      name: "endless",
      reply: .endless(first: head([]), then: [UInt8](repeating: 0x20, count: 65_536)),
      code: .tooLarge, words: "is larger than 100000 bytes"),
    Fault(
      name: "endless chunks",
      reply: .endless(
        first: head(["Transfer-Encoding: chunked"]), then: chunk),
      code: .tooLarge, words: "is larger than 100000 bytes"),
    Fault(
      name: "gzip bomb", reply: .raw(head(["Content-Encoding: gzip"]) + Gzip.zeros(20_000_000)),
      code: .tooLarge, words: "is larger than 100000 bytes"),
    Fault(
      name: "endless gzip",
      reply: .endless(
        first: head(["Content-Encoding: gzip"]) + Gzip.endlessZeros.first,
        then: Gzip.endlessZeros.then), code: .tooLarge, words: "is larger than 100000 bytes"),
    Fault(
      name: "not gzip", reply: .raw(head(["Content-Encoding: gzip"]) + Array("plain".utf8)),
      code: .failed, words: "http://127.0.0.1"),
    Fault(
      name: "endless headers",
      reply: .endless(
        first: Array("HTTP/1.1 200 OK\r\n".utf8),
        then: Array("X-Header: \(String(repeating: "x", count: 1000))\r\n".utf8)),
      code: .tooLarge, words: "headers"),
    Fault(
      name: "an endless header line",
      reply: .endless(
        first: Array("HTTP/1.1 200 OK\r\nX: ".utf8), then: [UInt8](repeating: 0x78, count: 65_536)),
      code: .failed, words: "http://127.0.0.1"),
    Fault(
      name: "cut off", reply: .raw(head(["Content-Length: 100"]) + Array("half".utf8)),
      code: .failed, words: "http://127.0.0.1"),
    Fault(
      name: "not HTTP", reply: .raw(Array("220 smtp.example.com ESMTP\r\n".utf8)), code: .failed,
      words: "HTTP"),
    Fault(name: "nothing", reply: .raw([]), code: .failed, words: "Empty reply"),
    Fault(name: "reset", reply: .reset, code: .failed, words: "reset"),
  ]

  nonisolated private static func head(_ headers: [String]) -> [UInt8] {
    LoopbackServer.Reply.head(headers)
  }

  @Test(arguments: faults)
  func `A bad answer is a failure in words, within the limits`(_ fault: Fault) throws {
    try withServer { _ in
      fault.reply
    } _: { fixture in
      var request = fixture.request()
      request.maxBytes = 100_000
      let failure = try fixture.failure(request)
      #expect(failure.code == fault.code, "\(failure)")
      #expect(failure.message.contains(fault.words), "\(failure)")
      #expect(fixture.requests.count == 0)
      try fixture.turn { fixture.server.open == 0 }
    }
  }

  @Test func `A gzip bomb takes no more memory than the answer may have`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let zeros = Gzip.endlessZeros
        try withServer { request in
          guard request.path == "/bomb" else { return .answer("harmless") }
          return .endless(
            first: LoopbackServer.Reply.head(["Content-Encoding: gzip"]) + zeros.first,
            then: zeros.then)
        } _: { fixture in
          _ = try fixture.answer(fixture.request())
          let before = peak
          var request = fixture.request("/bomb")
          request.maxBytes = 8 << 20
          let failure = try fixture.failure(request)
          #expect(failure.code == .tooLarge)
          // An array that grows is there twice for a moment.
          #expect(peak - before < 32 << 20, "\(peak - before) bytes")
        }
      }
    }
  }

  @Test func `A server that is not there is a failure`() throws {
    try withServer { _ in
      .raw([])
    } _: { fixture in
      let request = fixture.request()
      fixture.server.close()
      let failure = try fixture.failure(request)
      #expect(failure.code == .failed)
      #expect(failure.message.contains("onnect"), "\(failure)")
    }
  }

  @Test func `A server that does not speak TLS is a failure`() throws {
    try withServer { _ in
      .raw([])
    } _: { fixture in
      let origin = "https://127.0.0.1:\(fixture.server.port)"
      let (box, _) = try fixture.begin(FetchRequest(origin), origins: [origin])
      try fixture.turn { fixture.server.connections == 1 }
      fixture.server.close()
      #expect(fixture.loop.settle())
      #expect(box.failure?.code == .failed)
      #expect(box.failure?.message.hasPrefix("\(origin): ") == true)
    }
  }

  nonisolated static let slow: [(String, LoopbackServer.Reply)] = [
    ("no answer", .stalled([])), ("half a header", .stalled(Array("HTTP/1.1 200".utf8))),
    ("half a body", .stalled(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".utf8))),
  ]

  @Test(arguments: slow)
  func `A server that stalls is given up at the time limit`(
    _ name: String, _ reply: LoopbackServer.Reply
  ) throws {
    try withServer { _ in
      reply
    } _: { fixture in
      var request = fixture.request()
      request.timeoutMilliseconds = 5_000
      let (box, _) = try fixture.begin(request)
      try fixture.turn { !fixture.server.requests.isEmpty }
      fixture.clock.advance(by: 4_999_000_000)
      fixture.loop.turn(wait: false)
      #expect(box.results.isEmpty)
      fixture.clock.advance(by: 1_000_000)
      #expect(fixture.loop.settle())
      #expect(box.failure?.code == .timedOut)
      #expect(box.failure?.message == "\(request.url) did not answer in 5000 milliseconds")
      try fixture.turn { fixture.server.open == 0 }
    }
  }

  nonisolated static let badURLs = [
    ("", "is no URL"), ("feed", "is no URL"), ("example.com/feed", "is no URL"),
    ("http://", "is no URL"), ("http://[::1", "is no URL"),
    ("http://127.0.0.1:99999/", "is no URL"), ("file:///etc/passwd", "neither http nor https"),
    ("ftp://127.0.0.1/", "neither http nor https"), ("http://a b/", "is no URL"),
    ("http://me:secret@127.0.0.1/", "name or password"),
    ("http://127.0.0.1/\(String(repeating: "x", count: 9_000))", "at most 8192 bytes"),
    ("http://127.0.0.1\r\nX: y/", "is no URL"),
  ]

  @Test(arguments: badURLs)
  func `A bad URL is refused, and nothing is sent`(_ url: String, _ words: String) throws {
    try withServer { _ in
      .raw([])
    } _: { fixture in
      let failure = try fixture.failure(FetchRequest(url))
      #expect(failure.code == .invalid)
      #expect(failure.message.contains(words), "\(failure)")
      #expect(fixture.server.connections == 0)
    }
  }

  nonisolated static let badRequests: [(String, @Sendable (inout FetchRequest) -> Void)] = [
    ("no method", { $0.method = "CONNECT" }), ("no method", { $0.method = "GET / HTTP/1.1\r\nX:" }),
    (
      "has no body",
      {
        $0.method = "GET"
        $0.body = [1]
      }
    ),
    ("no header's name", { $0.headers = ["a b": ""] }),
    ("no header's name", { $0.headers = ["": ""] }),
    ("no header's name", { $0.headers = ["X: y\r\nZ": ""] }),
    ("control character", { $0.headers = ["X": "y\r\nZ: 1"] }),
    ("control character", { $0.headers = ["X": "y\0"] }),
    ("the host's own", { $0.headers = ["HOST": "x"] }),
    ("the host's own", { $0.headers = ["Content-Length": "0"] }),
    ("max_bytes", { $0.maxBytes = 16 << 20 }),
    ("a timeout", { $0.timeoutMilliseconds = 600_001 }), ("redirects", { $0.maxRedirects = 21 }),
  ]

  @Test(arguments: badRequests)
  func `A bad request is refused, and nothing is sent`(
    _ words: String, _ change: @Sendable (inout FetchRequest) -> Void
  ) throws {
    try withServer { _ in
      .raw([])
    } _: { fixture in
      var request = fixture.request()
      change(&request)
      let failure = try fixture.failure(request)
      #expect(failure.code == .invalid)
      #expect(failure.message.contains(words), "\(failure)")
      #expect(fixture.server.connections == 0)
    }
  }
}

/// The most memory that this process has had, in bytes. (getrusage(2))
private var peak: Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}
