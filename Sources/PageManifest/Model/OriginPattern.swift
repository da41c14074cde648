/// The origins that one entry of `"requests"` stands for.
package enum OriginPattern: Sendable, Hashable, CustomStringConvertible {
  /// `https://example.com`: this one and no other.
  case one(Origin)
  /// `https://*`: every host of the public network, by https.
  case secure
  /// `*`: every host of the public network, by http too.
  case all

  /// Why a text stands for no origin.
  package struct ParseError: Error, Sendable, Hashable {
    package let reason: String
  }

  /// Reads an entry: `https://example.com`, `http://127.0.0.1:8080`, `https://*` or `*`.
  package init(_ text: String) throws(ParseError) {
    switch text {
    case "*": self = .all
    case "https://*": self = .secure
    default: self = .one(try OriginPattern.origin(text))
    }
  }

  /// Whether an origin is among them; which addresses its host may have is another question, see ``reachesPrivate``.
  package func covers(_ origin: Origin) -> Bool {
    switch self {
    case .one(let own): own == origin
    case .secure: origin.scheme == "https"
    case .all: origin.scheme == "https" || origin.scheme == "http"
    }
  }

  /// Whether addresses of this machine and of private networks are meant too.
  ///
  /// Only where the host is written out: who may read any feed of the web is not thereby let into the router.
  package var reachesPrivate: Bool {
    if case .one = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .one(let origin): origin.description
    case .secure: "https://*"
    case .all: "*"
    }
  }

  private static func origin(_ text: String) throws(ParseError) -> Origin {
    guard let mark = text.firstRange(of: "://"),
      let usual = Origin.usualPort(of: text[..<mark.lowerBound].lowercased())
    else {
      throw ParseError(
        reason: "expected an origin such as https://example.com, https://* or *, not \(text.quoted)"
      )
    }
    let scheme = String(text[..<mark.lowerBound])
    let (host, rest) = split(text[mark.upperBound...])
    if let first = rest.first(where: { $0 != ":" && !$0.isNumber }) {
      throw ParseError(
        reason: "an origin ends with its host and port; remove what begins with '\(first)' from "
          + text.quoted)
    }
    guard isHost(host) else {
      throw ParseError(
        reason: "\(String(host).quoted) is no host in \(text.quoted); write a name such as "
          + "example.com, its xn-- form if it is not ASCII, or an address")
    }
    guard !rest.isEmpty else { return Origin(scheme: scheme, host: String(host), port: usual) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0,
      rest.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ":") })
    else {
      throw ParseError(reason: "expected a port from 1 to 65535 after the host in \(text.quoted)")
    }
    return Origin(scheme: scheme, host: String(host), port: port)
  }

  /// The host, an IPv6 address with its brackets, and what follows it.
  private static func split(_ text: Substring) -> (host: Substring, rest: Substring) {
    if text.first == "[", let end = text.firstIndex(of: "]") {
      return (text[...end], text[text.index(after: end)...])
    }
    let end = text.firstIndex { $0 == ":" || $0 == "/" || $0 == "?" || $0 == "#" }
    return (text[..<(end ?? text.endIndex)], text[(end ?? text.endIndex)...])
  }

  private static func isHost(_ text: Substring) -> Bool {
    guard (1...255).contains(text.utf8.count) else { return false }
    if text.first == "[" {
      return text.count > 4
        && text.dropFirst().dropLast().utf8.allSatisfy {
          $0.isHexadecimal || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
    }
    return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy {
          $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
