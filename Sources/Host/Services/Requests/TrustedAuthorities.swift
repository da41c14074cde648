private import Glibc

/// Whose signature under a server's certificate is believed, where that is not left to the system.
///
/// The names are OpenSSL's own, which most programs heed.
package struct TrustedAuthorities: Sendable, Hashable {
  /// A file of certificates in PEM, in the place of the system's; `SSL_CERT_FILE`.
  package var file: String?
  /// A folder of certificates, named as by `openssl rehash`, in the place of the system's; `SSL_CERT_DIR`.
  package var folder: String?

  package init(file: String? = nil, folder: String? = nil) {
    self.file = file
    self.folder = folder
  }

  /// Those that an environment names; what is empty counts as not set.
  package init(_ variable: (String) -> String?) {
    file = variable("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
    folder = variable("SSL_CERT_DIR").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Those that this process's environment names.
  package static var ofProcess: TrustedAuthorities {
    TrustedAuthorities { name in getenv(name).map { String(cString: $0) } }
  }
}
