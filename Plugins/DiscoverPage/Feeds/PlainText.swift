/// Text out of HTML, for lines on a screen.
enum PlainText {
  /// The text of a fragment: without tags, scripts, styles and comments, entities as what they stand for, white space
  /// collapsed.
  ///
  /// Takes time in proportion to the fragment; whatever is not closed runs to its end.
  ///
  /// - Parameter longest: How many characters are kept.
  static func of(html: String, longest: Int = .max) -> String {
    var text = String.UnicodeScalarView()
    let scalars = html.unicodeScalars
    var index = scalars.startIndex
    // Found wanting once, so that a fragment full of quotes that nothing closes is not searched for each of them.
    var quotesClose = true
    while index < scalars.endIndex {
      switch scalars[index] {
      case "<" where isTag(scalars[scalars.index(after: index)...]):
        index = skipTag(scalars, from: index, quotesClose: &quotesClose)
        text.append(" ")
      case "&":
        let (scalar, next) = entity(scalars, from: index)
        text.append(contentsOf: scalar)
        index = next
      default:
        text.append(scalars[index])
        index = scalars.index(after: index)
      }
    }
    let collapsed = String(text).collapsed
    return collapsed.count > longest ? String(collapsed.prefix(longest - 1)) + "…" : collapsed
  }

  /// Plain text as HTML.
  static func html(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
  }

  /// Whether a `<` with this behind it begins a tag and is not the sign for less.
  private static func isTag(_ rest: Substring.UnicodeScalarView) -> Bool {
    guard let first = rest.first else { return false }
    return first == "/" || first == "!" || first == "?" || (first.isASCII && first.properties.isAlphabetic)
  }

  /// The place behind a tag; behind what a script, a style or a comment contains too.
  private static func skipTag(
    _ scalars: String.UnicodeScalarView, from start: String.Index, quotesClose: inout Bool
  ) -> String.Index {
    let rest = scalars[start...]
    if starts(rest, with: "<!--") { return end(of: "-->", in: rest) }
    for name in ["script", "style"] where starts(rest, with: "<\(name)") {
      return end(of: ">", in: scalars[end(of: "</\(name)", in: rest)...])
    }
    // A ">" inside of an attribute's quotes ends nothing.
    var quote: Unicode.Scalar?
    for index in rest.indices.dropFirst() {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if quotesClose, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == ">" {
        return scalars.index(after: index)
      }
    }
    quotesClose = quotesClose && quote == nil
    return end(of: ">", in: rest)
  }

  private static func starts(_ rest: Substring.UnicodeScalarView, with text: String) -> Bool {
    var index = rest.startIndex
    for wanted in text.unicodeScalars {
      guard index < rest.endIndex, rest[index].lowered == wanted else { return false }
      index = rest.index(after: index)
    }
    return true
  }

  /// The place behind the first occurrence of a text in lower case, or the end.
  private static func end(
    of text: String, in rest: Substring.UnicodeScalarView
  ) -> String.Index {
    for index in rest.indices where starts(rest[index...], with: text) {
      return rest.index(index, offsetBy: text.unicodeScalars.count)
    }
    return rest.endIndex
  }

  /// What an entity stands for and the place behind it; an unknown one stands for itself.
  private static func entity(
    _ scalars: String.UnicodeScalarView, from start: String.Index
  ) -> (String.UnicodeScalarView, String.Index) {
    let first = scalars.index(after: start)
    let name = scalars[first...].prefix(10).prefix { $0 != ";" && $0 != "&" }
    guard name.endIndex < scalars.endIndex, scalars[name.endIndex] == ";",
      let text = meaning(String(name))
    else { return (String.UnicodeScalarView("&".unicodeScalars), first) }
    return (text.unicodeScalars, scalars.index(after: name.endIndex))
  }

  private static func meaning(_ name: String) -> String? {
    if let known = entities[name] { return known }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = number.flatMap(Unicode.Scalar.init),
      scalar.properties.generalCategory != .control || scalar.properties.isWhitespace
    else { return nil }
    return String(Character(scalar))
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™",
    "times": "×", "deg": "°", "euro": "€", "pound": "£", "shy": "", "auml": "ä", "ouml": "ö",
    "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
  ]
}

extension Unicode.Scalar {
  /// In lower case, if it is an ASCII letter.
  fileprivate var lowered: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) + 32) : self
  }
}

extension String {
  /// Without white space and control characters at both ends, and with one space for each run of them inside.
  var collapsed: String {
    unicodeScalars.split { scalar in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }.map { String($0) }.joined(separator: " ")
  }
}
