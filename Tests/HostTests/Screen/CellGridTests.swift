import Host
import Testing

@Suite struct CellGridTests {
  @Test(
    arguments: [
      (0, "你好", "你好"), (1, "你好", " 你"), (3, "你好", "   ·"), (-1, "你好", " 好"), (-2, "你好", "好"),
    ])
  func `Case 25: a wide character that an edge cuts becomes a space`(
    x: Int, text: String, row: String
  ) {
    var grid = CellGrid(width: 4, height: 1)
    if row.hasSuffix("·") { grid.fill(grid.bounds, with: "·") }
    grid.write(text, x: x, y: 0, clip: grid.bounds)
    let expected = row.hasSuffix("·") ? "···" : row
    #expect(grid.text(ofRow: 0) == expected)
  }

  @Test("Overwriting one half of a pair makes a space of the other")
  func halves() {
    var grid = CellGrid(width: 6, height: 1)
    grid.write("你好吗", x: 0, y: 0, clip: grid.bounds)
    grid.write("a", x: 1, y: 0, clip: grid.bounds)
    grid.write("b", x: 4, y: 0, clip: grid.bounds)
    #expect(grid.row(0).map(\.width) == [1, 1, 2, 0, 1, 1])
    #expect(grid.text(ofRow: 0) == " a好b")
    grid.write("吗", x: 1, y: 0, clip: grid.bounds)
    #expect(grid.row(0).map(\.width) == [1, 2, 0, 1, 1, 1])
  }

  @Test("Control characters are replaced, characters of no width are left out, marks attach")
  func specialCharacters() {
    var grid = CellGrid(width: 8, height: 1)
    grid.write("a\u{1B}[m\u{200B}\u{202E}e\u{301}", x: 0, y: 0, clip: grid.bounds)
    #expect(grid.text(ofRow: 0) == "a\u{FFFD}[me\u{301}")
    var other = CellGrid(width: 2, height: 1)
    other.write("\u{301}", x: 0, y: 0, clip: other.bounds)
    #expect(other.text(ofRow: 0) == " \u{301}")
  }

  @Test("Nothing is written outside the clip")
  func clip() {
    var grid = CellGrid(width: 6, height: 3)
    let clip = CellRect(x: 1, y: 1, width: 3, height: 1)
    for y in -1...4 { grid.write("abcdef", x: -1, y: y, clip: clip) }
    #expect(grid.rows == ["", " cde", ""])
    var none = CellGrid(width: 0, height: -3)
    none.write("abc", x: 0, y: 0, clip: CellRect(width: 9, height: 9))
    #expect(none.rows == [])
  }
}
