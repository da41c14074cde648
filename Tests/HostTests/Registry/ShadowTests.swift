import Testing

@testable import Host

@MainActor @Suite struct ShadowTests {
  private func list(_ folders: [ModulesFolder]) -> Listing {
    Registry(testing: folders.map(\.path))
      .list()
  }

  @Test func `A module of the same name in a later folder is shadowed with all its pages`() throws {
    let (first, second) = (ModulesFolder(), ModulesFolder())
    let winner = try first.add("HomePage")
    try second.add("HomePage", pages: ["HomePage", "OtherPage"])
    let listing = list([first, second])
    #expect(listing.problems.isEmpty)
    #expect(listing.modules.map(\.shadowedBy) == [nil, winner])
    #expect(listing.modules[1].shadow(of: "OtherPage") == winner)
    #expect(listing.module(named: "HomePage")?.path == winner)
    #expect(listing.module(ofPage: "OtherPage") == nil)
  }

  @Test func `A page of the same name in a later folder is shadowed alone`() throws {
    let (first, second) = (ModulesFolder(), ModulesFolder())
    let winner = try first.add("HomePage")
    let other = try second.add("MoreHome", pages: ["HomePage", "OtherPage"])
    let listing = list([first, second])
    #expect(listing.problems.isEmpty)
    #expect(listing.modules[1].shadowedBy == nil)
    #expect(listing.modules[1].shadowedPages == ["HomePage": winner])
    #expect(listing.module(ofPage: "HomePage")?.path == winner)
    #expect(listing.module(ofPage: "OtherPage")?.path == other)
  }

  @Test func `A shadowed module shadows nothing`() throws {
    let folders = [ModulesFolder(), ModulesFolder(), ModulesFolder()]
    try folders[0].add("HomePage")
    try folders[1].add("HomePage", pages: ["OtherPage"])
    let third = try folders[2].add("OtherPage")
    #expect(list(folders).module(ofPage: "OtherPage")?.path == third)
  }

  @Test func `Two of one name in one folder are a problem too`() throws {
    let folder = ModulesFolder()
    let first = try folder.add("HomePage", file: "a.so")
    let second = try folder.add("HomePage", file: "b.so")
    let third = try folder.add("MoreHome", pages: ["HomePage"], file: "c.so")
    let listing = list([folder])
    #expect(listing.modules.map { $0.shadow(of: "HomePage") } == [nil, first, first])
    #expect(listing.problems.map(\.path) == [second, third])
    #expect(listing.problems[0].reason.contains("second module HomePage beside \(first)"))
    #expect(listing.problems[1].reason.contains("has a page HomePage, as has \(first)"))
  }
}
