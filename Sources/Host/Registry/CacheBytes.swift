/// Takes values out of a range of bytes, or nil when they are not there.
struct CacheReader {
  let buffer: UnsafeRawBufferPointer
  var offset: Int
  let end: Int

  mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
    let size = MemoryLayout<T>.size
    guard end - offset >= size else { return nil }
    defer { offset += size }
    return buffer.integer(at: offset)
  }

  mutating func range() -> Range<Int>? {
    guard let length: UInt32 = integer(), Int(length) <= end - offset else { return nil }
    defer { offset += Int(length) }
    return offset..<offset + Int(length)
  }

  mutating func string() -> String? {
    guard let range = range() else { return nil }
    return UnsafeRawBufferPointer(rebasing: buffer[range]).text()
  }

  mutating func strings() -> [String]? {
    guard let count: UInt32 = integer(), Int(count) <= (end - offset) / 4 else { return nil }
    var strings: [String] = []
    strings.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let string = string() else { return nil }
      strings.append(string)
    }
    return strings
  }
}

extension CacheReader {
  /// Reads an image, or takes the last one when the bytes are the same: most modules are linked alike.
  mutating func image(_ last: inout LastImage?) -> ELFImage? {
    guard let range = range() else { return nil }
    if let last, last.range.count == range.count,
      buffer[last.range].elementsEqual(buffer[range])
    {
      return last.image
    }
    var reader = CacheReader(buffer: buffer, offset: range.lowerBound, end: range.upperBound)
    guard let image = reader.image() else { return nil }
    last = LastImage(range: range, image: image)
    return image
  }

  /// The image that was decoded last, and where it stands.
  struct LastImage {
    var range: Range<Int>
    var image: ELFImage
  }

  private mutating func image() -> ELFImage? {
    guard let machineNumber: UInt16 = integer(),
      let machine = ELFImage.Machine(rawValue: machineNumber),
      let traits: UInt16 = integer(), let hasVersion: UInt8 = integer(),
      let imageVersion: UInt32 = integer(), let needed = strings(),
      let hasRunpath: UInt8 = integer(), let runpath = string(),
      let exportCount: UInt32 = integer(), let others = strings()
    else { return nil }
    return ELFImage(
      machine: machine, traits: ELFImage.Traits(rawValue: traits),
      imageVersion: hasVersion == 1 ? imageVersion : nil, needed: needed,
      runpath: hasRunpath == 1 ? runpath : nil, exportCount: Int(exportCount),
      otherExports: others)
  }
}

/// Appends values to bytes, as `CacheReader` takes them.
struct CacheWriter {
  var bytes: [UInt8] = []

  mutating func integer<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { source in
      bytes.replaceSubrange(offset..<offset + source.count, with: source)
    }
  }

  mutating func string(_ text: String) {
    integer(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func strings(_ texts: [String]) {
    integer(UInt32(texts.count))
    for text in texts { string(text) }
  }

  mutating func entry(_ identity: FileIdentity, _ content: (inout CacheWriter) -> Void) {
    integer(identity.device)
    integer(identity.inode)
    integer(identity.size)
    integer(identity.modified)
    integer(identity.changed)
    let lengthOffset = bytes.count
    integer(UInt32(0))
    content(&self)
    put(UInt32(bytes.count - lengthOffset - 4), at: lengthOffset)
  }

  mutating func finding(_ finding: Finding) {
    switch finding {
    case .problem(let reason):
      integer(UInt8(0))
      string(reason)
    case .module(let facts):
      integer(UInt8(1))
      string(facts.module)
      string(facts.version)
      strings(facts.pages)
      integer(facts.abi)
      integer(UInt32(facts.manifest.count))
      bytes.append(contentsOf: facts.manifest)
      integer(UInt8(facts.isManifestChecked ? 1 : 0))
      image(facts.image)
    }
  }

  private mutating func image(_ image: ELFImage) {
    let lengthOffset = bytes.count
    integer(UInt32(0))
    integer(image.machine.rawValue)
    integer(image.traits.rawValue)
    integer(UInt8(image.imageVersion == nil ? 0 : 1))
    integer(image.imageVersion ?? 0)
    strings(image.needed)
    integer(UInt8(image.runpath == nil ? 0 : 1))
    string(image.runpath ?? "")
    integer(UInt32(image.exportCount))
    strings(image.otherExports)
    put(UInt32(bytes.count - lengthOffset - 4), at: lengthOffset)
  }
}
