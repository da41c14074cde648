/// The type of one argument, reply or field, written as a D-Bus type code.
package enum ValueType: String, Sendable, Hashable, CaseIterable {
  case boolean = "b"
  case integer = "x"
  case real = "d"
  case string = "s"
  case bytes = "ay"
  case list = "av"
  case map = "a{sv}"

  /// All codes, for messages.
  package static var codes: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
