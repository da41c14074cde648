import Foundation
import Testing

/// The page of README.md is built and used as it stands there.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// Where SwiftPM has built the tests and, beside them, PageKit.
  private static let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private let readme: String
  private let app: TestApp

  init() throws {
    readme = try TestApp.source("README.md")
    app = try TestApp(
      json: #"{ "app": 1, "id": "hello", "start": [{ "open": "HelloPage" }] }"#, pages: [])
  }

  /// The text of the first block of a language.
  private func block(_ language: String) throws -> String {
    let start = try #require(readme.range(of: "```\(language)\n"))
    let end = try #require(readme[start.upperBound...].range(of: "```"))
    return String(readme[start.upperBound..<end.lowerBound])
  }

  /// Builds the page as the plugin and the one file of link flags do it.
  private func buildPage() throws {
    try app.folder.write(block("json"), to: "HelloPage/page.json")
    try app.folder.write(block("swift"), to: "HelloPage/HelloPage.swift")
    let build = try ToolRun(
      shell: """
        set -e
        manifest=$BUILD/page-manifest; test -x $manifest || manifest=$BUILD/page-manifest-tool
        $manifest HelloPage/page.json HelloPage/PageManifest.swift
        link=$ROOT/Sources/PageImage/link
        mapfile -t flags < <(grep -v '^#' $link/image.flags | sed "s|@here@|$link|g")
        swiftc -swift-version 6 -wmo -module-name HelloPage -emit-library -o app/modules/libHelloPage.so \
          HelloPage/*.swift -I $BUILD/Modules \
          -Xcc -fmodule-map-file=$ROOT/Sources/PageABI/include/module.modulemap \
          -Xcc -I$ROOT/Sources/PageABI/include -Xcc -I$ROOT/Sources/PageImage/include \
          $BUILD/PageKit.build/*.o $(find $BUILD/PageImage.build -name '*.o') "${flags[@]}"
        """, in: app.folder,
      environment: [
        "ROOT": Self.root.path, "BUILD": Self.build.path,
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "HOME": app.folder.path,
      ])
    try #require(build.status == 0, "\(build.errors)\(build.output)")
  }

  @Test func `the smallest page builds, shows what the text says, and unloads`() throws {
    try buildPage()
    let run = try app.run(["snapshot", "HelloPage", "--size", "40x6"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(readme.contains(run.output), "README.md shows something else than\n\(run.output)")
    let use = try app.drive("type \"Name\" \"Ada\"", "expect \"Hello, Ada\"")
    #expect(use.status == 0, "\(use.errors)\(use.output)")
    let check = try app.run(["check", "HelloPage"])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `every file and folder that the text names is there`() throws {
    for match in readme.matches(of: #/`((?:Sources|Tests|Plugins|docs|scripts)[\w\/.-]*)`/#) {
      let path = Self.root.appending(path: String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
    }
  }
}
