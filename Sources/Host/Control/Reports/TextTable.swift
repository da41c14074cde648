/// Rows of texts in columns, for a person.
struct TextTable {
  var header: [String]
  var rows: [[String]]

  /// The lines, columns two blanks apart, no blanks at the ends.
  var lines: [String] {
    let all = [header] + rows
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
