import Foundation
import Testing

@Suite struct ListTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  @Test func `the JSON has the keys and types that are promised`() throws {
    let run = try app.run(["list", "--json"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.split(separator: "\n").count == 1)
    let list = try JSONDocument(run.output)
    #expect(list.shape == ["format: integer", "pages: array", "problems: array"])
    #expect(list.integer("format") == 1)
    let pages = try #require(list["pages"]).elements
    #expect(pages.compactMap { $0["page"]?.text } == TestApp.pages)
    for page in pages {
      #expect(
        page.shape == [
          "abi: integer", "bytes: integer", "module: string", "page: string", "path: string",
          "runtime: string", "shadowed: boolean", "unloads: boolean", "version: string",
          "why: string",
        ])
      #expect(page["runtime"]?.text == "private")
      #expect(page.boolean("unloads") == true)
      #expect(page.boolean("shadowed") == false)
      #expect(page["path"]?.text?.hasPrefix(app.modules) == true)
    }
    #expect(list["problems"]?.elements.count == 0)
  }

  @Test func `a file that is no module is a problem, and stops no other`() throws {
    try app.folder.write("", to: "app/modules/libEmptyPage.so")
    try app.folder.write(String(repeating: "x", count: 5000), to: "app/modules/libNoisePage.so")
    try app.folder.write("x", to: "app/modules/libCutPage.so")
    try app.folder.write("x", to: "app/modules/libFolderPage.so/file")
    let made = try ToolRun(
      shell: """
        cd app/modules && mkfifo libFifoPage.so && ln -s nowhere libNowherePage.so &&
        ln -s /dev/zero libEndlessPage.so && ln -s libLoopPage.so libLoopPage.so &&
        truncate -s 100G libHugePage.so && head -c 9000 libHomePage.so > libCutPage.so
        """, in: app.folder)
    #expect(made.status == 0)
    let run = try app.run(["list", "--json"])
    #expect(run.status == 0)
    let list = try JSONDocument(run.output)
    #expect(list["pages"]?.elements.count == TestApp.pages.count)
    let problems = try #require(list["problems"]).elements
    #expect(Set(problems.map(\.shape)) == [["path: string", "reason: string"]])
    let names = problems.compactMap {
      $0["path"]?.text?.split(separator: "/").last.map(String.init)
    }
    #expect(
      names == [
        "libCutPage.so", "libEmptyPage.so", "libEndlessPage.so", "libFifoPage.so",
        "libFolderPage.so", "libHugePage.so", "libLoopPage.so", "libNoisePage.so",
        "libNowherePage.so",
      ])
    #expect(problems.allSatisfy { $0["reason"]?.text?.isEmpty == false })
    #expect(try app.run(["list", "--strict"]).status == 1)
  }

  @Test func `a table tells pages, and problems below it`() throws {
    try app.folder.write("", to: "app/modules/libEmptyPage.so")
    let run = try app.run(["list", "--strict"])
    #expect(run.status == 1)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.split(separator: " ").first == "PAGE")
    let pages = lines[1...].prefix(TestApp.pages.count)
    #expect(pages.map { $0.split(separator: " ").first.map(String.init) } == TestApp.pages)
    let problem = try #require(lines.first { $0.contains("libEmptyPage.so") })
    #expect(problem.hasPrefix("\(app.modules)/libEmptyPage.so is empty; "))
  }

  @Test func `strict is content when there is no problem`() throws {
    #expect(try app.run(["list", "--strict"]).status == 0)
  }

  @Test func `the first of two folders wins, and the later module is listed as shadowed`() throws {
    let other = try TestApp(pages: ["HomePage"])
    let run = try app.run(["list", "--json"], environment: ["PAGEHOST_PATH": other.modules])
    #expect(run.status == 0)
    let homes = try #require(try JSONDocument(run.output)["pages"]).elements.filter {
      $0["page"]?.text == "HomePage"
    }
    #expect(homes.map { $0.boolean("shadowed") } == [false, true])
    #expect(homes.last?["path"]?.text == "\(other.modules)/libHomePage.so")
  }

  @Test func `a modules folder that others can write is not used`() throws {
    #expect(try ToolRun(shell: "chmod o+w app/modules", in: app.folder).status == 0)
    let run = try app.run(["list", "--json"])
    #expect(run.status == 0)
    let list = try JSONDocument(run.output)
    #expect(list["pages"]?.elements.count == 0)
    let problem = try #require(list["problems"]?.elements.first)
    #expect(problem["path"]?.text == app.modules)
    #expect(
      problem["reason"]?.text?.contains("can be changed by everybody; run chmod o-w on it") == true)
    #expect(try app.run(["list", "--strict"]).status == 1)
    let drive = try app.drive("print")
    #expect(drive.status == 0)
    #expect(drive.output.contains("GuidePage cannot be shown"))
  }

  @Test func `a modules folder that is missing is a problem`() throws {
    try FileManager.default.removeItem(atPath: app.modules)
    let run = try app.run(["list", "--strict"])
    #expect(run.status == 1)
    #expect(run.output.contains("\(app.modules) does not exist; create the folder"))
  }

  @Test func `a page that app.json names and no module has is a problem`() throws {
    try FileManager.default.removeItem(atPath: "\(app.modules)/libAboutPage.so")
    let run = try app.run(["list", "--json", "--strict"])
    #expect(run.status == 1)
    let problems = try #require(try JSONDocument(run.output)["problems"]).elements
    #expect(problems.count == 1)
    #expect(problems.first?["path"]?.text == "\(app.app)/app.json")
    #expect(
      problems.first?["reason"]?.text?.contains("the page AboutPage, which no module has") == true)
  }
}
