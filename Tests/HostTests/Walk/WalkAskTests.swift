import Testing

@testable import Host

/// What a walk takes for wrong in how pages are answered.
@Suite @MainActor struct WalkAskTests {
  nonisolated static let lines: [([String], String?)] = [
    (["asks 7.1", "is answered 7.1 declined ask=7.1"], nil),
    (["asks 7.1", "asks 7.2", "is answered 7.2 nothing", "is answered 7.1 the error: no"], nil),
    (["asks 7.1", "is answered 7.1 chosen count=3"], nil),
    (["asks 7.1", "is answered 7.1 declined ask=8.1"], "7.1 got the result of 8.1"),
    (["is answered 7.1 nothing"], "AskingPage#7 was answered 7.1, which it does not wait for"),
    (
      ["asks 7.1", "is answered 7.1 nothing", "is answered 7.1 nothing"],
      "AskingPage#7 was answered 7.1, which it does not wait for"
    ),
    (["asks 7.1", "asks 7.1"], "7.1 was asked twice"),
  ]

  @Test(arguments: lines)
  func `Each ask is answered once, and by what was presented for it`(
    _ lines: [String], _ fault: String?
  ) {
    let asks = WalkAsks()
    for line in lines { asks.take(line, from: "AskingPage#7") }
    #expect(asks.fault == fault)
  }

  @Test func `A page that leaves is answered before`() {
    let asks = WalkAsks()
    asks.take("asks 7.1", from: "AskingPage#7")
    asks.end(8)
    #expect(asks.fault == nil && asks.open == ["7.1": 7])
    asks.end(7)
    #expect(asks.fault == "AskingPage#7 left without an answer to 7.1")
  }

  @Test
  func `An answer to one request that comes twice is a fault, whatever the page does with it`() {
    let lives = WalkLives { _ in .initialized }
    lives.take("CPage#1", .initData(arguments: [:], state: [:]))
    for token in [1, 2] as [UInt64] { lives.take("CPage#1", .completed(token: token, .done)) }
    lives.take("CPage#2", .completed(token: 1, .done))
    #expect(lives.fault == nil)
    lives.take("CPage#1", .completed(token: 2, .done))
    #expect(lives.fault == "CPage#1: the request 2 was answered twice")
  }
}
