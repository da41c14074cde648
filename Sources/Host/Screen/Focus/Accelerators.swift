/// The letters that choose controls with Alt, told by an underline.
///
/// A control has the first letter of its words that no control before it has, so that `[ Delete ]` is Alt-D or, when a
/// field edits with that, Alt-L. Only Latin letters count, as only they can be typed with Alt everywhere.
struct Accelerators: Sendable {
  /// Letters that edit a field together with Alt.
  private static let reserved: Set<Character> = ["b", "d", "e", "f", "u"]

  private var controls: [Character: Int] = [:]
  /// The place of the letter in the words of a node, collapsed as they are drawn.
  private var places: [Int: Int] = [:]

  init(_ outline: ViewOutline) {
    let focusable = outline.focusable
    // Without a field, no letter is needed for editing.
    var taken = focusable.contains { outline[$0].isField } ? Self.reserved : []
    for index in focusable {
      guard taken.count < 26 else { return }
      for (place, character) in TextWrap.collapsed(outline[index].text).enumerated() {
        guard let letter = Self.letter(character), taken.insert(letter).inserted else { continue }
        controls[letter] = index
        places[index] = place
        break
      }
    }
  }

  /// The number of the control that a character chooses.
  func index(of character: Character) -> Int? { Self.letter(character).flatMap { controls[$0] } }

  /// Where the letter of a node is among the characters of its words.
  func place(in index: Int) -> Int? { places[index] }

  private static func letter(_ character: Character) -> Character? {
    guard character.isASCII, character.isLetter else { return nil }
    return character.lowercased().first
  }
}
