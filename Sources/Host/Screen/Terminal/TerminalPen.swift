import CNcurses

/// Puts cells into ncurses' picture, as characters that every terminal draws as wide as they are
/// counted.
///
/// Terminals differ on sequences of emoji and on characters that are newer than they are. Of what
/// takes two cells but is made of narrow parts, each part gets a cell; of joined emoji only the
/// first is sent.
@MainActor
struct TerminalPen {
  private let isUTF8: Bool
  private let hasColor: Bool

  init(usesColor: Bool, isUTF8: Bool) {
    self.isUTF8 = isUTF8
    hasColor = usesColor && has_colors()
    guard hasColor else { return }
    start_color()
    use_default_colors()
    for role in CellStyle.Role.allCases where role != .plain {
      init_pair(Self.pair(role), Self.color(role), -1)
    }
  }

  func draw(_ cells: ArraySlice<Cell>, y: Int) {
    for (x, cell) in cells.enumerated() where cell.width > 0 {
      let (first, second) = parts(of: cell)
      put(first, x: x, y: y, cell.style)
      if cell.width == 2, let second { put(second, x: x + 1, y: y, cell.style) }
    }
  }

  private func put(_ scalars: [Unicode.Scalar], x: Int, y: Int, _ style: CellStyle) {
    let text = scalars.map(\.value) + [0]
    _ = cncurses_put(
      Int32(y), Int32(x), text, attributes(style), hasColor ? Self.pair(style.role) : 0)
  }

  // MARK: Characters

  /// What is put into the first cell and, unless that is a wide character, into the second.
  private func parts(of cell: Cell) -> (first: [Unicode.Scalar], second: [Unicode.Scalar]?) {
    let scalars = Array(cell.character.unicodeScalars)
    guard let base = scalars.first else { return ([" "], nil) }
    if base.isASCII, scalars.count == 1 { return ([base], nil) }
    let blank: [Unicode.Scalar]? = cell.width == 2 ? [" "] : nil
    guard isUTF8 else { return ([Self.ascii(base)], blank) }
    let width = Self.width(base)
    if width == Int(cell.width) { return ([base] + marks(scalars[1...]), nil) }
    guard width == 1 else { return (["?"], blank) }
    // Two narrow parts: a flag's letters, a consonant with its vowel; or one that emoji style made
    // wide.
    guard let split = scalars[1...].firstIndex(where: { Self.width($0) == 1 }) else {
      return ([base] + marks(scalars[1...]), blank)
    }
    return (
      [base] + marks(scalars[1..<split]), [scalars[split]] + marks(scalars[(split + 1)...])
    )
  }

  /// Up to four marks that stand on a character, all that ncurses keeps; joiners and emoji styles
  /// are not drawn.
  private func marks(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    scalars.prefix { $0.value != 0x200D }
      .filter { Self.width($0) == 0 && !(0xFE00...0xFE0F).contains($0.value) }
      .prefix(4)
  }

  /// The cells that ncurses counts for a scalar; -1 when it cannot be drawn.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    Int(cncurses_width(scalar.value))
  }

  /// What stands for a character where there is no UTF-8.
  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "─": "-"
    case "│", "┃": "|"
    case "█": "#"
    case "░", "·": "."
    case "•": "*"
    case "‹": "<"
    case "›": ">"
    case "…": "~"
    case "’", "‘": "'"
    case "“", "”": "\""
    case "–", "—": "-"
    default: "?"
    }
  }

  // MARK: Looks

  private func attributes(_ style: CellStyle) -> attr_t {
    var result: attr_t = 0
    if style.attributes.contains(.bold) { result |= cncurses_bold }
    if style.attributes.contains(.dim) { result |= cncurses_dim }
    if style.attributes.contains(.reverse) { result |= cncurses_reverse }
    if style.attributes.contains(.underline) { result |= cncurses_underline }
    return result
  }

  private static func pair(_ role: CellStyle.Role) -> Int16 { Int16(role.rawValue) }

  private static func color(_ role: CellStyle.Role) -> Int16 {
    switch role {
    case .plain: -1
    case .accent: Int16(COLOR_CYAN)
    case .attention: Int16(COLOR_YELLOW)
    case .danger: Int16(COLOR_RED)
    case .success: Int16(COLOR_GREEN)
    }
  }
}
