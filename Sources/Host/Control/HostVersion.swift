/// The version of the host, of its tool and of its kit: they are released together.
package enum HostVersion {
  package static let text = "0.1.0"
}
