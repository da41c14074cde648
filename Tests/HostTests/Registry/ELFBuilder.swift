@testable import Host

/// Makes the bytes of small shared libraries, good or bad, as a linker lays them out.
struct ELFBuilder {
  /// A symbol of the dynamic symbol table.
  struct Symbol {
    var name: String
    /// `STB_GLOBAL` 1, `STB_WEAK` 2, `STB_GNU_UNIQUE` 10.
    var binding: UInt8 = 1
  }

  /// The hash tables by which the number of symbols is told.
  enum Hash { case gnu, systemV, none }

  var machine = ELFImage.Machine.host
  var manifest: String? = ELFBuilder.manifest("SamplePage")
  var imageVersion: UInt32? = 1
  var needed = ["libc.so.6"]
  var runpath: String?
  var flags1: UInt64 = 0
  var isPacked = true
  var relativeCount: UInt64 = 0
  var exports = [Symbol(name: "page_module_open")]
  var undefined = ["printf"]
  var sections = [".note.page", ".dynsym", ".text"]
  var hash = Hash.gnu
  var executableStack = false
  /// Bytes between the dynamic tables and the section names, as code would be.
  var padding = 0

  /// A manifest as the build tool writes it.
  static func manifest(_ module: String, pages: [String]? = nil, version: String = "1.0.0")
    -> String
  {
    let list = (pages ?? [module]).map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
    return
      #"{"manifest":1,"abi":1,"module":"\#(module)","version":"\#(version)","pages":[\#(list)]}"#
  }

  /// Where parts of the file begin, for tests that damage them.
  struct Layout {
    var bytes: [UInt8]
    var notes = 0
    var symbols = 0
    var hash = 0
    var strings = 0
    var dynamic = 0
    var sectionHeaders = 0
    /// Program headers in order: load, dynamic, note, stack.
    let programHeaders = 64
  }

  var bytes: [UInt8] { layout.bytes }

  var layout: Layout {
    var strings: [UInt8] = [0]
    func string(_ text: String) -> UInt64 {
      defer { strings += Array(text.utf8) + [0] }
      return UInt64(strings.count)
    }
    let neededOffsets = needed.map(string)
    let runpathOffset = runpath.map(string)
    var symbols = [UInt8](repeating: 0, count: 24)
    for name in undefined { symbols += Self.symbol(UInt32(string(name)), info: 0x12, section: 0) }
    for symbol in exports {
      symbols += Self.symbol(UInt32(string(symbol.name)), info: symbol.binding << 4 | 2, section: 7)
    }

    var layout = Layout(bytes: [UInt8](repeating: 0, count: 64 + 4 * 56))
    layout.notes = layout.bytes.count
    layout.bytes += noteBytes
    let notesSize = layout.bytes.count - layout.notes
    layout.bytes.pad(to: 8)
    layout.symbols = layout.bytes.count
    layout.bytes += symbols
    layout.hash = layout.bytes.count
    layout.bytes += hashBytes
    layout.strings = layout.bytes.count
    layout.bytes += strings
    layout.bytes.pad(to: 8)
    layout.dynamic = layout.bytes.count
    var tags: [(UInt64, UInt64)] = neededOffsets.map { (1, $0) }
    if let runpathOffset { tags.append((29, runpathOffset)) }
    tags += [
      (6, UInt64(layout.symbols)), (11, 24), (5, UInt64(layout.strings)),
      (10, UInt64(strings.count)),
    ]
    switch hash {
    case .gnu: tags.append((0x6fff_fef5, UInt64(layout.hash)))
    case .systemV: tags.append((4, UInt64(layout.hash)))
    case .none: break
    }
    if isPacked { tags.append((36, 0)) }
    if relativeCount > 0 { tags.append((0x6fff_fff9, relativeCount)) }
    if flags1 != 0 { tags.append((0x6fff_fffb, flags1)) }
    for (tag, value) in tags + [(0, 0)] {
      layout.bytes.append(integer: tag)
      layout.bytes.append(integer: value)
    }
    let dynamicSize = layout.bytes.count - layout.dynamic
    layout.bytes += [UInt8](repeating: 0x90, count: padding)
    let mapped = layout.bytes.count
    appendSections(to: &layout)

    layout.bytes.replace(at: 0, with: header(sectionHeaders: layout.sectionHeaders))
    let stackFlags: UInt32 = executableStack ? 7 : 6
    for (index, segment) in [
      Self.segment(1, flags: 5, at: 0, size: mapped, alignment: 4096),
      Self.segment(2, flags: 6, at: layout.dynamic, size: dynamicSize, alignment: 8),
      Self.segment(4, flags: 4, at: layout.notes, size: notesSize, alignment: 4),
      Self.segment(0x6474_e551, flags: stackFlags, at: 0, size: 0, alignment: 0),
    ].enumerated() {
      layout.bytes.replace(at: layout.programHeaders + index * 56, with: segment)
    }
    return layout
  }

  // MARK: Parts

  /// A note with its owner and descriptor, padded to four bytes.
  static func note(owner: String, type: UInt32, _ descriptor: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(integer: UInt32(owner.utf8.count + 1))
    bytes.append(integer: UInt32(descriptor.count))
    bytes.append(integer: type)
    bytes += Array(owner.utf8) + [0]
    bytes.pad(to: 4)
    bytes += descriptor
    bytes.pad(to: 4)
    return bytes
  }

  private var noteBytes: [UInt8] {
    var bytes = Self.note(owner: "GNU", type: 3, [1, 2, 3, 4])
    if let manifest { bytes += Self.note(owner: "PageHost", type: 1, Array(manifest.utf8)) }
    if let imageVersion {
      var descriptor: [UInt8] = []
      descriptor.append(integer: imageVersion)
      bytes += Self.note(owner: "PageHost", type: 2, descriptor)
    }
    return bytes
  }

  /// One bucket, as small libraries have it.
  private var hashBytes: [UInt8] {
    var bytes: [UInt8] = []
    let first = UInt32(undefined.count + 1)
    let count = first + UInt32(exports.count)
    switch hash {
    case .gnu:
      for word in [1, first, 1, 0] as [UInt32] { bytes.append(integer: word) }
      bytes.append(integer: UInt64.max)
      bytes.append(integer: exports.isEmpty ? 0 : first)
      for index in exports.indices {
        bytes.append(integer: index == exports.count - 1 ? 1 : 2 as UInt32)
      }
    case .systemV:
      for word in [1, count, 0] as [UInt32] { bytes.append(integer: word) }
      bytes += [UInt8](repeating: 0, count: Int(count) * 4)
    case .none: break
    }
    return bytes
  }

  private func appendSections(to layout: inout Layout) {
    var names: [UInt8] = [0]
    for name in sections + [".shstrtab"] { names += Array(name.utf8) + [0] }
    let offset = layout.bytes.count
    layout.bytes += names
    layout.bytes.pad(to: 8)
    layout.sectionHeaders = layout.bytes.count
    layout.bytes += [UInt8](repeating: 0, count: 64 * (sections.count + 1))
    var header = [UInt8](repeating: 0, count: 24)
    header.append(integer: UInt64(offset))
    header.append(integer: UInt64(names.count))
    layout.bytes += header + [UInt8](repeating: 0, count: 24)
  }

  private func header(sectionHeaders: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
    bytes.append(integer: 3 as UInt16)
    bytes.append(integer: machine.rawValue)
    bytes.append(integer: 1 as UInt32)
    for word in [0, 64, UInt64(sectionHeaders)] { bytes.append(integer: word) }
    bytes.append(integer: 0 as UInt32)
    for half in [64, 56, 4, 64, UInt16(sections.count + 2), UInt16(sections.count + 1)] {
      bytes.append(integer: half)
    }
    return bytes
  }

  private static func symbol(_ name: UInt32, info: UInt8, section: UInt16) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(integer: name)
    bytes += [info, 0]
    bytes.append(integer: section)
    return bytes + [UInt8](repeating: 0, count: 16)
  }

  private static func segment(
    _ type: UInt32, flags: UInt32, at offset: Int, size: Int, alignment: UInt64
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(integer: type)
    bytes.append(integer: flags)
    for word in [offset, offset, offset, size, size] { bytes.append(integer: UInt64(word)) }
    bytes.append(integer: alignment)
    return bytes
  }
}

extension [UInt8] {
  mutating func append<T: FixedWidthInteger>(integer: T) {
    Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
  }

  mutating func pad(to alignment: Int) {
    while count % alignment != 0 { append(0) }
  }

  mutating func replace(at offset: Int, with bytes: [UInt8]) {
    replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  mutating func put<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    var bytes: [UInt8] = []
    bytes.append(integer: value)
    replace(at: offset, with: bytes)
  }
}
