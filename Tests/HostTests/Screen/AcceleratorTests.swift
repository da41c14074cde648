import Testing

@testable import Host

@MainActor @Suite struct AcceleratorTests {
  let screen = Screen(width: 60, height: 12)

  private static func buttons(_ words: [String], with field: Bool = false) -> ViewNode {
    ViewNode(
      .column, id: "root",
      children: (field ? [ViewNode(.field, id: "field", text: "Zone")] : [])
        + words.map { ViewNode(.button, id: $0, text: $0) })
  }

  /// Words of controls, and the letters that choose them.
  nonisolated static let table: [([String], Bool, String)] = [
    (["Add", "Delete"], false, "ad"), (["Delete", "Done"], false, "do"),
    (["Edit", "Back", "Find"], true, "ian"), (["删除", "Öffnen", "…"], false, "-f-"),
    (["  Save  it", "save"], false, "sa"), (["aaa", "aaa"], false, "a-"), ([""], false, "-"),
  ]

  @Test("A control has the first letter that is free", arguments: table)
  func letters(_ words: [String], _ hasField: Bool, _ letters: String) {
    let outline = ViewOutline(Self.buttons(words, with: hasField))
    let accelerators = Accelerators.shared(among: [outline])[0]
    for (index, letter) in letters.enumerated() where index < words.count {
      let node = index + (hasField ? 2 : 1)
      let found = "abcdefghijklmnopqrstuvwxyz".first { accelerators.index(of: $0) == node }
      #expect(found == (letter == "-" ? nil : letter), "\(words[index])")
    }
  }

  @Test("Alt and the letter does what a click does, and the letter is underlined")
  func choosing() throws {
    screen.show([SampleViews.layer(Self.buttons(["Add", "Delete"], with: true))])
    #expect(screen.handle(.key(.alt("a"))) == .tap(NodeReference(page: 7, id: "Add")))
    #expect(screen.focus?.id == "Add")
    #expect(screen.handle(.key(.alt("Z"))) == .redraw)
    #expect(screen.focus?.id == "field")
    // In a field, Alt-D cuts a word; Delete has L.
    #expect(screen.handle(.key(.alt("d"))) == .none)
    #expect(screen.handle(.key(.alt("l"))) == .tap(NodeReference(page: 7, id: "Delete")))
    #expect(screen.handle(.key(.alt("q"))) == .none)
    let grid = screen.picture().grid
    let underlined = (0..<grid.height).flatMap { y in
      grid.row(y).filter { $0.style.attributes.contains(.underline) && $0.character.isLetter }
    }
    #expect(String(underlined.map(\.character)) == "ZAl")
  }

  @Test("On one screen a letter chooses one control, and the page chooses its letters first")
  func sharing() {
    let buttons = ["Clear", "Close"].map { ViewNode(.button, id: $0, text: $0) }
    screen.show([SampleViews.home(ViewNode(.row, id: "root", children: buttons))])
    let own = NodeReference(page: 2, id: "Clear")
    let header = NodeReference(page: 1, id: "clear")
    #expect(screen.handle(.key(.alt("c"))) == .tap(own))
    #expect(screen.handle(.key(.alt("l"))) == .tap(NodeReference(page: 2, id: "Close")))
    #expect(screen.handle(.key(.alt("e"))) == .tap(header))
    // With a field on the screen, no letter that edits chooses anything, the header's neither.
    screen.show([SampleViews.home(SampleViews.posts(0))])
    #expect(screen.handle(.key(.alt("c"))) == .tap(header))
    _ = screen.handle(.key(.tab))
    #expect(screen.handle(.key(.alt("e"))) == .none)
  }
}
