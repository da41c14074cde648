/// Where a request goes, as far as permissions tell places apart: scheme, host and port (RFC 6454).
package struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// In lower case; an IPv6 address in brackets.
  package let host: String
  package let port: UInt16

  package init(scheme: String, host: String, port: UInt16) {
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.port = port
  }

  /// The port that a scheme has when none is written; nil for one that requests do not use.
  package static func usualPort(of scheme: String) -> UInt16? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  /// As it is written in a manifest: without the usual port.
  package var description: String {
    port == Origin.usualPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}
