/// What was found in a file that looks like a module: it depends on nothing but the file's content.
enum Finding: Sendable, Hashable {
  case module(ModuleFacts)
  /// Why it is not a usable module, as the rest of a sentence that begins with the file's name.
  case problem(String)
}

/// A finding, and the state of the file in which it was made.
struct Inspected: Sendable {
  /// Nil when there is no file.
  var finding: Finding?
  /// Nil when the finding is not to be remembered, since it does not depend on the file's content.
  var identity: FileIdentity?

  init(_ finding: Finding, of identity: FileIdentity? = nil) {
    self.finding = finding
    self.identity = identity
  }

  /// There is no file.
  static let nothing = Inspected()

  private init() {}
}
