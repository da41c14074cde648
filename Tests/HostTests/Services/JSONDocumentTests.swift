import Testing

@testable import Host

@Suite struct JSONDocumentTests {
  @Test func `A document becomes a value without what is null`() throws {
    let text = "\u{FEFF}{\"a\": [1, 1.5, null, \"落叶\"], \"b\": null, \"c\": {\"d\": true}}"
    #expect(
      try JSONDocument.read(Array(text.utf8)).get()
        == .map([
          "a": .list([.integer(1), .real(1.5), .string("落叶")]), "c": .map(["d": .boolean(true)]),
        ]))
  }

  @Test(arguments: [
    "", "{", "{\"a\": 1, \"a\": 2}", "[1,]", "null", "<rss/>", "{\"a\": \"\u{1}\"}",
    String(repeating: "[", count: 1_000),
  ])
  func `What is no JSON is refused in words`(text: String) {
    guard case .failure(let error) = JSONDocument.read(Array(text.utf8)) else {
      Issue.record("read")
      return
    }
    #expect(error.code == .invalid)
    #expect(!error.message.isEmpty)
  }

  @Test func `A document that is too large is refused before it is read`() {
    let text = "[" + String(repeating: " ", count: 1_100_000) + "]"
    guard case .failure(let error) = JSONDocument.read(Array(text.utf8)) else {
      Issue.record("read")
      return
    }
    #expect(error.code == .tooLarge)
  }
}
