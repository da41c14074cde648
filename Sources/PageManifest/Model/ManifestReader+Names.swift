/// Names and where each was used first, so that a second use can be told.
struct FirstUses {
  /// What has the names, with its article: `a page`.
  private let what: String
  private var lines: [String: Int] = [:]

  init(of what: String) {
    self.what = what
  }

  func line(of name: String) -> Int? { lines[name] }

  /// Notes a name, or throws an error that tells where it was before.
  mutating func add(_ name: String, at node: JSONNode) throws(ManifestError) {
    if let line = lines[name] {
      throw node.error("there is \(what) \(name.quoted) already, from line \(line)")
    }
    lines[name] = node.line
  }
}

extension JSONNode {
  func pageName() throws(ManifestError) -> String {
    let name = try string()
    guard name.isPageName else {
      throw error(
        "\(name.quoted) is no name here; write names such as 'HomePage', upper-case first, "
          + "letters and digits, at most 64 bytes")
    }
    return name
  }

  /// The name of a Swift class.
  func typeName() throws(ManifestError) -> String {
    let name = try string()
    guard name.isPageName else {
      throw error(
        "\(name.quoted) is no class's name; write names such as 'HomePage', upper-case first, "
          + "letters and digits, at most 64 bytes")
    }
    return name
  }

  func title() throws(ManifestError) -> String {
    let text = try string()
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain, text.contains(where: { !$0.isWhitespace }), text.utf8.count <= 256 else {
      throw error("a title is one line of text, at most 256 bytes")
    }
    return text
  }

  func action() throws(ManifestError) -> Signature {
    let text = try string()
    do {
      return try Signature(action: text)
    } catch {
      throw self.error(error.reason)
    }
  }

  func outcome() throws(ManifestError) -> Signature {
    let text = try string()
    do {
      return try Signature(outcome: text)
    } catch {
      throw self.error(error.reason)
    }
  }
}
