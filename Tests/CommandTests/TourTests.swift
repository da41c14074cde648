import Foundation
import Testing

/// `run` where there is no terminal.
@Suite struct TourTests {
  private let app: TestApp

  init() throws {
    app = try TestApp()
    try app.folder.write(TestApp.source("Plugins/tour.drive"), to: "app/tour.drive")
  }

  @Test func `the tour shows every page of the first launch on temporary data`() throws {
    let run = try ToolRun(
      ["run", "--app", app.app], in: app.folder, environment: ["TMPDIR": app.folder.path])
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("No terminal here, so this is a tour of the app") == true)
    let screens = lines.filter { $0.hasPrefix("--- ") }.map { $0.split(separator: " ")[1] }
    #expect(
      Set(screens.map(String.init)).isSuperset(of: Set(TestApp.pages).subtracting(["HomePage"])))
    #expect(screens.first == "GuidePage")
    #expect(screens.last == "LoginPage")
    // Nothing is left, neither in the app's own data nor of the temporary folder.
    let left = try FileManager.default.contentsOfDirectory(atPath: app.folder.path)
    #expect(left.filter { !$0.hasPrefix(".") } == ["app"])
  }

  @Test func `a page that was asked for is not silently left out`() throws {
    let run = try ToolRun(["run", "--open", "AboutPage", "--app", app.app], in: app.folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.contains("--open needs a terminal; use 'pagehost snapshot'"))
  }

  @Test func `an app without a tour shows its first page`() throws {
    try FileManager.default.removeItem(atPath: "\(app.app)/tour.drive")
    let run = try app.run(["run"])
    #expect(run.status == 0)
    #expect(run.output.contains("--- GuidePage 80x24"))
  }

  @Test func `a tour that no longer fits its app fails and names the line`() throws {
    let file = try app.folder.write("print\nexpect \"Zebra\"\n", to: "app/tour.drive")
    let run = try app.run(["run"])
    #expect(run.status == 1)
    #expect(run.errors == "pagehost: error: \(file):2: expected \"Zebra\" on the screen\n")
  }
}
