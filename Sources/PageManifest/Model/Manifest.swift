/// What a module declares: the contents of its `page.json` and of the note in its file.
package struct Manifest: Sendable, Hashable {
  /// What happens to a call of an action whose page is not initialized.
  package enum WhenAbsent: String, Sendable, Hashable, CaseIterable {
    /// The call fails.
    case unavailable
    /// The page is initialized, then called.
    case wake
    /// The call waits, bounded, until the page is initialized.
    case keep
  }

  /// Whether a page may have one live object or many.
  package enum Instances: String, Sendable, Hashable, CaseIterable {
    case one
    case many
  }

  /// An action that a page offers.
  package struct Action: Sendable, Hashable {
    package var signature: Signature
    package var whenAbsent: WhenAbsent

    package init(_ signature: Signature, whenAbsent: WhenAbsent = .unavailable) {
      self.signature = signature
      self.whenAbsent = whenAbsent
    }
  }

  /// One page.
  package struct Page: Sendable, Hashable {
    package var name: String
    /// The Swift class that implements it; the page's name unless stated.
    package var type: String
    package var title: String
    /// The title in other languages, by language such as `zh`.
    package var titles: [String: String] = [:]
    package var instances: Instances
    /// Arguments of `initData` by name.
    ///
    /// The host refuses others; a page says itself which it cannot do without.
    package var arguments: [String: ValueType]
    package var actions: [Action]
    package var outcomes: [Signature]
    /// `push`, `cover`, `fade` or `none`, when the page has a wish.
    package var transition: String?

    package init(
      _ name: String, type: String? = nil, title: String? = nil, instances: Instances = .one,
      arguments: [String: ValueType] = [:], actions: [Action] = [], outcomes: [Signature] = [],
      transition: String? = nil
    ) {
      self.name = name
      self.type = type ?? name
      self.title = title ?? name
      self.instances = instances
      self.arguments = arguments
      self.actions = actions
      self.outcomes = outcomes
      self.transition = transition
    }
  }

  /// A table of the database that the module owns.
  ///
  /// One with `search` has an index beside it, the FTS5 table of ``searchIndex``, which whoever reads the table may read.
  package struct Table: Sendable, Hashable {
    package var name: String
    /// The column definitions as SQL, the text between the parentheses of CREATE TABLE.
    package var columns: String
    /// Whether modules that ask may read it.
    package var shared: Bool
    /// The columns whose words are found by full-text search; the host keeps their index.
    package var search: [String]

    package init(_ name: String, columns: String, shared: Bool = false, search: [String] = []) {
      self.name = name
      self.columns = columns
      self.shared = shared
      self.search = search
    }
  }

  /// What the module asks of the host.
  package struct Permissions: Sendable, Hashable {
    /// Tables that it owns.
    package var tables: [Table]
    /// Shared tables of other modules that it reads.
    package var reads: [String]
    package var preferences: Bool
    package var session: Bool
    package var census: Bool
    /// Where its requests may go; without any it has no requests.
    package var requests: [OriginPattern]
    package var xml: Bool

    package init(
      tables: [Table] = [], reads: [String] = [], preferences: Bool = false, session: Bool = false,
      census: Bool = false, requests: [OriginPattern] = [], xml: Bool = false
    ) {
      self.tables = tables
      self.reads = reads
      self.preferences = preferences
      self.session = session
      self.census = census
      self.requests = requests
      self.xml = xml
    }

    package var database: Bool { !tables.isEmpty || !reads.isEmpty }
  }

  /// The version of the schema, `"manifest": 1`.
  package static let schema: Int64 = 1
  /// The version of the contract that a module with this manifest is built for; `PAGE_ABI_VERSION`.
  package static let abi: Int64 = 1
  /// How many pages a module may have.
  package static let maxPages = 64
  /// The transitions by name.
  package static let transitions = ["push", "cover", "fade", "none"]

  package var module: String
  package var version: String
  package var pages: [Page]
  /// Actions of others that the module calls.
  package var calls: [Signature]
  package var permissions: Permissions
  /// The most bytes that the module's heap may hold; nil: as many as it likes.
  package var heapLimit: Int?

  /// The heap limits that can be set, in bytes.
  ///
  /// A Swift runtime alone holds some 80 KiB.
  package static let heapLimits: ClosedRange<Int64> = 262_144...1_099_511_627_776

  package init(
    module: String, version: String, pages: [Page], calls: [Signature] = [],
    permissions: Permissions = Permissions(), heapLimit: Int? = nil
  ) {
    self.module = module
    self.version = version
    self.pages = pages
    self.calls = calls
    self.permissions = permissions
    self.heapLimit = heapLimit
  }
}
