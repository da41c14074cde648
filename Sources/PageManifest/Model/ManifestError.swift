/// Why a `page.json` or an `app.json` cannot be used: where, which key, and the reason.
package struct ManifestError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  package enum Code: Sendable, Hashable {
    /// It is not JSON, or not UTF-8.
    case malformed
    /// It is JSON, but a value is missing, wrong, or contradicts another.
    case invalid
    /// It is of a version that is not known here.
    case unsupportedVersion
    /// It passes a stated limit.
    case tooLarge
  }

  package var code: Code
  /// The file, as the caller named it.
  package var file: String
  package var position: TextPosition
  /// The path of keys, such as `routes[1].do`; empty when the fault is the document's.
  package var key: String
  package var reason: String

  package init(
    _ code: Code, file: String, position: TextPosition, key: String = "", reason: String
  ) {
    self.code = code
    self.file = file
    self.position = position
    self.key = key
    self.reason = reason
  }

  package var line: Int { position.line }
  package var column: Int { position.column }

  /// For a person: `app.json:7: routes[1].do: expected …`.
  package var description: String {
    "\(file):\(line): \(subject)\(reason)"
  }

  /// For a build log, as compilers write it: `page.json:7:12: error: pages[0].name: expected …`.
  package var diagnostic: String {
    "\(file):\(line):\(column): error: \(subject)\(reason)"
  }

  private var subject: String { key.isEmpty ? "" : "\(key): " }
}

extension Manifest {
  /// Something in a document that is ignored and may be a mistake.
  package struct Warning: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var position: TextPosition
    /// The path of keys of the object that it is about; empty for the document.
    package var key: String
    package var reason: String

    package init(file: String, position: TextPosition, key: String, reason: String) {
      self.file = file
      self.position = position
      self.key = key
      self.reason = reason
    }

    package var line: Int { position.line }
    package var column: Int { position.column }

    /// For a person: `page.json:3: pages[0]: unknown key 'titel' is ignored…`.
    package var description: String { "\(file):\(line): \(subject)\(reason)" }

    /// For a build log, as compilers write it.
    package var diagnostic: String {
      "\(file):\(line):\(column): warning: \(subject)\(reason)"
    }

    private var subject: String { key.isEmpty ? "" : "\(key): " }
  }
}
