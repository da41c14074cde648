/// The measures that a layout keeps to, chosen by the size of its region.
struct LayoutMetrics: Sendable {
  /// Empty columns left and right of the page.
  let margin: Int
  /// Empty rows above the page.
  let topMargin: Int
  /// Cells between the children of a row.
  let columnGap: Int
  /// Rows between parts of a column that differ.
  let rowGap: Int

  /// Text is hard to read on longer lines.
  static let widestPage = 100
  /// The most cells between the brackets of a field that has a line for itself.
  static let widestField = 48
  /// The fewest cells between the brackets of a field before its label moves above it.
  static let narrowestField = 8
  static let barWidth = 20
  /// The fewest cells of a text beside others before it has a line for itself.
  static let narrowestText = 10
  /// The cells of the longest word that is not broken to make room for what is beside it.
  static let longestWord = 12
  /// A narrower area does without a mark of what is scrolled out.
  static let narrowestScrollBar = 12
  /// Rows that a list has at least when it scrolls inside its page; with less room the whole page
  /// scrolls.
  static let shortestList = 4

  /// The columns of a page in a region of a width.
  var page: (x: Int, width: Int) {
    let inner = max(0, min(width - 2 * margin, Self.widestPage))
    return ((width - inner) / 2, inner)
  }

  private let width: Int

  init(width: Int, height: Int) {
    self.width = width
    margin = width >= 60 ? 2 : width >= 30 ? 1 : 0
    topMargin = height >= 16 ? 1 : 0
    columnGap = width >= 40 ? 2 : 1
    rowGap = height >= 12 ? 1 : 0
  }

  /// The rows between two neighbours in a column.
  func gap(_ upper: ViewNode, _ lower: ViewNode) -> Int {
    let (above, below) = (Group(upper), Group(lower))
    if above == .none || below == .none { return 0 }
    if above == .heading, lower.flags.contains(.secondary) { return 0 }
    return above != below || above == .heading ? rowGap : 0
  }

  /// What belongs together in a column without a gap.
  private enum Group {
    case none, heading, text, form, buttons, list

    init(_ node: ViewNode) {
      switch node.kind {
      case .spacer, .divider: self = .none
      case .text where node.flags.contains(.heading): self = .heading
      case .text, .image: self = .text
      case .field, .secureField, .toggle, .progress: self = .form
      case .button: self = .buttons
      case .list: self = .list
      case .row, .column:
        // A group is of the kind of what a person can do with it, else of its first part.
        let control = node.children.first { $0.isControl }
        let part = control ?? node.children.first { $0.kind != .spacer }
        self = part.map { Group($0) } ?? .text
      }
    }
  }
}
