extension String {
  /// The text between single quotes, fit for a message on a terminal: one line, bounded, no control characters.
  ///
  /// What is quoted comes from files that anyone may have written.
  package var quoted: String {
    let limit = 60
    var result = "'"
    var count = 0
    for scalar in unicodeScalars {
      if count == limit {
        result += "…"
        break
      }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}
