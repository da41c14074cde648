extension ELFReader {
  /// The part of the ELF header that the reader goes by.
  struct Header {
    var machine: ELFImage.Machine
    var programHeaders: UInt64
    var programHeaderCount: Int
    var sectionHeaders: UInt64
    var sectionHeaderCount: Int
    var sectionNames: Int
  }

  /// A range of the file.
  struct Range {
    var offset: UInt64
    var count: UInt64
  }

  /// A piece of the file that the loader maps (`PT_LOAD`).
  struct Load {
    var address: UInt64
    var file: Range
    /// Where it ends in memory.
    var end: UInt64
  }

  /// What the program headers say.
  struct Segments {
    var loads: [Load] = []
    var notes: [(range: Range, alignment: UInt64)] = []
    var dynamic: Range?
    /// The loader makes the stacks executable where `PT_GNU_STACK` is missing too.
    var executableStack = true

    /// Where `address` lies in the file, and how many bytes of its segment follow.
    func file(_ address: UInt64) -> Range? {
      for load in loads where address >= load.address {
        let distance = address - load.address
        if distance < load.file.count {
          return Range(offset: load.file.offset + distance, count: load.file.count - distance)
        }
      }
      return nil
    }
  }

  private static var headerSize: Int { 64 }
  private static var programHeaderSize: Int { 56 }
  private static var sectionHeaderSize: Int { 64 }
  private static var programHeaderLimit: Int { 64 }

  /// Reads and checks the header at the file's beginning.
  mutating func readHeader() throws(ELFError) -> Header {
    guard size > 0 else {
      throw ELFError(.truncated, "is empty; copy it again, or wait until it is written")
    }
    let magic = try bytes(
      .head, at: 0, count: min(4, Int(size)), ahead: ELFScratch.headSize - 4, "its beginning")
    guard magic.elementsEqual([0x7f, 0x45, 0x4c, 0x46].prefix(magic.count)) else {
      throw ELFError(.notELF, "is not an ELF file; only modules belong in this folder")
    }
    let header = try bytes(.head, at: 0, count: Self.headerSize, "the ELF header")
    guard header[4] == 2 else { throw ELFError(.unsupported, "is not a 64-bit library") }
    guard header[5] == 1 else { throw ELFError(.unsupported, "is not little-endian") }
    guard header[6] == 1, header.integer(at: 20, as: UInt32.self) == 1 else {
      throw ELFError(.unsupported, "is of an unknown ELF version")
    }
    let type: UInt16 = header.integer(at: 16)
    guard type == 3 else {
      let kinds: [UInt16: String] = [1: "an object file", 2: "a program", 4: "a core dump"]
      let kind = kinds[type] ?? "an ELF file of type \(type)"
      throw ELFError(.unsupported, "is \(kind), not a shared library; link it with -shared")
    }
    let number: UInt16 = header.integer(at: 18)
    guard let machine = ELFImage.Machine(rawValue: number) else {
      throw ELFError(.unsupported, "is built for another processor (ELF machine \(number))")
    }
    guard header.integer(at: 54, as: UInt16.self) == Self.programHeaderSize else {
      throw .malformed("its program headers have a wrong size")
    }
    let result = Header(
      machine: machine, programHeaders: header.integer(at: 32),
      programHeaderCount: Int(header.integer(at: 56, as: UInt16.self)),
      sectionHeaders: header.integer(at: 40),
      sectionHeaderCount: header.integer(at: 58, as: UInt16.self) == Self.sectionHeaderSize
        ? Int(header.integer(at: 60, as: UInt16.self)) : 0,
      sectionNames: Int(header.integer(at: 62, as: UInt16.self)))
    guard result.programHeaderCount <= Self.programHeaderLimit else {
      throw .excessive("it has \(result.programHeaderCount) program headers")
    }
    return result
  }

  /// Reads the program headers and checks those that matter against the file and against one another.
  mutating func readSegments(_ header: Header) throws(ELFError) -> Segments {
    guard header.programHeaders >= UInt64(Self.headerSize) else {
      throw .malformed("its program headers overlap its header")
    }
    let table = try bytes(
      .tables, at: header.programHeaders,
      count: header.programHeaderCount * Self.programHeaderSize, "its program header table")
    var segments = Segments()
    for index in 0..<header.programHeaderCount {
      let entry = index * Self.programHeaderSize
      let kind: UInt32 = table.integer(at: entry)
      let range = Range(
        offset: table.integer(at: entry + 8), count: table.integer(at: entry + 32))
      switch kind {
      case 1:  // PT_LOAD
        try segments.loads.append(
          load(
            range, address: table.integer(at: entry + 16),
            memory: table.integer(at: entry + 40), alignment: table.integer(at: entry + 48),
            after: segments.loads.last))
      case 2:  // PT_DYNAMIC
        guard segments.dynamic == nil else { throw .malformed("it has two dynamic segments") }
        try check(range, "its dynamic segment")
        segments.dynamic = range
      case 4:  // PT_NOTE
        try check(range, "a note segment")
        segments.notes.append((range, table.integer(at: entry + 48) == 8 ? 8 : 4))
      case 0x6474_e551:  // PT_GNU_STACK; PF_X is 1
        segments.executableStack = table.integer(at: entry + 4, as: UInt32.self) & 1 != 0
      default: break
      }
    }
    guard !segments.loads.isEmpty else { throw .malformed("it has nothing to map") }
    return segments
  }

  /// Checks one segment that the loader would map as `elf/dl-load.c` does, and that it comes after the one before it.
  private func load(
    _ file: Range, address: UInt64, memory: UInt64, alignment: UInt64, after last: Load?
  ) throws(ELFError) -> Load {
    try check(file, "a segment")
    let (end, overflow) = address.addingReportingOverflow(memory)
    guard !overflow, end < 1 << 47, file.count <= memory else {
      throw .malformed("a segment has an absurd size or address")
    }
    guard alignment & (alignment &- 1) == 0 || alignment == 0,
      (address &- file.offset) & 4095 == 0
    else { throw .malformed("a segment is not aligned") }
    guard address >= last?.end ?? 0 else { throw .malformed("its segments overlap") }
    return Load(address: address, file: file, end: end)
  }

  private func check(_ range: Range, _ what: StaticString) throws(ELFError) {
    guard range.offset <= size, range.count <= size - range.offset else {
      throw .truncated("\(what)")
    }
  }

  /// Tells whether any section is one of Swift's, by the table of section names.
  ///
  /// The sections are the last thing in a file, so this also notices that its end is missing.
  mutating func hasSwiftSections(_ header: Header) throws(ELFError) -> Bool {
    guard header.sectionHeaderCount > 0, header.sectionHeaders > 0 else { return false }
    let table = Range(
      offset: header.sectionHeaders,
      count: UInt64(header.sectionHeaderCount * Self.sectionHeaderSize))
    try check(table, "its section header table")
    guard header.sectionNames < header.sectionHeaderCount else { return false }
    let entryOffset = table.offset + UInt64(header.sectionNames * Self.sectionHeaderSize)
    // Linkers put the names right before the headers, so that one read gets both.
    let before = min(entryOffset, 1024)
    let near = try bytes(
      .tables, at: entryOffset - before, count: Int(before) + Self.sectionHeaderSize,
      "its section headers")
    let entry = UnsafeRawBufferPointer(rebasing: near[Int(before)...])
    let names = Range(offset: entry.integer(at: 24), count: entry.integer(at: 32))
    try check(names, "its section names")
    guard names.count <= UInt64(ELFScratch.partSize) else { return false }
    let text = try bytes(.tables, at: names.offset, count: Int(names.count), "its section names")
    return text.contains(word: "swift5_")
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes of `word` occur; takes time in proportion to the length of the buffer.
  fileprivate func contains(word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length, let first = UnsafeRawPointer(word.utf8Start) as UnsafeRawPointer?
    else { return false }
    let pattern = UnsafeRawBufferPointer(start: first, count: length)
    return (0...count - length).contains { start in
      self[start] == pattern[0] && (1..<length).allSatisfy { self[start + $0] == pattern[$0] }
    }
  }
}
