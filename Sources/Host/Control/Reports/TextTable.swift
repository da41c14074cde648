/// Rows of texts in columns, for a person.
struct TextTable {
  var header: [String]
  var rows: [[String]]

  /// The lines, columns two blanks apart, no blanks at the ends.
  var lines: [String] {
    let widths = widths
    var lines: [String] = []
    lines.reserveCapacity(rows.count + 1)
    lines.append(TextTable.line(header, widths))
    for row in rows { lines.append(TextTable.line(row, widths)) }
    return lines
  }

  private var widths: [Int] {
    var widths = header.map(TextTable.width)
    for row in rows {
      for column in widths.indices {
        widths[column] = max(widths[column], TextTable.width(row[column]))
      }
    }
    return widths
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    // Blanks are owed until something follows them.
    var blanks = 0
    for (column, cell) in cells.enumerated() {
      if !cell.isEmpty {
        while blanks > 0 {
          line.append(" ")
          blanks -= 1
        }
        line.append(cell)
      }
      blanks += widths[column] - width(cell) + 2
    }
    return line
  }

  /// How many characters a text has; counting those of ASCII takes no look at each.
  private static func width(_ text: String) -> Int {
    let bytes = text.utf8
    return bytes.allSatisfy { $0 < 0x80 } ? bytes.count : text.count
  }
}
