import ManifestModel
import Testing

@testable import Host

/// What is sent, and what comes back when all is well.
@Suite @MainActor struct RequestsTests {
  @Test func `An answer has status, place, type, body and headers`() throws {
    try withServer { _ in
      .answer("<rss/>", type: "Text/XML; charset=utf-8", headers: ["X-Two: a", "x-two: b"])
    } _: { fixture in
      let answer = try fixture.answer(fixture.request("/feed?a=1#part"))
      #expect(answer["status"] == .integer(200))
      #expect(answer["url"] == .string(fixture.server.origin + "/feed?a=1"))
      #expect(answer["type"] == .string("Text/XML; charset=utf-8"))
      #expect(answer["body"] == .bytes(Array("<rss/>".utf8)))
      guard case .map(let headers)? = answer["headers"] else { throw Missing() }
      #expect(headers["x-two"] == .string("a, b"))
      let sent = try #require(fixture.server.requests.first)
      #expect(sent.method == "GET" && sent.path == "/feed?a=1")
      #expect(sent.headers["cookie"] == nil && sent.headers["user-agent"] == "PageHost")
    }
  }

  @Test func `A status that tells of a fault is an answer`() throws {
    try withServer { _ in
      .answer("gone", status: "404 Not Found")
    } _: { fixture in
      let answer = try fixture.answer(fixture.request())
      #expect(answer["status"] == .integer(404))
      #expect(answer["body"] == .bytes(Array("gone".utf8)))
    }
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func `A body is sent as it is, with the headers that the page gives`(_ method: String) throws {
    try withServer {
      .answer(String(decoding: $0.body, as: UTF8.self))
    } _: { fixture in
      var request = fixture.request()
      request.method = method
      request.body = Array("{\"a\": \"ä\"}".utf8)
      request.headers = ["Content-Type": "application/json", "X-Empty": ""]
      let answer = try fixture.answer(request)
      #expect(answer["body"] == .bytes(request.body))
      let sent = try #require(fixture.server.requests.first)
      #expect(sent.method == method)
      #expect(sent.headers["content-type"] == "application/json")
      #expect(sent.headers["x-empty"] == "")
    }
  }

  @Test func `HEAD has no body`() throws {
    try withServer { _ in
      .raw(LoopbackServer.Reply.head(["Content-Length: 100"]))
    } _: { fixture in
      var request = fixture.request()
      request.method = "HEAD"
      let answer = try fixture.answer(request)
      #expect(answer["status"] == .integer(200))
      #expect(answer["body"] == .bytes([]))
    }
  }

  @Test func `What is compressed arrives decompressed`() throws {
    try withServer { _ in
      .raw(LoopbackServer.Reply.head(["Content-Encoding: gzip"]) + Gzip.zeros(1_000))
    } _: { fixture in
      let answer = try fixture.answer(fixture.request())
      #expect(answer["body"] == .bytes([UInt8](repeating: 0, count: 4 * 258 + 1)))
    }
  }

  @Test func `Bytes that are not UTF-8 arrive, repaired in headers only`() throws {
    try withServer { _ in
      .raw(
        Array("HTTP/1.1 200 OK\r\nX-Odd: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8) + [
          0xFF, 0, 0xC0,
        ])
    } _: { fixture in
      let answer = try fixture.answer(fixture.request())
      #expect(answer["body"] == .bytes([0xFF, 0, 0xC0]))
      guard case .map(let headers)? = answer["headers"] else { throw Missing() }
      #expect(headers["x-odd"] == .string("\u{FFFD}"))
    }
  }

  @Test func `Progress grows, and comes before the answer`() throws {
    let body = String(repeating: "x", count: 6_000_000)
    try withServer { _ in
      .answer(body)
    } _: { fixture in
      var request = fixture.request()
      request.wantsProgress = true
      var told: [(Int64, Int64)] = []
      let (box, _) = try fixture.begin(request) { told.append(($0, $1)) }
      try fixture.turn { !box.results.isEmpty }
      let count = told.count
      #expect(fixture.loop.settle())
      #expect(told.count == count, "nothing after the answer")
      #expect(count > 1 && count <= 100)
      #expect(told.map(\.0) == told.map(\.0).sorted())
      #expect(told.allSatisfy { $0.1 == 6_000_000 && $0.0 <= 6_000_000 })
    }
  }

  @Test func `A cancelled request is never answered, and its connection ends`() throws {
    try withServer { _ in
      .stalled(LoopbackServer.Reply.head(["Content-Length: 5"]))
    } _: { fixture in
      let (box, request) = try fixture.begin(fixture.request())
      try fixture.turn { !fixture.server.requests.isEmpty }
      #expect(fixture.loop.pendingWork == 1)
      request.cancel()
      #expect(fixture.requests.count == 0)
      #expect(fixture.loop.pendingWork == 0)
      try fixture.turn { fixture.server.open == 0 }
      fixture.clock.advance(by: 60_000_000_000)
      #expect(fixture.loop.settle())
      #expect(box.results.isEmpty)
    }
  }

  @Test func `Six of a module's requests are under way at once, and those that wait are bounded`()
    throws
  {
    try withServer { _ in
      .stalled([])
    } _: { fixture in
      let boxes = try (0..<71).map { _ in try fixture.begin(fixture.request()).box }
      try fixture.turn { fixture.server.requests.count == 6 && !boxes[70].results.isEmpty }
      #expect(fixture.server.connections == 6)
      #expect(boxes[70].failure?.code == .unavailable)
      #expect(boxes[..<70].allSatisfy { $0.results.isEmpty })
      fixture.server.finish(LoopbackServer.Reply.head(["Content-Length: 0"]))
      try fixture.turn { fixture.server.requests.count == 12 }
      #expect(boxes[..<6].allSatisfy { $0.results.count == 1 })
      fixture.requests.cancelAll()
      #expect(fixture.loop.settle())
      #expect(boxes[12].results.isEmpty)
    }
  }

  @Test func `Closing drops what is under way`() throws {
    try withServer { _ in
      .stalled([])
    } _: { fixture in
      let (box, _) = try fixture.begin(fixture.request())
      try fixture.turn { !fixture.server.requests.isEmpty }
      fixture.requests.close()
      #expect(fixture.loop.pendingWork == 0)
      #expect(fixture.loop.settle())
      #expect(box.results.isEmpty)
    }
  }
}

/// Something that an answer must have is not in it.
struct Missing: Error {}
