/// How a cell looks; colours are named by their role and chosen by the surface.
package struct CellStyle: Sendable, Hashable {
  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
  }

  /// What a colour says.
  ///
  /// A surface without colour loses nothing but the colour.
  package enum Role: UInt8, Sendable, Hashable, CaseIterable {
    case plain, accent, attention, danger, success
  }

  package var attributes: Attributes
  package var role: Role

  package init(_ attributes: Attributes = [], role: Role = .plain) {
    self.attributes = attributes
    self.role = role
  }

  package static let plain = CellStyle()

  /// The same with more attributes.
  package func adding(_ more: Attributes) -> CellStyle {
    CellStyle(attributes.union(more), role: role)
  }
}

/// One cell of a grid: a character, the first cell of a wide one, or its second.
package struct Cell: Sendable, Hashable {
  /// What is drawn; a space in the second cell of a pair.
  package private(set) var character: Character
  /// 1, or 2 for the first cell of a pair, or 0 for its second.
  package private(set) var width: Int8
  package var style: CellStyle

  private init(_ character: Character, width: Int8, style: CellStyle) {
    self.character = character
    self.width = width
    self.style = style
  }

  package static func blank(_ style: CellStyle = .plain) -> Cell {
    Cell(" ", width: 1, style: style)
  }

  static func single(_ character: Character, _ style: CellStyle) -> Cell {
    Cell(character, width: 1, style: style)
  }

  static func wide(_ character: Character, _ style: CellStyle) -> Cell {
    Cell(character, width: 2, style: style)
  }

  static func secondHalf(_ style: CellStyle) -> Cell { Cell(" ", width: 0, style: style) }
}
