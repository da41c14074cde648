import Testing

@testable import Host

/// The keys that people of terminals know, in a field.
@MainActor @Suite struct FieldKeysTests {
  let screen = Screen(width: 60, height: 12)

  private func show(_ value: String, secure: Bool = false) {
    screen.show([
      SampleViews.layer(
        ViewNode(
          .column, id: "root",
          children: [
            ViewNode(secure ? .secureField : .field, id: "field", text: "Field", value: value),
            ViewNode(.field, id: "other", text: "Other"),
          ]))
    ])
  }

  private func text(_ id: String = "field") -> String? { screen.state(of: 7)?.editors[id]?.text }

  /// Keys, what the field holds then, and where its caret is.
  nonisolated static let table: [([Key], String, Int)] = [
    ([.wordLeft], "one two-three four", 14),
    ([.alt("b"), .alt("b")], "one two-three four", 8),
    ([.home, .wordRight], "one two-three four", 3),
    ([.home, .alt("f"), .alt("f")], "one two-three four", 7),
    ([.control("w")], "one two-three ", 14),
    ([.control("w"), .control("w")], "one ", 4),
    ([.wordBackspace, .wordBackspace], "one two-", 8),
    ([.home, .alt("d")], " two-three four", 0),
    ([.home, .wordRight, .control("k")], "one", 3),
    ([.alt("b"), .control("u")], "four", 0),
    ([.control("w"), .home, .control("y")], "fourone two-three ", 4),
    ([.control("u"), .control("y"), .control("y")], "one two-three fourone two-three four", 36),
    ([.control("u"), .control("_")], "one two-three four", 18),
    ([.control("u"), .alt("u"), .alt("e")], "", 0),
    (
      [.control("w"), .control("w"), .control("_"), .control("_"), .alt("_")], "one two-three ", 14
    ),
    ([.character("a"), .character("b"), .control("_")], "one two-three four", 18),
    (
      [.character("a"), .character(" "), .character("b"), .control("_")], "one two-three foura ", 20
    ),
    ([.character("a"), .left, .character("b"), .control("_")], "one two-three foura", 18),
    ([.backspace, .backspace, .control("_")], "one two-three four", 18),
    (
      [.control("w"), .character("x"), .control("_"), .character("y"), .alt("e")],
      "one two-three y", 15
    ),
    ([.control("_")], "one two-three four", 18),
    ([.alt("e")], "one two-three four", 18),
    ([.control("y")], "one two-three four", 18),
  ]

  @Test("Words, cutting, yanking, undoing", arguments: table)
  func keys(_ keys: [Key], _ expected: String, _ caret: Int) {
    show("one two-three four")
    for key in keys { _ = screen.handle(.key(key)) }
    #expect(text() == expected)
    #expect(screen.state(of: 7)?.editors["field"]?.caret == caret)
  }

  @Test("What is cut out of one field can be put into another, but not out of a secure one")
  func secrets() {
    show("name")
    _ = screen.handle(.key(.control("u")))
    _ = screen.handle(.key(.tab))
    _ = screen.handle(.key(.control("y")))
    #expect(text("other") == "name")
    show("secret", secure: true)
    _ = screen.handle(.key(.backtab))
    _ = screen.handle(.key(.control("u")))
    #expect(text() == "")
    _ = screen.handle(.key(.tab))
    _ = screen.handle(.key(.control("y")))
    #expect(text("other") == "namename")
  }

  @Test("What the page takes away cannot be had back by undoing")
  func page() {
    show("")
    _ = screen.handle(.paste("secret"))
    show("fixed")
    _ = screen.handle(.key(.control("_")))
    #expect(text() == "fixed")
  }

  @Test("Undoing goes back a bounded way")
  func bound() {
    var editor = FieldEditor()
    for _ in 0..<150 {
      editor.insert("ab")
      editor.insert(" ")
    }
    var count = 0
    while editor.undo() { count += 1 }
    #expect(count == FieldHistory.limit)
    var large = FieldEditor()
    for _ in 0..<20 {
      large.replaceAll(with: String(repeating: "x", count: FieldEditor.limit))
    }
    count = 0
    while large.undo() { count += 1 }
    #expect(count == 8)
  }
}
