/// What trying a module out in a process of its own showed.
package struct CheckReport: Sendable, Codable, Hashable {
  /// How one case ended.
  package enum Outcome: String, Sendable, Codable, Hashable {
    case passed
    /// It works, but something is to be mended.
    case warning
    case failed
    /// The process that tried it was ended by a signal.
    case crashed
    /// It did not end before its deadline.
    case timedOut
    /// It was not tried, since something before it did not pass.
    case skipped
  }

  /// One rule, and whether the module keeps it.
  package struct Case: Sendable, Codable, Hashable {
    package var name: String
    package var outcome: Outcome
    /// Why; empty when there is nothing to say.
    package var detail: String
  }

  package var module: String
  package var path: String
  package var cases: [Case]

  package init(module: String, path: String, cases: [Case] = []) {
    self.module = module
    self.path = path
    self.cases = cases
  }

  package var passed: Bool { cases.allSatisfy { $0.outcome == .passed || $0.outcome == .warning } }

  /// A line for each case.
  package var text: String {
    var lines = ["\(module)  \(path)"]
    for item in cases {
      let outcome = item.outcome.rawValue
      let padding = String(repeating: " ", count: max(1, 10 - outcome.count))
      lines.append(
        "  \(outcome)\(padding)\(item.name)" + (item.detail.isEmpty ? "" : ": \(item.detail)"))
    }
    return lines.joined(separator: "\n")
  }
}

/// The reports of all modules that were checked.
package struct CheckReports: Sendable, Codable {
  package var format = 1
  package var modules: [CheckReport]

  package init(modules: [CheckReport]) { self.modules = modules }
}

/// The cases, in the order in which they are tried, and what each says.
package enum CheckCase: String, Sendable, CaseIterable {
  case listed
  case exports
  case references
  case agreement
  case lifecycle
  case disorder
  case unloading

  /// The rule that it tries.
  package var rule: String {
    switch self {
    case .listed: "its file is a module"
    case .exports: "it exports page_module_open alone"
    case .references: "it references nothing of another page"
    case .agreement: "its manifest and its code agree"
    case .lifecycle: "its pages go through their lifecycle"
    case .disorder: "its pages survive a lifecycle out of order"
    case .unloading: "it unloads and leaves nothing"
    }
  }
}
