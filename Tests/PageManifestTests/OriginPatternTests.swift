import ManifestModel
import Testing

@Suite struct OriginPatternTests {
  static let good: [(String, String)] = [
    ("https://example.com", "https://example.com"),
    ("HTTPS://Example.COM:443", "https://example.com"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:80", "http://[::1]"),
    ("http://a.b-c.d:81", "http://a.b-c.d:81"), ("https://*", "https://*"), ("*", "*"),
  ]

  @Test(arguments: good)
  func readsOrigins(_ text: String, _ normal: String) throws {
    #expect(try OriginPattern(text).description == normal)
    #expect(try OriginPattern(normal) == OriginPattern(text))
  }

  static let bad: [(String, String)] = [
    ("", "expected an origin"), ("example.com", "expected an origin"),
    ("ftp://a", "expected an origin"),
    ("http://", "no host"), ("http://*", "no host"), ("https://*.a.com", "no host"),
    ("http://a..b", "no host"),
    ("http://a b", "no host"), ("http://me@a", "no host"), ("http://ä.de", "no host"),
    ("http://-a", "no host"),
    ("http://a/", "ends with its host and port"), ("http://a:80/x", "ends with its host and port"),
    ("http://a?x", "ends with its host and port"), ("http://a:0", "a port from 1 to 65535"),
    ("http://a:65536", "a port from 1 to 65535"), ("http://a:", "a port from 1 to 65535"),
    ("http://a:+1", "ends with its host"), ("http://[::1", "no host"), ("http://[]", "no host"),
  ]

  @Test(arguments: bad)
  func refusesWhatIsNoOrigin(_ text: String, _ words: String) {
    #expect { try OriginPattern(text) } throws: { error in
      (error as? OriginPattern.ParseError)?.reason.contains(words) == true
    }
  }

  @Test func coversWhatItSays() throws {
    let plain = Origin(scheme: "http", host: "a.com", port: 80)
    let secure = Origin(scheme: "https", host: "a.com", port: 443)
    let other = Origin(scheme: "http", host: "a.com", port: 8080)
    for (text, covered) in [
      ("*", [true, true, true]), ("https://*", [false, true, false]),
      ("http://a.com", [true, false, false]), ("http://a.com:8080", [false, false, true]),
      ("http://b.com", [false, false, false]),
    ] {
      let pattern = try OriginPattern(text)
      #expect([plain, secure, other].map(pattern.covers) == covered, "\(text)")
    }
    #expect(try OriginPattern("http://a.com").reachesPrivate)
    #expect(try !OriginPattern("*").reachesPrivate && !OriginPattern("https://*").reachesPrivate)
  }
}
