import Testing

@testable import Host

/// A certificate authority of the test's own, with a certificate of each kind for servers on 127.0.0.1.
///
/// Made and served by openssl(1), as the host itself can only ask.
@MainActor final class CertificateAuthority {
  /// What is right or wrong with a server's certificate.
  enum Certificate: String, CaseIterable, Sendable {
    case good, selfSigned, expired, wrongHost
  }

  let folder = TemporaryFolder()
  /// The file of the authority's own certificate.
  var file: String { "\(folder.path)/authority.pem" }

  init() throws {
    try run(
      """
      new='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
      openssl req -x509 $new -keyout authority.key -out authority.pem -subj '/CN=The test' -days 30
      openssl req -x509 $new -keyout selfSigned.key -out selfSigned.pem -subj '/CN=Nobody' -days 30 \
        -addext subjectAltName=IP:127.0.0.1
      sign() {
        openssl req $new -keyout $1.key -out $1.csr -subj "/CN=$1"
        echo "subjectAltName=$2" >$1.ext
        openssl x509 -req -in $1.csr -extfile $1.ext -CA authority.pem -CAkey authority.key \
          -CAcreateserial -days $3 -out $1.pem
      }
      sign good IP:127.0.0.1 30
      sign expired IP:127.0.0.1 -1
      sign wrongHost DNS:elsewhere.example 30
      """)
  }

  private func run(_ script: String) throws {
    let child = try ChildProcess(shell(script))
    try #require(child.wait().code == 0, "openssl made no certificates")
  }

  fileprivate func shell(_ script: String) -> [String] {
    ["/bin/sh", "-ec", "cd '\(folder.path)'; \(script)"]
  }
}

/// A server over TLS in a process of its own, which gives one answer to whoever believes its certificate.
@MainActor final class TLSServer {
  let origin: String
  private let process: ChildProcess

  /// - Parameter reply: The whole answer for `/feed`, with its head.
  init(
    _ authority: CertificateAuthority, _ certificate: CertificateAuthority.Certificate,
    reply: [UInt8]
  ) throws {
    try AppFixture.write(reply, to: "\(authority.folder.path)/feed")
    let name = certificate.rawValue
    process = try ChildProcess(
      authority.shell(
        "exec openssl s_server -accept 127.0.0.1:0 -cert \(name).pem -key \(name).key -HTTP"))
    var port: Substring?
    while port == nil, case .line(let line) = process.readLine(milliseconds: 10_000) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("ACCEPT ") { port = text[text.startIndex...].split(separator: ":").last }
    }
    origin = "https://127.0.0.1:\(try #require(port, "openssl serves nothing"))"
  }

  func close() {
    process.kill()
    _ = process.wait()
  }
}
