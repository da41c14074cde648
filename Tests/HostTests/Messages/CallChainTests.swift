import Testing

@testable import Host

@Suite struct CallChainTests {
  @Test func `A chain knows its depth and names its links from the beginning`() {
    let first = CallChain("TimelinePage#3", parent: nil)
    let second = CallChain("notices.set (HomePage#1)", parent: first)
    #expect(first.depth == 1 && second.depth == 2)
    #expect(second.path == "TimelinePage#3 → notices.set (HomePage#1)")
  }
}
