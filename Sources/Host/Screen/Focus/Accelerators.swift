/// The letters that choose controls with Alt, told by an underline.
///
/// A control has the first letter of its words that no control before it has, so that `[ Delete ]` is Alt-D or, when a
/// field edits with that, Alt-L. Only Latin letters count, as only they can be typed with Alt everywhere. On one screen
/// a letter chooses one control: the page chooses its letters first, the header around it has what is left.
struct Accelerators: Sendable {
  /// Letters that edit a field together with Alt.
  private static let reserved: Set<Character> = ["b", "d", "e", "f", "u"]

  private var controls: [Character: Int] = [:]
  /// The place of the letter in the words of a node, collapsed as they are drawn.
  private var places: [Int: Int] = [:]

  init() {}

  /// - Parameter taken: Letters that are not free.
  private init(_ outline: ViewOutline, taken: Set<Character>) {
    let focusable = outline.focusable
    var taken = taken
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

  /// The letters of several views that are on one screen, the first view's first.
  static func shared(among outlines: [ViewOutline]) -> [Accelerators] {
    // Without a field, no letter is needed for editing.
    let edits = outlines.contains { outline in outline.focusable.contains { outline[$0].isField } }
    var taken = edits ? reserved : []
    return outlines.map { outline in
      let own = Accelerators(outline, taken: taken)
      taken.formUnion(own.controls.keys)
      return own
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
