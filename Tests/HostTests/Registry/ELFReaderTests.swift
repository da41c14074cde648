import Testing

@testable import Host

@Suite struct ELFReaderTests {
  private func read(_ bytes: [UInt8]) throws(ELFError) -> (image: ELFImage, manifest: [UInt8]?) {
    try ELFReader.image(of: bytes, using: ELFScratch())
  }

  @Test func `Reads notes, libraries and symbols of a good library`() throws {
    var builder = ELFBuilder()
    builder.needed = ["libm.so.6", "libc.so.6"]
    builder.runpath = "/opt/lib:$ORIGIN"
    let (image, manifest) = try read(builder.bytes)
    #expect(manifest == Array(ELFBuilder.manifest("SamplePage").utf8))
    #expect(image.machine == .host)
    #expect(image.imageVersion == 1)
    #expect(image.needed == ["libm.so.6", "libc.so.6"])
    #expect(image.runpath == "/opt/lib:$ORIGIN")
    #expect(image.exportCount == 1)
    #expect(image.otherExports.isEmpty)
    #expect(image.traits == [.opens])
  }

  @Test(arguments: ELFImage.Machine.allCases)
  func `Reads the libraries of each processor`(machine: ELFImage.Machine) throws {
    var builder = ELFBuilder()
    builder.machine = machine
    #expect(try read(builder.bytes).image.machine == machine)
  }

  /// What makes a library have a trait.
  struct TraitCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var trait: ELFImage.Traits
    var change: @Sendable (inout ELFBuilder) -> Void
  }

  static let traits: [TraitCase] = [
    .init(testDescription: "nodelete", trait: .staysMapped) { $0.flags1 = 0x8 },
    .init(testDescription: "unique symbol", trait: .exportsUnique) {
      $0.exports.append(.init(name: "unique", binding: 10))
    },
    .init(testDescription: "relocations that are not packed", trait: .unpackedRelocations) {
      $0.isPacked = false
      $0.relativeCount = 9
    },
    .init(testDescription: "Swift sections", trait: .swiftSections) {
      $0.sections.append("swift5_typeref")
    },
    .init(testDescription: "undefined __real_", trait: .unwrapped) {
      $0.undefined.append("__real_malloc")
    },
    .init(testDescription: "undefined malloc", trait: .importsAllocator) {
      $0.undefined.append("malloc")
    },
    .init(testDescription: "undefined free at the end of the strings", trait: .importsAllocator) {
      $0.exports = []
      $0.undefined.append("free")
    },
    .init(testDescription: "executable stack", trait: .executableStack) {
      $0.executableStack = true
    },
    .init(testDescription: "libswiftCore.so", trait: .needsSwift) {
      $0.needed.append("libswiftCore.so")
    },
  ]

  @Test(arguments: traits)
  func `Notices what a library is linked with`(example: TraitCase) throws {
    var builder = ELFBuilder()
    #expect(try !read(builder.bytes).image.traits.contains(example.trait))
    example.change(&builder)
    #expect(try read(builder.bytes).image.traits.contains(example.trait))
  }

  @Test(arguments: ["mallocx", "malloc_usable_size", "freed", "__real", "x__real_"])
  func `Takes no other symbol for an allocator's`(name: String) throws {
    var builder = ELFBuilder()
    builder.undefined.append(name)
    let traits = try read(builder.bytes).image.traits
    #expect(traits == [.opens])
  }

  @Test func `Counts and names further exports`() throws {
    var builder = ELFBuilder()
    builder.exports += (1...9).map { .init(name: "other\($0)") }
    let image = try read(builder.bytes).image
    #expect(image.exportCount == 10)
    #expect(image.otherExports == ["other1", "other2", "other3", "other4"])
  }

  @Test func `Reads libraries with the System V hash table`() throws {
    var builder = ELFBuilder()
    builder.hash = .systemV
    #expect(try read(builder.bytes).image.traits.contains(.opens))
  }

  @Test func `Reads tables that lie far into the file`() throws {
    var builder = ELFBuilder()
    builder.undefined = (1...3000).map { "a_function_with_a_long_name_\($0)" }
    builder.padding = 100_000
    builder.sections.append("swift5_protocols")
    let source = CountingSource(builder.bytes)
    let image = try ELFReader.image(of: source, using: ELFScratch()).image
    #expect(image.traits == [.opens, .swiftSections])
    #expect(source.reads <= 96)
    #expect(source.total <= 1 << 19)
  }

  @Test func `Says so when there are more symbols than it looks at`() throws {
    var builder = ELFBuilder()
    builder.undefined = (1...5000).map { "f\($0)" }
    #expect(try read(builder.bytes).image.traits == [.moreExports])
  }

  @Test func `Gives up on symbols whose names are scattered, not on the library`() throws {
    var builder = ELFBuilder()
    let long = String(repeating: "x", count: 80)
    builder.undefined = (1...4000).map { "\(long)\($0 * 7919 % 4001)" }
    var layout = builder.layout
    // Every second name lies at the other end of the strings.
    var names: [UInt32] = []
    for index in 1...4000 {
      names.append(
        layout.bytes.withUnsafeBytes { $0.integer(at: layout.symbols + index * 24) })
    }
    for index in stride(from: 0, to: 2000, by: 2) { names.swapAt(index, 3999 - index) }
    for (index, name) in names.enumerated() {
      layout.bytes.put(name, at: layout.symbols + (index + 1) * 24)
    }
    let source = CountingSource(layout.bytes)
    let image = try ELFReader.image(of: source, using: ELFScratch()).image
    #expect(image.traits == [.moreExports])
    #expect(source.total <= 1 << 19)
  }

  @Test func `Reads an ordinary library with one read and one for its end`() throws {
    var builder = ELFBuilder()
    builder.undefined = (1...100).map { "function\($0)" }
    builder.padding = 100_000
    let source = CountingSource(builder.bytes)
    _ = try ELFReader.image(of: source, using: ELFScratch())
    #expect(source.reads == 2)
  }

  @Test func `A library without notes has no manifest`() throws {
    var builder = ELFBuilder()
    builder.manifest = nil
    builder.imageVersion = nil
    let (image, manifest) = try read(builder.bytes)
    #expect(manifest == nil)
    #expect(image.imageVersion == nil)
  }

  @Test func `A library cut off anywhere is said to be cut off`() throws {
    let bytes = ELFBuilder().bytes
    for count in 0..<bytes.count {
      let error = #expect(throws: ELFError.self) { try read(Array(bytes[..<count])) }
      #expect(error?.code == .truncated, "cut off at \(count)")
    }
  }
}
