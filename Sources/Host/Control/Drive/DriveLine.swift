/// One line of a drive script, taken apart into words.
struct DriveLine {
  /// A word, and whether it stood in quotes.
  struct Word: Hashable {
    var text: String
    var isQuoted: Bool
  }

  var words: [Word]

  /// Takes a line apart at blanks.
  ///
  /// Quotes keep blanks; in them a quote, a backslash, a new line and a tab are written `\"`, `\\`, `\n` and `\t`. A `#`
  /// begins a comment where the line begins and where it stands alone; `#id` is a word.
  init(_ line: String) throws(DriveError) {
    words = []
    var rest = line[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let first = rest.first else { return }
      if first == "#",
        words.isEmpty || rest.dropFirst().first.map({ $0 == " " || $0 == "\t" }) ?? true
      {
        return
      }
      if first == "\"" {
        words.append(Word(text: try DriveLine.quoted(&rest), isQuoted: true))
      } else {
        // key="two words" is one word.
        var text = ""
        while let next = rest.first, next != " ", next != "\t" {
          if next == "\"" {
            text += try DriveLine.quoted(&rest)
          } else {
            text.append(next)
            rest.removeFirst()
          }
        }
        words.append(Word(text: text, isQuoted: false))
      }
    }
  }

  private static func quoted(_ rest: inout Substring) throws(DriveError) -> String {
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst() {
      switch next {
      case "\"": return text
      case "\\":
        switch rest.popFirst() {
        case "n": text += "\n"
        case "t": text += "\t"
        case "\"": text += "\""
        case "\\": text += "\\"
        case let other:
          let sequence = other.map { "\\\($0)" } ?? "\\"
          throw DriveError(
            .usage, "'\(sequence)' in quotes means nothing; write \\\\ for a backslash")
        }
      default: text.append(next)
      }
    }
    throw DriveError(.usage, "the quote is not closed; add \" at the end")
  }
}

/// Why a script stops.
package struct DriveError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The line is not one of a script.
    case usage
    /// What the line asks for did not happen.
    case failed
  }

  package let code: Code
  package var description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
