import Testing

@testable import page_manifest

@Suite struct CommandArgumentsTests {
  @Test func takesPathsAndOptionsInAnyOrder() throws {
    let plain = try CommandArguments(["page.json", "out.swift"])
    #expect(plain.manifest == "page.json" && plain.glue == "out.swift")
    let all = try CommandArguments(["--assembly", "n.S", "page.json", "--header", "g.h"])
    #expect(all.manifest == "page.json" && all.glue == nil)
    #expect(all.assembly == "n.S" && all.header == "g.h")
    #expect(try CommandArguments(["-h"]).help)
  }

  @Test(
    arguments: [
      ([], "no PAGE.JSON is given"), (["--assembly", "a"], "no PAGE.JSON is given"),
      (["a", "b", "c"], "unexpected argument 'c'"), (["a", "--fast"], "unknown option '--fast'"),
      (["a", "--assembly"], "'--assembly' needs the path of a file"),
      (["a", "--header", "--assembly"], "'--header' needs the path of a file"),
    ] as [([String], String)])
  func refusesWrongUse(words: [String], reason: String) {
    #expect(throws: CommandArguments.UsageError(reason: reason)) { try CommandArguments(words) }
  }
}
