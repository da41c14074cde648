import Foundation
import Testing

/// The app's pages, by scripts, in both languages and over restarts.
@Suite struct LeavesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func play(_ script: String, language: String = "en_US.UTF-8") throws -> ToolRun {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "DriveScripts/\(script).drive").path
    return try ToolRun(
      ["drive", path, "--data", folder.path + "/data"], in: folder, environment: ["LANG": language])
  }

  private func drive(_ lines: String..., language: String = "en_US.UTF-8") throws -> ToolRun {
    try ToolRun(
      ["drive", "--data", folder.path + "/data"], in: folder, environment: ["LANG": language],
      input: lines.joined(separator: "\n"))
  }

  @Test func `Posts and contacts are opened, changed and deleted, and gone back from`() throws {
    let run = try play("details")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(run.output.contains("ContactPage#"))
  }

  @Test func `Every page speaks Chinese and is usable at three sizes`() throws {
    let run = try play("chinese", language: "zh_CN.UTF-8")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    for line in run.output.split(separator: "\n") where line.hasPrefix("--- ") {
      #expect(line.hasSuffix("80x24") || line.hasSuffix("20x6") || line.hasSuffix("200x60"))
    }
    // Words of the app's in English would be those that nobody translated.
    for word in ["Post ", "Edit", "Delete", "Search", "Feeds", "Log out", "Timeline "] {
      #expect(!run.output.contains(word), "\(word)")
    }
  }

  @Test func `A restart opens the last screen with what was being written; signing out forgets it`()
    throws
  {
    let first = try drive(
      "tap \"Next\"", "tap \"Next\"", "tap \"Get started\"", "type \"Account\" \"ada\"",
      "type \"Password\" \"correct horse\"", "tap \"Remember me\"", "tap \"Create account\"",
      "type \"New post\" \"Leaves fall\"", "tap \"Post\"", "tap \"Open\"", "tap \"Edit\"",
      "type \"Text\" \"half a thought\"", "tab \"Discover\"", "type \"Search\" \"leaves\"")
    #expect(first.status == 0, "\(first.errors)")
    let second = try drive(
      "expect \"Leaves fall\"", "tab \"Timeline\"", "tap \"Save\"", "expect \"half a thought\"",
      "back", "expect \"New post\"", "tab \"About\"", "tap \"Log out\"", "expect \"Password\"")
    #expect(second.status == 0, "\(second.errors)\(second.output)")
    let third = try drive("expect \"Password\"", "reject \"thought\"", "back", "expect \"Password\"")
    #expect(third.status == 0, "\(third.errors)\(third.output)")
  }

  @Test func `The first launch ends once, also over a restart in its middle`() throws {
    #expect(try drive("tap \"Next\"").status == 0)
    let second = try drive("expect \"Made of pages\"", "tap \"Next\"", "tap \"Get started\"")
    #expect(second.status == 0, "\(second.errors)\(second.output)")
    let third = try drive("expect \"Password\"", "reject \"Welcome\"")
    #expect(third.status == 0, "\(third.errors)\(third.output)")
  }

  @Test(arguments: ["80x24", "200x60", "20x6"], ["en_US.UTF-8", "zh_CN.UTF-8"])
  func `A page can be shown alone at each size, in both languages`(
    size: String, language: String
  ) throws {
    for page in [
      "GuidePage", "LoginPage", "TimelinePage", "PostPage", "ContactsPage", "ContactPage",
      "DiscoverPage", "AboutPage",
    ] {
      let run = try ToolRun(
        ["snapshot", page, "--size", size], in: folder, environment: ["LANG": language])
      #expect(run.status == 0, "\(page): \(run.errors)")
      #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count > 5)
    }
  }
}
