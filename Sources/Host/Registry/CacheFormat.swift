internal import PageABI

/// The bytes of a cache file.
///
/// A header (magic, checksum of the rest, number of entries), then entries: the file's identity, the length of what
/// was found, and that. Integers are little-endian, strings are preceded by their length. The magic names version, contract
/// and processor, on which a finding depends.
enum CacheFormat {
  private static let headerSize = 32
  private static let entryHeaderSize = 44

  private static var magic: [UInt8] {
    let text = "PageHostList3/\(PAGE_ABI_VERSION)/\(ELFImage.Machine.host.rawValue)"
    return Array((text.utf8 + Array(repeating: 0, count: 20)).prefix(20))
  }

  // MARK: Reading

  /// Where each entry stands in a cache; nil when it is not a whole cache of this version.
  static func index(of bytes: [UInt8]) -> [FileIdentity: Range<Int>]? {
    guard bytes.count >= headerSize, bytes.prefix(20).elementsEqual(magic) else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard buffer.integer(at: 20, as: UInt64.self) == checksum(buffer) else { return nil }
      let count = Int(buffer.integer(at: 28, as: UInt32.self))
      guard count <= (buffer.count - headerSize) / entryHeaderSize else { return nil }
      var index = [FileIdentity: Range<Int>](minimumCapacity: count)
      var offset = headerSize
      for _ in 0..<count {
        guard buffer.count - offset >= entryHeaderSize else { return nil }
        let identity = FileIdentity(
          device: buffer.integer(at: offset), inode: buffer.integer(at: offset + 8),
          size: buffer.integer(at: offset + 16), modified: buffer.integer(at: offset + 24),
          changed: buffer.integer(at: offset + 32))
        let length = Int(buffer.integer(at: offset + 40, as: UInt32.self))
        offset += entryHeaderSize
        guard length <= buffer.count - offset else { return nil }
        index[identity] = offset..<offset + length
        offset += length
      }
      return offset == buffer.count ? index : nil
    }
  }

  /// Decodes what was found; nil when the bytes make no sense.
  ///
  /// - Parameter last: The image that was decoded last of the same bytes.
  static func finding(
    in bytes: [UInt8], _ range: Range<Int>, last: inout CacheReader.LastImage?
  ) -> Finding? {
    bytes.withUnsafeBytes { buffer in
      var reader = CacheReader(buffer: buffer, offset: range.lowerBound, end: range.upperBound)
      guard let kind: UInt8 = reader.integer() else { return nil }
      if kind == 0 { return reader.string().map(Finding.problem) }
      guard kind == 1, let module = reader.string(), let version = reader.string(),
        let pages = reader.strings(), let abi: UInt32 = reader.integer(),
        let manifest = reader.range(), let isChecked: UInt8 = reader.integer(),
        let image = reader.image(&last)
      else { return nil }
      return .module(
        ModuleFacts(
          module: module, version: version, pages: pages, abi: abi, manifest: bytes[manifest],
          isManifestChecked: isChecked == 1, image: image))
    }
  }

  // MARK: Writing

  /// The bytes of a cache.
  ///
  /// - Parameters:
  ///   - entries: What was found.
  ///   - idle: Entries that were not decoded, as they stood.
  static func bytes(
    _ entries: [FileIdentity: Finding], idle: [(FileIdentity, ArraySlice<UInt8>)]
  ) -> [UInt8] {
    var writer = CacheWriter()
    writer.bytes.reserveCapacity(headerSize + (entries.count + idle.count) * 640)
    writer.bytes += magic
    writer.integer(UInt64(0))
    writer.integer(UInt32(entries.count + idle.count))
    for (identity, finding) in entries {
      writer.entry(identity) { $0.finding(finding) }
    }
    for (identity, bytes) in idle {
      writer.entry(identity) { $0.bytes += bytes }
    }
    let sum = writer.bytes.withUnsafeBytes { checksum($0) }
    writer.put(sum, at: 20)
    return writer.bytes
  }

  /// A sum over everything behind it that changes with every bit: FNV-1a on words of 8 bytes.
  private static func checksum(_ buffer: UnsafeRawBufferPointer) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    var offset = 28
    while buffer.count - offset >= 8 {
      sum = (sum ^ buffer.integer(at: offset, as: UInt64.self)) &* 0x0000_0100_0000_01b3
      sum ^= sum >> 32
      offset += 8
    }
    for byte in buffer[offset...] { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return sum
  }
}
