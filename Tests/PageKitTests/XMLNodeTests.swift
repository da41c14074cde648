import Testing

@testable import PageKit

@Suite struct XMLNodeTests {
  private func element(_ depth: Int64, _ name: String, _ namespace: String? = nil) -> PageValue {
    var map: [String: PageValue] = ["depth": .integer(depth), "name": .string(name)]
    if let namespace { map["namespace"] = .string(namespace) }
    return .map(map)
  }

  private func text(_ depth: Int64, _ text: String) -> PageValue {
    .map(["depth": .integer(depth), "text": .string(text)])
  }

  @Test func `A list in pre-order becomes a tree`() throws {
    let root = try XMLNode([
      element(0, "rss"), element(1, "channel"), element(2, "title"), text(3, "a"), element(3, "b"),
      text(4, "c"), text(3, "d"), element(2, "link"), element(1, "end"),
    ])
    #expect(
      root
        == XMLNode(
          "rss",
          children: [
            .element(
              XMLNode(
                "channel",
                children: [
                  .element(
                    XMLNode(
                      "title",
                      children: [
                        .text("a"), .element(XMLNode("b", children: [.text("c")])), .text("d"),
                      ])), .element(XMLNode("link")),
                ])), .element(XMLNode("end")),
          ]))
    #expect(root.element("channel")?.element("title")?.text == "acd")
  }

  @Test func `A name is looked for in the element's own namespace, or in another`() throws {
    let root = try XMLNode([
      element(0, "channel"), element(1, "link", "http://atom/"), element(1, "link"),
      element(1, "link"),
    ])
    #expect(root.elements("link").count == 2)
    #expect(root.element("link", in: "http://atom/")?.namespace == "http://atom/")
    #expect(root.element("links") == nil)
  }

  static let broken: [[PageValue]] = [
    [], [.map(["depth": .integer(1), "name": "a"])], [.map(["name": "a"])], [.integer(1)],
    [.map(["depth": 0, "name": "a"]), .map(["depth": 2, "name": "b"])],
    [.map(["depth": 0, "name": "a"]), .map(["depth": 0, "name": "b"])],
    [.map(["depth": 0, "name": "a"]), .map(["depth": -1, "name": "b"])],
    [.map(["depth": .integer(.max), "name": "a"])],
  ]

  @Test(arguments: broken)
  func `What is no tree is refused`(_ nodes: [PageValue]) {
    #expect(throws: PageError.self) { try XMLNode(nodes) }
  }
}
