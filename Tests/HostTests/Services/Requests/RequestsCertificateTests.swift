import ManifestModel
import Testing

@testable import Host

/// Servers over TLS, and whose certificates are believed.
@Suite @MainActor struct RequestsCertificateTests {
  private static let feed =
    LoopbackServer.Reply.head(["Content-Type: text/xml", "Content-Length: 38"])
    + Array("<rss><title>Over TLS</title></rss>    ".utf8)

  /// Fetches from a server with a certificate, trusting an authority or that of the system alone.
  private func fetch(
    _ certificate: CertificateAuthority.Certificate, of authority: CertificateAuthority,
    trusting file: String?
  ) throws -> (origin: String, result: Result<Value, ServiceError>) {
    let server = try TLSServer(authority, certificate, reply: Self.feed)
    defer { server.close() }
    let loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    let requests = Requests(loop: loop, trusting: TrustedAuthorities(file: file))
    defer {
      requests.close()
      loop.close()
    }
    let box = ResultBox()
    _ = requests.fetch(
      FetchRequest(server.origin + "/feed"), module: "FeedPage",
      origins: [try OriginPattern(server.origin)]
    ) { box.results.append($0) }
    try #require(loop.settle(limit: 30_000_000_000))
    return (server.origin, try #require(box.results.first))
  }

  @Test func `A certificate of an authority that is trusted is accepted`() throws {
    let authority = try CertificateAuthority()
    let (origin, result) = try fetch(.good, of: authority, trusting: authority.file)
    guard case .map(let answer) = try result.get() else { throw Missing() }
    #expect(answer["status"] == .integer(200))
    #expect(answer["url"] == .string(origin + "/feed"))
  }

  @Test(
    arguments: zip(
      CertificateAuthority.Certificate.allCases,
      [
        ("unable to get local issuer certificate", CertificateFault.unknownAuthority),
        ("self-signed certificate", .selfSigned), ("expired", .expired), ("127.0.0.1", .otherName),
      ])
  )
  func `A certificate that proves nothing is refused with the server's name and the reason`(
    _ certificate: CertificateAuthority.Certificate, _ told: (String, CertificateFault)
  ) throws {
    let (words, fault) = told
    let authority = try CertificateAuthority()
    // The good one is not trusted where nobody vouches for its authority.
    let file = certificate == .good ? nil : authority.file
    let (origin, result) = try fetch(certificate, of: authority, trusting: file)
    guard case .failure(let error) = result else { throw Missing() }
    #expect(error.code == .failed)
    #expect(error.message.hasPrefix("the certificate of \(origin) is not accepted: "), "\(error)")
    #expect(error.message.contains(words), "\(error)")
    #expect(error.reason == .notTrusted(origin, fault))
  }

  @Test func `A file of authorities that is none is named with its variable`() throws {
    let authority = try CertificateAuthority()
    let (origin, result) = try fetch(.good, of: authority, trusting: "/nowhere/authorities.pem")
    guard case .failure(let error) = result else { throw Missing() }
    #expect(
      error.message == "\(origin) cannot be trusted: the certificates of /nowhere/authorities.pem "
        + "cannot be read; mend SSL_CERT_FILE or SSL_CERT_DIR")
  }

  @Test func `The environment's file is believed, an empty variable is none`() {
    let authorities = TrustedAuthorities { ["SSL_CERT_FILE": "/a.pem", "SSL_CERT_DIR": ""][$0] }
    #expect(authorities == TrustedAuthorities(file: "/a.pem"))
  }

  @Test(arguments: [true, false])
  func `The tool heeds SSL_CERT_FILE`(isTrusted: Bool) throws {
    let authority = try CertificateAuthority()
    let server = try TLSServer(authority, .good, reply: Self.feed)
    defer { server.close() }
    let app = try InstalledApp(
      "RequestPage",
      app:
        #""start": [{ "open": "RequestPage" }], "origins": { "RequestPage": ["\#(server.origin)"] }"#
    )
    let tool = try RunningTool(
      ["drive"] + app.options, environment: isTrusted ? ["SSL_CERT_FILE": authority.file] : [:])
    tool.send(
      #"open RequestPage url="\#(server.origin)/feed""#, #"tap "Fetch""#,
      isTrusted ? #"expect "200 text/xml rss: Over TLS""# : #"expect "is not accepted""#)
    tool.closeInput()
    let lines = tool.rest()
    #expect(tool.wait() == .exit(0), "\(lines) \(tool.errorText())")
  }
}
