internal import Glibc

/// What was found in files, by their identity, kept in one file.
///
/// The file is read whole, and each entry is decoded when it is asked for. One that is not whole, of another version
/// or of another user is ignored and written anew; a cache never makes a listing fail.
struct RegistryCache {
  /// Where the entry of a file stands in `stored`, until it is decoded.
  private var index: [FileIdentity: Range<Int>] = [:]
  private var stored: [UInt8] = []
  /// The entries that were decoded or added.
  private var entries: [FileIdentity: Finding] = [:]
  private var last: CacheReader.LastImage?
  private var isChanged = false
  private let file: String?

  /// The size of the largest cache that is read, in bytes.
  private static let sizeLimit = 1 << 26
  /// How many entries that no listing asked for are kept when the cache is written.
  private static let idleLimit = 4096

  /// Reads the cache at `file`, which need not exist.
  init(file: String?) {
    self.file = file
    guard let file,
      let bytes = SmallFile.contents(of: file, limit: Self.sizeLimit, owner: geteuid()),
      let index = CacheFormat.index(of: bytes)
    else { return }
    stored = bytes
    self.index = index
  }

  /// Whether nothing is known of any file.
  var isEmpty: Bool { index.isEmpty && entries.isEmpty }

  /// Makes room for so many more entries.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  /// What was found in the file of an identity.
  subscript(identity: FileIdentity) -> Finding? {
    mutating get {
      if let known = entries[identity] { return known }
      guard let range = index.removeValue(forKey: identity) else { return nil }
      guard let finding = CacheFormat.finding(in: stored, range, last: &last) else {
        isChanged = true
        return nil
      }
      entries[identity] = finding
      return finding
    }
    set {
      entries[identity] = newValue
      isChanged = true
    }
  }

  /// Writes the cache if it has changed; what cannot be written is only remembered in memory.
  mutating func save() {
    guard isChanged, let file else { return }
    isChanged = false
    let idle = index.prefix(Self.idleLimit).map { ($0.key, stored[$0.value]) }
    _ = SmallFile.replace(file, with: CacheFormat.bytes(entries, idle: idle))
  }
}
