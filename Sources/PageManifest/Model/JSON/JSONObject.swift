/// An object of a JSON document, asked by key.
package struct JSONObject: Sendable {
  package let node: JSONNode
  /// In the order of the text; keys differ.
  package let members: [JSONNode.Member]

  /// The value of a key, or nil.
  ///
  /// Takes time in proportion to the number of members.
  package subscript(key: String) -> JSONNode? { member(key)?.node }

  package func member(_ key: String) -> JSONNode.Member? { members.first { $0.key == key } }

  /// The value of a key that must be there; the error shows an example of what to add.
  package func required(_ key: String, example: String) throws(ManifestError) -> JSONNode {
    guard let value = self[key] else {
      throw node.error("the key '\(key)' is missing; add \"\(key)\": \(example)")
    }
    return value
  }

  /// A warning for each key that is not among the known ones.
  package func warnings(known: [String]) -> [Manifest.Warning] {
    members.filter { !known.contains($0.key) }.map { member in
      Manifest.Warning(
        file: node.file, position: member.keyPosition, key: node.path,
        reason: "unknown key \(member.key.quoted) is ignored; known are "
          + known.joined(separator: ", "))
    }
  }
}
