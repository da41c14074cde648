/// Reads of one ELF file what the host wants to know, with few and bounded reads, and runs none of its code.
///
/// Nothing that the file says is believed: every offset and count is checked before use, without arithmetic that can
/// overflow, and no more than `budget` bytes are read in all. Follows the System V ABI, chapters 4 and 5, and glibc's
/// `elf/dl-load.c` for what the loader insists on.
struct ELFReader<Source: ByteSource> {
  /// What may be read of one file, in bytes and in calls.
  private var budget = (bytes: 1 << 19, reads: 96)

  /// A piece of the file in memory.
  private struct Window {
    var start: UInt64 = 0
    var count = 0
    let buffer: UnsafeMutableRawBufferPointer
  }

  private let source: Source
  let size: UInt64
  private var head: Window
  private var tables: Window
  private var symbols: Window
  private var strings: Window

  /// Reads the image of a file.
  ///
  /// - Parameters:
  ///   - source: The file's bytes.
  ///   - scratch: Memory to read into.
  /// - Returns: The image, and the descriptor of the note that carries the manifest, at most 16 KiB and not yet checked.
  static func image(
    of source: Source, using scratch: borrowing ELFScratch
  ) throws(ELFError) -> (image: ELFImage, manifest: [UInt8]?) {
    var reader = ELFReader(source: source, scratch: scratch)
    return try reader.image()
  }

  /// The windows point into `scratch`, which `image(of:using:)` keeps alive for the reader's whole life.
  private init(source: Source, scratch: borrowing ELFScratch) {
    self.source = source
    size = source.size
    head = Window(buffer: scratch.buffer(.head))
    tables = Window(buffer: scratch.buffer(.tables))
    symbols = Window(buffer: scratch.buffer(.symbols))
    strings = Window(buffer: scratch.buffer(.strings))
  }

  private mutating func image() throws(ELFError) -> (image: ELFImage, manifest: [UInt8]?) {
    let header = try readHeader()
    let segments = try readSegments(header)
    let notes = try readNotes(segments)
    var image = ELFImage(
      machine: header.machine, traits: segments.executableStack ? .executableStack : [],
      imageVersion: notes.imageVersion, needed: [], runpath: nil, exportCount: 0,
      otherExports: [])
    try readDynamic(segments, into: &image)
    if try hasSwiftSections(header) { image.traits.insert(.swiftSections) }
    return (image, notes.manifest)
  }

  // MARK: Reading

  /// Gives `count` bytes at `offset`, valid until the next call for the same part.
  ///
  /// - Parameters:
  ///   - ahead: How many bytes more are worth reading when a read is needed.
  ///   - what: What it is, for the error when the file ends before it.
  @inline(__always)
  mutating func bytes(
    _ part: ELFScratch.Part, at offset: UInt64, count: Int, ahead: Int = 0, _ what: StaticString
  ) throws(ELFError) -> UnsafeRawBufferPointer {
    if let found = slice(head, offset, count) { return found }
    switch part {
    case .head: break
    case .tables: if let found = slice(tables, offset, count) { return found }
    case .symbols: if let found = slice(symbols, offset, count) { return found }
    case .strings: if let found = slice(strings, offset, count) { return found }
    }
    return try fetch(part, at: offset, count: count, ahead: ahead, what)
  }

  @inline(__always)
  private func slice(_ window: Window, _ offset: UInt64, _ count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= window.start, offset - window.start <= UInt64(window.count) else { return nil }
    let start = Int(offset - window.start)
    guard count <= window.count - start else { return nil }
    return UnsafeRawBufferPointer(rebasing: window.buffer[start..<start + count])
  }

  /// Whether there is enough left of the budget for any two pieces and the rest of the tables.
  var canReadMore: Bool {
    budget.bytes >= 3 * ELFScratch.partSize && budget.reads >= 16
  }

  @inline(never)
  private mutating func fetch(
    _ part: ELFScratch.Part, at offset: UInt64, count: Int, ahead: Int, _ what: StaticString
  ) throws(ELFError) -> UnsafeRawBufferPointer {
    guard offset <= size, UInt64(count) <= size - offset else { throw .truncated("\(what)") }
    var window = Window(buffer: window(part).buffer)
    guard count <= window.buffer.count else {
      throw .excessive("\(what) takes more than \(window.buffer.count) bytes")
    }
    let wanted = min(UInt64(max(count, min(count &+ ahead, window.buffer.count))), size - offset)
    budget.bytes -= Int(wanted)
    budget.reads -= 1
    guard budget.bytes >= 0, budget.reads >= 0 else {
      throw .excessive("its tables are too large or too scattered")
    }
    let target = UnsafeMutableRawBufferPointer(rebasing: window.buffer[..<Int(wanted)])
    let got = source.read(into: target, at: offset)
    guard got >= 0 else { throw ELFError(.unreadable, "cannot be read") }
    guard got >= count else { throw .truncated("\(what)") }
    window.start = offset
    window.count = got
    setWindow(part, window)
    return UnsafeRawBufferPointer(rebasing: window.buffer[..<count])
  }

  private func window(_ part: ELFScratch.Part) -> Window {
    switch part {
    case .head: head
    case .tables: tables
    case .symbols: symbols
    case .strings: strings
    }
  }

  private mutating func setWindow(_ part: ELFScratch.Part, _ window: Window) {
    switch part {
    case .head: head = window
    case .tables: tables = window
    case .symbols: symbols = window
    case .strings: strings = window
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian integer at a byte offset that the caller checked.
  @inline(__always)
  func integer<T: FixedWidthInteger>(at offset: Int, as type: T.Type = T.self) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// The bytes as text; nil when they are not UTF-8.
  func text() -> String? {
    // Validating costs five times as much as decoding, and names are ASCII as a rule.
    if allSatisfy({ $0 < 0x80 }) { return String(decoding: self, as: UTF8.self) }
    return String(validating: self, as: UTF8.self)
  }
}
