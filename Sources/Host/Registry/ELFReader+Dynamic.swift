extension ELFReader {
  /// What the dynamic section says, addresses and offsets unchecked.
  struct Dynamic {
    var needed: [UInt64] = []
    var runpath: UInt64?
    var rpath: UInt64?
    var symbols: UInt64?
    var strings: UInt64?
    var stringsSize: UInt64 = 0
    var hash: UInt64?
    var gnuHash: UInt64?
    var flags1: UInt64 = 0
    var packed = false
    var relativeCount: UInt64 = 0
  }

  private static var dynamicLimit: UInt64 { 1 << 14 }
  private static var neededLimit: Int { 64 }
  private static var pathLimit: Int { 4096 }
  private static var staysMappedFlag: UInt64 { 0x8 }  // DF_1_NODELETE

  /// Reads the dynamic section, then the names and symbols that it points to.
  mutating func readDynamic(_ segments: Segments, into image: inout ELFImage) throws(ELFError) {
    guard let range = segments.dynamic else {
      throw .malformed("it has no dynamic segment")
    }
    let dynamic = try readTags(range)
    if dynamic.flags1 & Self.staysMappedFlag != 0 { image.traits.insert(.staysMapped) }
    if !dynamic.packed, dynamic.relativeCount > 0 { image.traits.insert(.unpackedRelocations) }

    guard let address = dynamic.strings, let rest = segments.file(address),
      dynamic.stringsSize <= rest.count
    else { throw .malformed("its string table lies outside its segments") }
    let strings = Range(offset: rest.offset, count: dynamic.stringsSize)
    for offset in dynamic.needed {
      image.needed.append(try string(offset, in: strings))
    }
    if image.needed.contains("libswiftCore.so") { image.traits.insert(.needsSwift) }
    if let offset = dynamic.runpath ?? dynamic.rpath {
      image.runpath = try string(offset, in: strings)
    }
    try readSymbols(dynamic, segments, strings, into: &image)
  }

  private mutating func readTags(_ range: Range) throws(ELFError) -> Dynamic {
    guard range.count <= Self.dynamicLimit else {
      throw .excessive("its dynamic section takes \(range.count) bytes")
    }
    let table = try bytes(
      .tables, at: range.offset, count: Int(range.count), "its dynamic section")
    var dynamic = Dynamic()
    for entry in stride(from: 0, through: table.count - 16, by: 16) {
      let value: UInt64 = table.integer(at: entry + 8)
      switch table.integer(at: entry, as: UInt64.self) {
      case 0: return dynamic  // DT_NULL
      case 1:  // DT_NEEDED
        guard dynamic.needed.count < Self.neededLimit else {
          throw .excessive("it needs more than \(Self.neededLimit) libraries")
        }
        dynamic.needed.append(value)
      case 4: dynamic.hash = value  // DT_HASH
      case 5: dynamic.strings = value  // DT_STRTAB
      case 6: dynamic.symbols = value  // DT_SYMTAB
      case 10: dynamic.stringsSize = value  // DT_STRSZ
      case 11:  // DT_SYMENT
        guard value == 24 else { throw .malformed("its symbols have a wrong size") }
      case 15: dynamic.rpath = value  // DT_RPATH
      case 29: dynamic.runpath = value  // DT_RUNPATH
      case 36: dynamic.packed = true  // DT_RELR
      case 0x6fff_fef5: dynamic.gnuHash = value  // DT_GNU_HASH
      case 0x6fff_fff9: dynamic.relativeCount = value  // DT_RELACOUNT
      case 0x6fff_fffb: dynamic.flags1 = value  // DT_FLAGS_1
      default: break
      }
    }
    throw .malformed("its dynamic section has no end")
  }

  /// Reads a string of the dynamic string table.
  mutating func string(_ offset: UInt64, in strings: Range) throws(ELFError) -> String {
    guard offset < strings.count else { throw .malformed("a name lies outside its strings") }
    let count = Int(min(strings.count - offset, UInt64(Self.pathLimit)))
    let rest = try bytes(.strings, at: strings.offset + offset, count: count, "a name")
    guard let end = rest.firstIndex(of: 0) else { throw .malformed("a name has no end") }
    guard let text = UnsafeRawBufferPointer(rebasing: rest[..<end]).text() else {
      throw .malformed("a name is not UTF-8")
    }
    return text
  }
}
