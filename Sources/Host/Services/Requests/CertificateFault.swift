/// What is wrong with a server's certificate.
package enum CertificateFault: Sendable, Hashable, CaseIterable {
  case expired, notYetValid, selfSigned, unknownAuthority, otherName, other

  /// - Parameter verification: What OpenSSL found, one of `X509_V_ERR_…`; 0 or 1 when all but the name is in order,
  ///   which libcurl looks at itself before it notes that.
  init(verification: Int) {
    switch verification {
    case 0, 1, 62, 64: self = .otherName
    case 9: self = .notYetValid
    case 10: self = .expired
    case 18, 19: self = .selfSigned
    case 2, 20, 21: self = .unknownAuthority
    default: self = .other
    }
  }
}
