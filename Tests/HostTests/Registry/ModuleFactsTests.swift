import Testing

@testable import Host

@Suite struct ModuleFactsTests {
  private func facts(_ change: (inout ELFBuilder) -> Void) throws(ELFError) -> ModuleFacts {
    var builder = ELFBuilder()
    change(&builder)
    let (image, manifest) = try ELFReader.image(of: builder.bytes, using: ELFScratch())
    return ModuleFacts(
      module: "SamplePage", version: "1.0.0", pages: ["SamplePage"],
      manifest: (manifest ?? [])[...], isManifestChecked: true, image: image)
  }

  /// How a module is linked, what is said of its runtime and unloading, and which flag is named.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var runtime: ModuleFacts.Runtime
    var why: String?
    var flag: String?
    var change: @Sendable (inout ELFBuilder) -> Void
  }

  static let cases: [Case] = [
    .init(testDescription: "C", runtime: .none) { _ in },
    .init(testDescription: "Swift as it should be", runtime: .private) {
      $0.sections.append("swift5_typeref")
    },
    .init(
      testDescription: "shared runtime", runtime: .shared, why: "-static-stdlib",
      flag: "-static-stdlib"
    ) {
      $0.sections.append("swift5_typeref")
      $0.needed.append("libswiftCore.so")
    },
    .init(testDescription: "no PageImage", runtime: .none, why: "PageImage", flag: "PageImage") {
      $0.imageVersion = nil
    },
    .init(
      testDescription: "PageImage without its flags", runtime: .none, why: "image.rsp",
      flag: "image.rsp"
    ) { $0.imageVersion = 0 },
    .init(
      testDescription: "calls that are not wrapped", runtime: .none, why: "image.rsp",
      flag: "image.rsp"
    ) { $0.undefined.append("__real_free") },
    .init(testDescription: "a guard of the future", runtime: .none, why: "newer host") {
      $0.imageVersion = 99
    },
    .init(testDescription: "NODELETE", runtime: .none, why: "nodelete") { $0.flags1 = 8 },
    .init(
      testDescription: "a unique symbol", runtime: .none, why: "STB_GNU_UNIQUE", flag: "image.map"
    ) { $0.exports.append(.init(name: "unique", binding: 10)) },
    .init(
      testDescription: "Swift that is not hidden", runtime: .private, why: "image.map",
      flag: "image.map"
    ) {
      $0.sections.append("swift5_typeref")
      $0.exports.append(.init(name: "swift_retain"))
    },
    .init(testDescription: "C that exports more", runtime: .none, flag: "also exports more_of_it") {
      $0.exports.append(.init(name: "more_of_it"))
    },
    .init(
      testDescription: "shared libstdc++", runtime: .private, flag: "static-cxx"
    ) {
      $0.sections.append("swift5_typeref")
      $0.needed.append("libstdc++.so.6")
    },
    .init(testDescription: "loose relocations", runtime: .none, flag: "pack-relative-relocs") {
      $0.isPacked = false
      $0.relativeCount = 3
    },
    .init(testDescription: "executable stack", runtime: .none, flag: "noexecstack") {
      $0.executableStack = true
    },
  ]

  @Test(arguments: cases)
  func `Tells whether a module unloads, and which flag is missing`(example: Case) throws {
    let facts = try facts(example.change)
    #expect(facts.runtime == example.runtime)
    #expect(facts.unloads == (example.why == nil))
    if let why = example.why { #expect(facts.why?.contains(why) == true, "\(facts.why ?? "")") }
    if let flag = example.flag {
      #expect(facts.missingFlags.contains { $0.contains(flag) }, "\(facts.missingFlags)")
    } else {
      #expect(facts.missingFlags.isEmpty)
    }
  }
}
