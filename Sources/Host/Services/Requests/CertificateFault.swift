/// What is wrong with a server's certificate.
package enum CertificateFault: Sendable, Hashable, CaseIterable {
  case expired, notYetValid, selfSigned, unknownAuthority, otherName, other

  /// - Parameter verification: What OpenSSL found, one of `X509_V_ERR_…`; 0 or 1 when all but the name is in order,
  ///   which libcurl looks at itself before it notes that.
  init(verification: Int) {
    switch verification {
    case 0, 1: self = .otherName
    case 62, 64: self = .otherName  // HOSTNAME_MISMATCH, IP_ADDRESS_MISMATCH
    case 9: self = .notYetValid  // CERT_NOT_YET_VALID
    case 10: self = .expired  // CERT_HAS_EXPIRED
    case 18, 19: self = .selfSigned  // DEPTH_ZERO_SELF_SIGNED_CERT, SELF_SIGNED_CERT_IN_CHAIN
    // UNABLE_TO_GET_ISSUER_CERT, UNABLE_TO_GET_ISSUER_CERT_LOCALLY, UNABLE_TO_VERIFY_LEAF_SIGNATURE
    case 2, 20, 21: self = .unknownAuthority
    default: self = .other
    }
  }
}
