import ManifestModel
import Testing

@testable import Host

/// Where requests may go, at first and after redirects.
@Suite @MainActor struct RequestsOriginTests {
  @Test func `An origin that is not granted is refused with the line that is needed`() throws {
    try withServer { _ in
      .raw([])
    } _: { fixture in
      let failure = try fixture.failure(fixture.request(), origins: ["https://example.com"])
      #expect(failure.code == .denied)
      #expect(
        failure.message
          == "\(fixture.server.origin) is an origin from which FeedPage may not fetch; add "
          + "\"\(fixture.server.origin)\" to permissions.requests in page.json of FeedPage, or to "
          + "origins.FeedPage in app.json")
      #expect(fixture.server.connections == 0)
    }
  }

  @Test func `A wildcard does not reach this machine, a written-out origin does`() throws {
    try withServer { _ in
      .answer("here")
    } _: { fixture in
      let failure = try fixture.failure(fixture.request(), origins: ["*"])
      #expect(failure.code == .denied)
      #expect(failure.message.contains("has the address 127.0.0.1, of this machine"), "\(failure)")
      #expect(fixture.server.connections == 0)
      let answer = try fixture.answer(fixture.request(), origins: ["*", fixture.server.origin])
      #expect(answer["status"] == .integer(200))
    }
  }

  @Test func `A redirect to an origin that is not granted is not followed`() throws {
    var target = ""
    try withServer { _ in
      .redirect(target)
    } _: { fixture in
      let other = try fixture.serve { _ in .answer("secret") }
      target = other.origin + "/inside"
      let failure = try fixture.failure(fixture.request())
      #expect(failure.code == .denied)
      #expect(
        failure.message.hasPrefix(
          "\(fixture.server.origin) redirects to \(other.origin), from which FeedPage may not fetch"
        ))
      #expect(other.connections == 0)
    }
  }

  @Test func `A redirect to a granted origin is followed, without what proves who asks`() throws {
    var target = ""
    try withServer { _ in
      .redirect(target)
    } _: { fixture in
      let other = try fixture.serve { _ in .answer("there") }
      target = other.origin + "/there"
      var request = fixture.request()
      request.headers = ["Authorization": "Bearer x", "Cookie": "a=b", "X-Kept": "1"]
      let answer = try fixture.answer(request, origins: [fixture.server.origin, other.origin])
      #expect(answer["url"] == .string(target))
      #expect(fixture.server.requests[0].headers["authorization"] == "Bearer x")
      let sent = try #require(other.requests.first)
      #expect(sent.headers["authorization"] == nil && sent.headers["cookie"] == nil)
      #expect(sent.headers["x-kept"] == "1")
    }
  }

  @Test func `Redirects in a circle end`() throws {
    try withServer {
      $0.path == "/a" ? .redirect("/b") : .redirect("/a")
    } _: { fixture in
      let failure = try fixture.failure(fixture.request("/a"))
      #expect(failure.code == .failed)
      #expect(failure.message.contains("redirects more than 5 times"), "\(failure)")
      #expect(fixture.server.requests.count == 6)
    }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/_x"])
  func `A redirect to another scheme is not followed`(_ target: String) throws {
    try withServer { _ in
      .redirect(target)
    } _: { fixture in
      let failure = try fixture.failure(fixture.request())
      #expect(failure.code == .invalid || failure.code == .failed)
      #expect(fixture.server.requests.count == 1)
    }
  }

  nonisolated static let methods = [
    ("301 Moved Permanently", "POST", "GET"), ("302 Found", "POST", "GET"),
    ("303 See Other", "POST", "GET"),
    ("303 See Other", "PUT", "GET"), ("302 Found", "PUT", "PUT"),
    ("307 Temporary Redirect", "POST", "POST"),
    ("308 Permanent Redirect", "POST", "POST"),
  ]

  @Test(arguments: methods)
  func `A redirect keeps method and body, or turns them into GET`(
    _ status: String, _ method: String, _ next: String
  ) throws {
    try withServer {
      $0.path == "/" ? .redirect("next", status: status) : .answer("")
    } _: { fixture in
      var request = fixture.request()
      request.method = method
      request.body = [0x41]
      let answer = try fixture.answer(request)
      #expect(answer["url"] == .string(fixture.server.origin + "/next"))
      #expect(fixture.server.requests.map(\.method) == [method, next])
      #expect(fixture.server.requests[1].body == (next == "GET" ? [] : [0x41]))
    }
  }

  @Test func `A redirect is the answer for a request that stays`() throws {
    try withServer { _ in
      .redirect("/elsewhere")
    } _: { fixture in
      var request = fixture.request()
      request.maxRedirects = 0
      let answer = try fixture.answer(request)
      #expect(answer["status"] == .integer(302))
      guard case .map(let headers)? = answer["headers"] else { throw Missing() }
      #expect(headers["location"] == .string("/elsewhere"))
    }
  }

  nonisolated static let addresses: [(String, Bool)] = [
    ("127.0.0.1", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.32.0.1", false),
    ("192.168.1.1", true), ("169.254.169.254", true), ("100.64.0.1", true), ("100.128.0.1", false),
    ("0.0.0.0", true), ("224.0.0.1", true), ("255.255.255.255", true), ("93.184.216.34", false),
    ("::", true), ("::1", true), ("fe80::1", true), ("fc00::1", true), ("fd12::1", true),
    ("ff02::1", true),
    ("::ffff:127.0.0.1", true), ("::ffff:8.8.8.8", false), ("64:ff9b::7f00:1", true),
    ("64:ff9b::808:808", false), ("2606:2800:220:1::1", false), ("fe80::1%eth0", true), ("", true),
    ("example.com", true), ("::ffff:0:10.0.0.1", true), ("64:ff9b:1::808:808", true),
    ("2002:7f00:1::1", true), ("2002:808:808::1", false),
  ]

  @Test(arguments: addresses)
  func `Private addresses are told from public ones`(_ address: String, _ isPrivate: Bool) {
    #expect(PrivateAddress.contains(address) == isPrivate)
  }
}
