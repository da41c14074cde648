/// Reads the names of libraries out of `ld.so.cache`.
///
/// The format is glibc's `struct cache_file_new` (`sysdeps/generic/dl-cache.h`): a magic of 20 bytes, the counts, then
/// entries of 24 bytes whose second word is the offset of a name.
enum LoaderCache {
  private static let magic: StaticString = "glibc-ld.so.cache1.1"
  private static let headerSize = 48
  private static let entrySize = 24
  private static let sizeLimit = 1 << 24

  /// The names in the cache at `path`; nil when it is not one.
  static func names(inFile path: String) -> Set<String>? {
    guard let bytes = SmallFile.contents(of: path, limit: sizeLimit) else { return nil }
    return names(in: bytes)
  }

  /// The names in a cache of the new format.
  static func names(in bytes: [UInt8]) -> Set<String>? {
    bytes.withUnsafeBytes { buffer in
      let magic = UnsafeBufferPointer(start: Self.magic.utf8Start, count: 20)
      guard buffer.count >= headerSize, buffer.prefix(20).elementsEqual(magic) else { return nil }
      let count = Int(buffer.integer(at: 20, as: UInt32.self))
      guard count <= (buffer.count - headerSize) / entrySize else { return nil }
      var names = Set<String>(minimumCapacity: count)
      for index in 0..<count {
        let entry = headerSize + index * entrySize
        let start = Int(buffer.integer(at: entry + 4, as: UInt32.self))
        guard start < buffer.count else { return nil }
        let rest = buffer[start...].prefix(256)
        guard let end = rest.firstIndex(of: 0) else { return nil }
        if let name = String(validating: rest[..<end], as: UTF8.self) { names.insert(name) }
      }
      return names
    }
  }
}
