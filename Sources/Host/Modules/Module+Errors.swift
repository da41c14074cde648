extension ModuleError.Code {
  /// No file of the module is there.
  static let missing = Self(rawValue: "missing")
  /// Its `page_module_open` failed.
  static let refused = Self(rawValue: "refused")
  /// It ended the app when it ran last.
  static let quarantined = Self(rawValue: "quarantined")
  /// Its manifest and its code say different things.
  static let disagrees = Self(rawValue: "disagrees")
}
