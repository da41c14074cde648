import Host
import Testing

@Suite struct CharacterWidthTests {
  @Test(
    "A character takes the cells that terminals give it",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("你", 2), ("ｱ", 1), ("ア", 2), ("Ａ", 2), ("한", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1),
      ("❤️", 2), ("1️⃣", 2), ("กำ", 2), ("½", 1), ("α", 1), ("\u{200B}", 0), ("\u{202E}", 0),
      ("\u{AD}", 0), ("\u{7}", 1), ("\u{1B}", 1), ("\u{301}", 1), ("\u{3000}", 2), ("𠀀", 2),
    ] as [(Character, Int)])
  func character(_ character: Character, _ width: Int) {
    #expect(CharacterWidth.of(character) == width)
  }

  @Test("Text takes the sum of its characters", arguments: [("", 0), ("Leaves", 6), ("名字: a", 7)])
  func text(_ text: String, _ width: Int) {
    #expect(CharacterWidth.of(text) == width)
  }
}
