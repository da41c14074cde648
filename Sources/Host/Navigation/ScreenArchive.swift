internal import FoundationEssentials
internal import Glibc

/// The file that keeps what is on screen for the next start: pages, arguments and saved states, of one account.
@MainActor package final class ScreenArchive {
  /// One page of a stack.
  struct Entry: Codable {
    var page: String
    /// Values in the form in which preferences are kept, as numbers.
    var arguments: [UInt8]
    var state: [UInt8]
    var tabs: Tabs?
  }

  struct Tabs: Codable {
    var current: Int
    var stacks: [[Entry]]
  }

  struct Contents: Codable {
    var format = 1
    /// Whose screen it is; nil: nobody was signed in.
    var account: String?
    var stack: [Entry]
  }

  /// A larger file is neither written nor read.
  private static let limit = 16 << 20

  private let path: String
  private var last: [UInt8] = []

  package init(_ path: String) { self.path = path }

  /// Keeps the stacks, if they differ from what is kept.
  func keep(_ stack: [StackEntry], account: String?) {
    let contents = Contents(account: account, stack: stack.map(Entry.init))
    let bytes = Array(contents.jsonText.utf8)
    guard bytes != last else { return }
    guard bytes.count <= Self.limit else { return clear() }
    last = bytes
    // What cannot be kept costs the restoring of the screen and nothing else.
    _ = SmallFile.replace(path, with: bytes)
  }

  /// What was kept for an account; nil when there is nothing, or nothing of this account.
  func read(account: String?) -> Contents? {
    guard let bytes = SmallFile.contents(of: path, limit: Self.limit),
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
      contents.format == 1, contents.account == account, !contents.stack.isEmpty
    else { return nil }
    return contents
  }

  /// Forgets what is kept.
  func clear() {
    last = []
    unlink(path)
  }
}

extension ScreenArchive.Entry {
  @MainActor init(_ entry: StackEntry) {
    page = entry.page
    arguments = StoredValue.encode(.map(entry.arguments)) ?? []
    state = StoredValue.encode(.map(entry.savedState)) ?? []
    tabs = entry.tabs.map { tabs in
      ScreenArchive.Tabs(
        current: tabs.current, stacks: tabs.stacks.map { $0.map(ScreenArchive.Entry.init) })
    }
  }

  /// The values that bytes stand for; none when they are damaged.
  static func values(_ bytes: [UInt8]) -> [String: Value] {
    if case .map(let values) = StoredValue.decode(bytes) { values } else { [:] }
  }
}
