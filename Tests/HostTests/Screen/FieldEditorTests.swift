import Host
import Testing

@Suite struct FieldEditorTests {
  @Test("Text goes in at the caret and comes out on either side of it")
  func editing() {
    var editor = FieldEditor("helo")
    editor.moveLeft()
    editor.insert("l")
    #expect(editor.text == "hello")
    #expect(editor.caret == 4)
    var deleted = [editor.deleteBackward(), editor.deleteForward()]
    #expect(editor.text == "hel")
    deleted.append(editor.deleteForward())
    editor.moveHome()
    editor.moveLeft()
    deleted.append(editor.deleteBackward())
    #expect(deleted == [true, true, false, false])
    editor.moveEnd()
    editor.moveRight()
    #expect(editor.caret == 3)
  }

  @Test("A character is what a person sees as one")
  func graphemes() {
    var editor = FieldEditor("a👩‍👩‍👧e\u{301}")
    #expect(editor.count == 3)
    editor.deleteBackward()
    editor.deleteBackward()
    #expect(editor.text == "a")
    // A mark that is typed after its letter joins it.
    editor.insert("\u{301}")
    #expect(editor.count == 1)
    #expect(editor.caret == 1)
    // So do two halves of a flag when what parted them goes.
    var flag = FieldEditor("\u{1F1E9}-\u{1F1EA}")
    flag.moveLeft()
    flag.deleteBackward()
    #expect(flag.count == 1)
    #expect(flag.caret <= 1)
  }

  @Test("Line breaks become spaces and control characters are left out")
  func cleaning() {
    var editor = FieldEditor()
    editor.insert("a\nb\u{7}\u{1B}[c\td")
    #expect(editor.text == "a b[c d")
  }

  @Test("Whole words and everything on one side can be deleted")
  func words() {
    var editor = FieldEditor("one two  ")
    editor.deleteWordBackward()
    #expect(editor.text == "one ")
    editor.insert("two three")
    editor.moveHome()
    for _ in 0..<4 { editor.moveRight() }
    editor.deleteToEnd()
    #expect(editor.text == "one ")
    editor.deleteToStart()
    #expect(editor.text == "")
    let deleted = [editor.deleteToStart(), editor.deleteToEnd(), editor.deleteWordBackward()]
    #expect(deleted == [false, false, false])
  }

  @Test("More than the limit is not accepted")
  func limit() {
    var editor = FieldEditor(String(repeating: "a", count: FieldEditor.limit - 1))
    editor.insert("bcd")
    #expect(editor.count == FieldEditor.limit)
    #expect(editor.text.hasSuffix("ab"))
  }

  @Test("The part that is seen follows the caret, by cells")
  func window() {
    var editor = FieldEditor("abcdefgh")
    editor.revealCaret(width: 5, secure: false)
    #expect(
      editor.window(width: 5, secure: false, scrolled: true)
        == .init(text: "efgh", caretCell: 4, isCutBefore: true))
    editor.moveLeft()
    editor.moveLeft()
    editor.revealCaret(width: 5, secure: false)
    #expect(
      editor.window(width: 5, secure: false, scrolled: true)
        == .init(text: "efgh", caretCell: 2, isCutBefore: true))
    editor.moveHome()
    editor.revealCaret(width: 5, secure: false)
    #expect(
      editor.window(width: 5, secure: false, scrolled: true)
        == .init(text: "abcde", caretCell: 0, isCutAfter: true))
    var wide = FieldEditor("你好吗")
    wide.revealCaret(width: 4, secure: false)
    #expect(
      wide.window(width: 4, secure: false, scrolled: true)
        == .init(text: "吗", caretCell: 2, isCutBefore: true))
    wide.replaceAll(with: "你好")
    #expect(wide.window(width: 3, secure: false, scrolled: false).text == "你")
    #expect(wide.window(width: 9, secure: true, scrolled: false).text == "••")
  }

  @Test("A click puts the caret at a cell")
  func click() {
    var editor = FieldEditor("a你b")
    for (cell, caret) in [(0, 0), (1, 1), (2, 1), (3, 2), (9, 3)] {
      editor.moveCaret(toCell: cell, secure: false)
      #expect(editor.caret == caret)
    }
  }

  @Test("A new value of the page replaces the person's text; the same value leaves it")
  func reconciling() {
    var editor = FieldEditor("page")
    editor.insert("!")
    editor.reconcile(with: "page")
    #expect(editor.text == "page!")
    editor.moveHome()
    editor.reconcile(with: "page!")
    #expect(editor.caret == 0, "what the page gives back does not move the caret")
    editor.reconcile(with: "")
    #expect(editor.text == "")
    #expect(editor.caret == 0)
    editor.reconcile(with: "other")
    #expect(editor.caret == 5)
  }
}
