import Foundation
import ManifestModel
import Testing

/// The built tool, and what compilers and `readelf` make of its files.
@Suite struct ToolTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The bytes of a note's descriptor as `readelf -n` prints them.
  private func descriptor(in output: String) -> [UInt8]? {
    let lines = output.split(separator: "\n")
    guard let owner = lines.firstIndex(where: { $0.contains("PageHost") }),
      let data = lines[(owner + 1)...].first?.split(separator: "data: ").last
    else { return nil }
    return data.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  @Test(arguments: ["clang", "gcc"])
  func embedsTheNoteInACModule(compiler: String) throws {
    try folder.write(Samples.full, to: "page.json")
    let tool = try folder.pageManifest("page.json", "--assembly", "note.S")
    #expect(tool.status == 0 && tool.output.isEmpty && tool.errors.isEmpty)
    try folder.write("int page_module_open(void) { return 0; }\n", to: "page.c")
    let built = try folder.run(
      compiler, "-shared", "-fPIC", "-Wl,--gc-sections", "-Wl,--fatal-warnings", "page.c", "note.S",
      "-o", "page.so")
    #expect(built.status == 0, "\(built.errors)")
    _ = try folder.run("strip", "page.so")
    let notes = try folder.run("readelf", "-n", "page.so").output
    #expect(descriptor(in: notes) == Samples.fullManifest.noteBytes)
  }

  @Test(arguments: ["x86_64-linux-gnu", "aarch64-linux-gnu"])
  func assemblesForEachProcessor(target: String) throws {
    try folder.write(Samples.full, to: "page.json")
    #expect(try folder.pageManifest("page.json", "--assembly", "note.S").status == 0)
    let built = try folder.run("clang", "-target", target, "-c", "note.S", "-o", "note.o")
    #expect(built.status == 0, "\(built.errors)")
    let notes = try folder.run("readelf", "-n", "note.o").output
    #expect(descriptor(in: notes) == Samples.fullManifest.noteBytes)
  }

  @Test func writesAHeaderThatCAccepts() throws {
    try folder.write(Samples.full, to: "page.json")
    #expect(try folder.pageManifest("page.json", "--header", "glue.h").status == 0)
    try folder.write(
      """
      #include "glue.h"
      page_status homePageNoticesSet(void *p, const page_call *c, int64_t n) { return PAGE_OK; }
      page_status homePageNoticesCount(void *p, const page_call *c, int64_t *r) { return PAGE_OK; }
      page_status homePageNotesPut(void *p, const page_call *c, page_string s, page_bytes b) {
        return PAGE_OK;
      }
      _Static_assert(sizeof HomePage_actions / sizeof *HomePage_actions == HomePage_action_count, "");
      """, to: "page.c")
    let include = ToolRun.sources.appending(path: "PageABI/include").path()
    for compiler in ["clang", "gcc"] {
      let built = try folder.run(
        compiler, "-std=c11", "-Wall", "-Werror", "-Wno-unknown-pragmas",
        "-Wno-unused-const-variable", "-Wno-unused-variable", "-I", include, "-c", "page.c")
      #expect(built.status == 0, "\(built.errors)")
    }
  }

  @Test func writesGlueThatCompilesWithPageKitWithoutWarnings() throws {
    try folder.write(GlueSample.manifest, to: "page.json")
    try folder.write(GlueSample.pages, to: "Pages.swift")
    #expect(try folder.pageManifest("page.json", "Glue.swift").status == 0)
    let include = ToolRun.sources.appending(path: "PageABI/include").path()
    let modules = ToolRun.products.appending(path: "Modules").path()
    let common = [
      "-parse-as-library", "-module-name", "Glue", "-warnings-as-errors", "-I", include,
    ]
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
      .flatMap { ["-enable-upcoming-feature", $0] }
    for flags in [["-swift-version", "6"] + features, ["-swift-version", "5"]] {
      let built = try ToolRun(
        "swiftc",
        common + flags + ["-I", modules, "-I", image, "-c", "Glue.swift", "Pages.swift"],
        in: folder.url)
      #expect(built.status == 0, "\(built.errors)")
    }
    let notes = try folder.run("readelf", "-n", "Glue.o").output
    let manifest = try Manifest(json: Array(GlueSample.manifest.utf8), file: "page.json")
    #expect(descriptor(in: notes) == manifest.noteBytes)
    #expect(try folder.run("nm", "Glue.o").output.contains(" T page_module_open\n"))
  }

  private var image: String { ToolRun.sources.appending(path: "PageImage/include").path() }

  @Test func namesFileLineColumnAndReason() throws {
    try folder.write("{\"manifest\": 1,\n  \"module\": \"m\"}", to: "page.json")
    let tool = try folder.pageManifest("page.json", "Glue.swift", "--assembly", "note.S")
    #expect(tool.status == 1)
    #expect(
      tool.errors
        == "page.json:2:13: error: module: 'm' is no name here; write names such as 'HomePage', "
        + "upper-case first, letters and digits, at most 64 bytes\n")
    #expect(throws: (any Error).self) { try folder.contents(of: "Glue.swift") }
    #expect(throws: (any Error).self) { try folder.contents(of: "note.S") }
  }

  @Test func warnsAndGoesOn() throws {
    try folder.write(
      "{\"manifest\": 1, \"module\": \"M\", \"version\": \"1.0.0\",\n\"pages\": [{\"name\": \"P\"}],"
        + "\n\"icon\": 1}", to: "page.json")
    let tool = try folder.pageManifest("page.json", "Glue.swift")
    #expect(tool.status == 0)
    #expect(tool.errors.hasPrefix("page.json:3:1: warning: unknown key 'icon' is ignored"))
    #expect(try !folder.contents(of: "Glue.swift").isEmpty)
  }

  @Test func saysWhichFileCannotBeUsed() throws {
    let missing = try folder.pageManifest("none.json")
    #expect(missing.status == 1)
    #expect(
      missing.errors == "page-manifest: error: cannot read none.json: No such file or directory\n")
    #expect(try folder.pageManifest(".").errors.hasSuffix("cannot read .: Is a directory\n"))
    try folder.write(Samples.full, to: "page.json")
    let unwritable = try folder.pageManifest("page.json", "none/Glue.swift")
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.contains("cannot write none/Glue.swift"))
    // Endless input ends at the limit.
    let endless = try folder.pageManifest("/dev/zero")
    #expect(endless.status == 1)
    #expect(endless.errors.contains("at most 1048576 are read"))
  }

  @Test func explainsWrongUse() throws {
    let tool = try folder.pageManifest()
    #expect(tool.status == 64)
    #expect(
      tool.errors.hasPrefix("page-manifest: error: no PAGE.JSON is given\nusage: page-manifest"))
    let help = try folder.pageManifest("--help")
    #expect(
      help.status == 0 && help.output.hasPrefix("usage: page-manifest") && help.errors.isEmpty)
  }

  @Test func readsTheExampleOfTheDocumentation() throws {
    let document = try String(
      contentsOf: ToolRun.sources.appending(path: "PageManifest/README.md"), encoding: .utf8)
    let blocks = document.components(separatedBy: "```")
    let example = try #require(blocks.first { $0.hasPrefix("json\n") }).dropFirst(5)
    let (manifest, warnings) = try Manifest.read(json: Array(example.utf8), file: "README.md")
    #expect(manifest.pages.count == 1 && manifest.permissions.census)
    #expect(warnings.isEmpty)
  }
}
