/// Why a module could not be stored or opened.
package struct ModuleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is.
  package struct Code: RawRepresentable, Sendable, Hashable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such file, or it cannot be read.
    package static let unreadable = Code(rawValue: "unreadable")
    /// It is no regular file.
    package static let notAFile = Code(rawValue: "notAFile")
    /// It is larger than a module may be.
    package static let tooLarge = Code(rawValue: "tooLarge")
    /// Somebody else can write it, or the folder that it is in.
    package static let untrusted = Code(rawValue: "untrusted")
    /// It was written to while it was read.
    package static let changed = Code(rawValue: "changed")
    /// The store cannot be used.
    package static let store = Code(rawValue: "store")
    /// No memory or addresses for another heap are left.
    package static let noHeap = Code(rawValue: "noHeap")
    /// The dynamic linker refuses the file.
    package static let notLoadable = Code(rawValue: "notLoadable")
    /// It does not export `page_module_open`.
    package static let noEntry = Code(rawValue: "noEntry")
    /// The same file is open already.
    package static let alreadyOpen = Code(rawValue: "alreadyOpen")
  }

  package let code: Code
  /// The file or folder that it is about.
  package let path: String
  /// The cause in the system's words, or empty.
  package let cause: String
  /// What happened and what to do next, without the path.
  package let advice: String

  package init(_ code: Code, path: String, cause: String = "", advice: String) {
    self.code = code
    self.path = path
    self.cause = cause
    self.advice = advice
  }

  /// One sentence that names the thing and the next step.
  package var description: String {
    cause.isEmpty ? "\(path): \(advice)" : "\(path): \(cause): \(advice)"
  }
}
