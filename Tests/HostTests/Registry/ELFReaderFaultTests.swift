import Testing

@testable import Host

@Suite struct ELFReaderFaultTests {
  /// A fault, how to put it into a good library, and what is said of it.
  struct Fault: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var code: ELFError.Code
    var says: String
    var damage: @Sendable (inout ELFBuilder.Layout) -> Void

    init(
      _ description: String, _ code: ELFError.Code, says: String,
      _ damage: @escaping @Sendable (inout ELFBuilder.Layout) -> Void
    ) {
      testDescription = description
      self.code = code
      self.says = says
      self.damage = damage
    }
  }

  private static let load = 64
  private static let dynamic = 64 + 56
  private static let note = 64 + 2 * 56
  private static let stack = 64 + 3 * 56

  static let headerFaults: [Fault] = [
    Fault("no ELF", .notELF, says: "not an ELF file") { $0.bytes[1] = 0x46 },
    Fault("text", .notELF, says: "not an ELF file") { $0.bytes = Array("#!/bin/sh\n".utf8) },
    Fault("32 bits", .unsupported, says: "64-bit") { $0.bytes[4] = 1 },
    Fault("big-endian", .unsupported, says: "little-endian") { $0.bytes[5] = 2 },
    Fault("another version", .unsupported, says: "version") { $0.bytes[6] = 9 },
    Fault("object file", .unsupported, says: "object file") { $0.bytes.put(1 as UInt16, at: 16) },
    Fault("program", .unsupported, says: "program") { $0.bytes.put(2 as UInt16, at: 16) },
    Fault("core dump", .unsupported, says: "core dump") { $0.bytes.put(4 as UInt16, at: 16) },
    Fault("no type", .unsupported, says: "type 99") { $0.bytes.put(99 as UInt16, at: 16) },
    Fault("another processor", .unsupported, says: "machine 243") {
      $0.bytes.put(243 as UInt16, at: 18)
    },
    Fault("program headers of a wrong size", .malformed, says: "wrong size") {
      $0.bytes.put(32 as UInt16, at: 54)
    },
    Fault("too many program headers", .excessive, says: "65535 program headers") {
      $0.bytes.put(UInt16.max, at: 56)
    },
    Fault("program headers past the end", .truncated, says: "program header table") {
      $0.bytes.put(UInt64.max, at: 32)
    },
    Fault("program headers in the header", .malformed, says: "overlap its header") {
      $0.bytes.put(0 as UInt64, at: 32)
    },
    Fault("no program headers", .malformed, says: "nothing to map") {
      $0.bytes.put(0 as UInt16, at: 56)
    },
    Fault("section headers past the end", .truncated, says: "section header table") {
      $0.bytes.put(UInt64.max - 63, at: 40)
    },
    Fault("too many section headers", .truncated, says: "section header table") {
      $0.bytes.put(UInt16.max, at: 60)
    },
    Fault("section names past the end", .truncated, says: "section names") {
      let last = $0.bytes.count - 64
      $0.bytes.put(UInt64.max, at: last + 32)
    },
  ]

  static let segmentFaults: [Fault] = [
    Fault("a segment past the end", .truncated, says: "a segment") {
      $0.bytes.put(UInt64.max, at: load + 32)
    },
    Fault("a segment whose end overflows", .truncated, says: "a segment") {
      $0.bytes.put(UInt64.max - 4095, at: load + 8)
    },
    Fault("a segment larger in the file than in memory", .malformed, says: "absurd") {
      $0.bytes.put(1 as UInt64, at: load + 40)
    },
    Fault("a segment that takes all memory", .malformed, says: "absurd") {
      $0.bytes.put(UInt64.max, at: load + 40)
    },
    Fault("a segment at no page", .malformed, says: "aligned") {
      $0.bytes.put(1 as UInt64, at: load + 16)
    },
    Fault("an alignment that is no power of two", .malformed, says: "aligned") {
      $0.bytes.put(12_345 as UInt64, at: load + 48)
    },
    Fault("overlapping segments", .malformed, says: "overlap") {
      let first = Array($0.bytes[load..<load + 56])
      $0.bytes.replace(at: stack, with: first)
    },
    Fault("two dynamic segments", .malformed, says: "two dynamic") {
      let first = Array($0.bytes[dynamic..<dynamic + 56])
      $0.bytes.replace(at: stack, with: first)
    },
    Fault("no dynamic segment", .malformed, says: "no dynamic segment") {
      $0.bytes.put(0 as UInt32, at: dynamic)
    },
    Fault("a huge dynamic section", .truncated, says: "dynamic segment") {
      $0.bytes.put(1 << 40 as UInt64, at: dynamic + 32)
    },
    Fault("a note segment past the end", .truncated, says: "note segment") {
      $0.bytes.put(1 << 50 as UInt64, at: note + 8)
    },
  ]

  static let tableFaults: [Fault] = [
    Fault("a note larger than its segment", .malformed, says: "larger than its segment") {
      $0.bytes.put(UInt32.max, at: $0.notes + 4)
    },
    Fault("a note whose owner is larger than its segment", .malformed, says: "larger than") {
      $0.bytes.put(UInt32.max, at: $0.notes)
    },
    Fault("a dynamic section without end", .malformed, says: "no end") {
      $0.bytes.put(16 as UInt64, at: dynamic + 32)
    },
    Fault("a name past the strings", .malformed, says: "outside its strings") {
      $0.bytes.put(UInt64.max, at: $0.dynamic + 8)
    },
    Fault("a name that is not UTF-8", .malformed, says: "UTF-8") {
      $0.bytes[$0.strings + 1] = 0xff
    },
    Fault("strings outside the segments", .malformed, says: "string table") {
      setTag(5, UInt64.max - 8, &$0)
    },
    Fault("strings larger than their segment", .malformed, says: "string table") {
      setTag(10, UInt64.max, &$0)
    },
    Fault("symbols outside the segments", .malformed, says: "symbol table") {
      setTag(6, 1 << 46, &$0)
    },
    Fault("symbols of a wrong size", .malformed, says: "symbols have a wrong size") {
      setTag(11, 16, &$0)
    },
    Fault("a hash table outside the segments", .malformed, says: "hash table") {
      setTag(0x6fff_fef5, UInt64.max, &$0)
    },
    Fault("no hash table", .malformed, says: "no symbol hash table") {
      setTag(0x6fff_fef5, 0, &$0, to: 21)
    },
    Fault("a hash table with too many buckets", .malformed, says: "hash table") {
      $0.bytes.put(UInt32.max, at: $0.hash)
    },
    Fault("a hash table with a huge filter", .malformed, says: "hash table") {
      $0.bytes.put(UInt32.max, at: $0.hash + 8)
    },
    Fault("a bucket before the first symbol", .malformed, says: "contradicts itself") {
      $0.bytes.put(1 as UInt32, at: $0.hash + 24)
    },
    Fault("a bucket past the last symbol", .malformed, says: "hash table") {
      $0.bytes.put(UInt32.max, at: $0.hash + 24)
    },
    Fault("a first symbol past the last", .malformed, says: "symbol table") {
      $0.bytes.put(UInt32.max, at: $0.hash + 4)
      $0.bytes.put(0 as UInt32, at: $0.hash + 24)
    },
    Fault("a symbol's name past the strings", .malformed, says: "outside its strings") {
      $0.bytes.put(UInt32.max, at: $0.symbols + 24)
    },
    Fault("an export's name past the strings", .malformed, says: "outside its strings") {
      $0.bytes.put(UInt32.max, at: $0.symbols + 48)
    },
  ]

  /// Changes the value of a tag of the dynamic section, or the tag itself.
  private static func setTag(
    _ tag: UInt64, _ value: UInt64, _ layout: inout ELFBuilder.Layout, to other: UInt64? = nil
  ) {
    var entry = layout.dynamic
    while layout.bytes.withUnsafeBytes({ $0.integer(at: entry, as: UInt64.self) }) != tag {
      entry += 16
    }
    layout.bytes.put(other ?? tag, at: entry)
    layout.bytes.put(value, at: entry + 8)
  }

  @Test(arguments: headerFaults + segmentFaults + tableFaults)
  func `Each fault is named`(fault: Fault) throws {
    var layout = ELFBuilder().layout
    fault.damage(&layout)
    let bytes = layout.bytes
    let error = #expect(throws: ELFError.self) {
      try ELFReader.image(of: bytes, using: ELFScratch())
    }
    #expect(error?.code == fault.code)
    #expect(error?.reason.contains(fault.says) == true, "\(error?.reason ?? "")")
  }

  @Test func `Two manifests in one library are refused`() throws {
    var builder = ELFBuilder()
    // A note in the place of the manifest's text: the second manifest begins inside of the first.
    builder.manifest = nil
    builder.imageVersion = nil
    var layout = builder.layout
    let notes =
      ELFBuilder.note(owner: "PageHost", type: 1, [0x7b, 0x7d])
      + ELFBuilder.note(owner: "PageHost", type: 1, [0x7b, 0x7d])
    let offset = layout.bytes.count
    layout.bytes += notes
    layout.bytes.put(UInt64(offset), at: Self.note + 8)
    layout.bytes.put(UInt64(notes.count), at: Self.note + 32)
    let bytes = layout.bytes
    let error = #expect(throws: ELFError.self) {
      try ELFReader.image(of: bytes, using: ELFScratch())
    }
    #expect(error?.reason.contains("two manifest notes") == true)
  }

  @Test(arguments: [(16_384, true), (16_385, false)])
  func `A manifest has at most 16 KiB`(size: Int, isRead: Bool) throws {
    var builder = ELFBuilder()
    builder.manifest = String(repeating: " ", count: size)
    let bytes = builder.bytes
    if isRead {
      #expect(try ELFReader.image(of: bytes, using: ELFScratch()).manifest?.count == size)
    } else {
      let error = #expect(throws: ELFError.self) {
        try ELFReader.image(of: bytes, using: ELFScratch())
      }
      #expect(error?.code == .excessive)
    }
  }

  @Test func `A file that is huge and empty behind its header is given up soon`() {
    var layout = ELFBuilder().layout
    layout.bytes.put(1 << 45 as UInt64, at: 40)
    let source = CountingSource(layout.bytes, size: 1 << 46)
    _ = try? ELFReader.image(of: source, using: ELFScratch())
    #expect(source.total <= 1 << 19)
  }
}
