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
  }

  /// One page.
  package struct Page: Sendable, Hashable {
    package var name: String
    /// The Swift class that implements it; the page's name unless stated.
    package var type: String
    package var title: String
    package var instances: Instances
    /// Arguments of `initData` by name.
    ///
    /// The host refuses others; a page says itself which it cannot do without.
    package var arguments: [String: ValueType]
    package var actions: [Action]
    package var outcomes: [Signature]
    /// `push`, `cover`, `fade` or `none`, when the page has a wish.
    package var transition: String?
  }

  /// A table of the database that the module owns.
  package struct Table: Sendable, Hashable {
    package var name: String
    /// The column definitions as SQL, the text between the parentheses of CREATE TABLE.
    package var columns: String
    /// Whether modules that ask may read it.
    package var shared: Bool
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

    package var database: Bool { !tables.isEmpty || !reads.isEmpty }
  }

  package var module: String
  package var version: String
  package var pages: [Page]
  /// Actions of others that the module calls.
  package var calls: [Signature]
  package var permissions: Permissions
}
