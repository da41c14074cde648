/// A place in a text, both counted from 1; columns count bytes.
package struct TextPosition: Sendable, Hashable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
