package import ManifestModel

/// A value that crosses between a page and the host; the host's own copy.
package enum Value: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case bytes([UInt8])
  case list([Value])
  case map([String: Value])

  /// Its type in a signature.
  package var type: ValueType {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .real: .real
    case .string: .string
    case .bytes: .bytes
    case .list: .list
    case .map: .map
    }
  }
}
