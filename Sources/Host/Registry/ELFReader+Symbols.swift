internal import PageABI

extension ELFReader {
  private static var symbolSize: Int { 24 }
  private static var symbolLimit: Int { 4096 }
  private static var chainLimit: Int { 1 << 16 }
  /// How many bytes of names are read at once where there are too many to read them all.
  private static var namesAhead: Int { 1 << 14 }

  /// Looks at the symbols that the library exports and at those that it leaves to others.
  mutating func readSymbols(
    _ dynamic: Dynamic, _ segments: Segments, _ strings: Range, into image: inout ELFImage
  ) throws(ELFError) {
    let count = try symbolCount(dynamic, segments)
    guard let address = dynamic.symbols, let table = segments.file(address),
      table.count / UInt64(Self.symbolSize) >= UInt64(count)
    else { throw .malformed("its symbol table lies outside its segments") }

    if strings.count > 0, strings.count <= UInt64(ELFScratch.partSize) {
      // One read for all names, where they are few.
      _ = try bytes(.strings, at: strings.offset, count: Int(strings.count), "its names")
    }
    var others: [UInt64] = []
    let last = min(count, Self.symbolLimit)
    if count > last { image.traits.insert(.moreExports) }
    for index in 1..<max(1, last) {
      guard canReadMore else {
        image.traits.insert(.moreExports)
        break
      }
      let left = (last - index) * Self.symbolSize
      let symbol = try bytes(
        .symbols, at: table.offset + UInt64(index * Self.symbolSize), count: Self.symbolSize,
        ahead: min(left, ELFScratch.partSize) - Self.symbolSize, "its symbols")
      let name = UInt64(symbol.integer(at: 0, as: UInt32.self))
      let info = symbol[4]
      let visibility = symbol[5] & 3
      if symbol.integer(at: 6, as: UInt16.self) == 0 {
        try lookAtUndefined(name, strings, &image.traits)
      } else if info >> 4 != 0, visibility == 0 || visibility == 3 {
        // Global, weak or unique, and visible outside.
        image.exportCount += 1
        if info >> 4 == 10 { image.traits.insert(.exportsUnique) }
        if try isName(name, PAGE_MODULE_OPEN, strings) {
          image.traits.insert(.opens)
        } else if others.count < ELFImage.namedExports {
          others.append(name)
        }
      }
    }
    for name in others { image.otherExports.append(try string(name, in: strings)) }
  }

  private mutating func lookAtUndefined(
    _ name: UInt64, _ strings: Range, _ traits: inout ELFImage.Traits
  ) throws(ELFError) {
    guard name < strings.count else { throw .malformed("a name lies outside its strings") }
    guard strings.count - name >= 8 else {
      for allocator in ["malloc", "free"] where try isName(name, allocator, strings) {
        traits.insert(.importsAllocator)
      }
      return
    }
    let start: UInt64 = try bytes(
      .strings, at: strings.offset + name, count: 8, ahead: Self.namesAhead, "a name"
    )
    .integer(at: 0)
    // The first characters of the name, the first in the lowest byte.
    if start & 0x00ff_ffff_ffff_ffff == 0x005f_6c61_6572_5f5f {  // __real_
      traits.insert(.unwrapped)
    } else if start & 0x00ff_ffff_ffff_ffff == 0x0000_636f_6c6c_616d  // malloc
      || start & 0x0000_00ff_ffff_ffff == 0x0000_0000_6565_7266  // free
    {
      traits.insert(.importsAllocator)
    }
  }

  private mutating func isName(_ offset: UInt64, _ name: String, _ strings: Range)
    throws(ELFError) -> Bool
  {
    guard offset < strings.count else { throw .malformed("a name lies outside its strings") }
    let length = name.utf8.count
    guard strings.count - offset > UInt64(length) else { return false }
    let found = try bytes(
      .strings, at: strings.offset + offset, count: length + 1, ahead: Self.namesAhead, "a name")
    return found[length] == 0 && found.prefix(length).elementsEqual(name.utf8)
  }

  /// Tells the number of symbols, which only the hash tables know.
  private mutating func symbolCount(_ dynamic: Dynamic, _ segments: Segments) throws(ELFError)
    -> Int
  {
    if let address = dynamic.gnuHash {
      guard let table = segments.file(address) else {
        throw .malformed("its hash table lies outside its segments")
      }
      return try gnuSymbolCount(table)
    }
    if let address = dynamic.hash {
      guard let table = segments.file(address), table.count >= 8 else {
        throw .malformed("its hash table lies outside its segments")
      }
      let header = try bytes(.symbols, at: table.offset, count: 8, "its hash table")
      return Int(header.integer(at: 4, as: UInt32.self))
    }
    throw .malformed("it has no symbol hash table")
  }

  /// Walks from the last bucket to the end of its chain, which is the last symbol.
  private mutating func gnuSymbolCount(_ table: Range) throws(ELFError) -> Int {
    let outside = ELFError.malformed("its hash table lies outside its segments")
    guard table.count >= 16 else { throw outside }
    let header = try bytes(.symbols, at: table.offset, count: 16, ahead: 1024, "its hash table")
    let buckets = UInt64(header.integer(at: 0, as: UInt32.self))
    let first = UInt64(header.integer(at: 4, as: UInt32.self))
    let bloom = UInt64(header.integer(at: 8, as: UInt32.self))
    let chains = 16 + bloom * 8 + buckets * 4
    guard chains <= table.count else { throw outside }
    guard buckets <= UInt64(Self.chainLimit) else {
      throw .excessive("its hash table has \(buckets) buckets")
    }
    var last: UInt64 = 0
    for index in 0..<buckets {
      let bucket = try word(table.offset + 16 + bloom * 8 + index * 4, left: buckets - index)
      last = max(last, UInt64(bucket))
    }
    if last == 0 { return Int(first) }
    guard last >= first else { throw .malformed("its hash table contradicts itself") }
    for step in 0..<UInt64(Self.chainLimit) {
      let chain = chains + (last - first + step) * 4
      guard chain + 4 <= table.count else { throw outside }
      if try word(table.offset + chain, left: 64) & 1 == 1 { return Int(last + step + 1) }
    }
    throw .excessive("a chain of its hash table has no end")
  }

  private mutating func word(_ offset: UInt64, left: UInt64) throws(ELFError) -> UInt32 {
    try bytes(
      .symbols, at: offset, count: 4, ahead: Int(min(left, 1024)) * 4, "its hash table"
    ).integer(at: 0)
  }
}
