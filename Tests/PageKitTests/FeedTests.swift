import PageKit
import Testing

@Suite struct FeedTests {
  private static let atom = "http://www.w3.org/2005/Atom"

  private func node(
    _ name: String, _ text: String = "", in namespace: String = "",
    _ attributes: [String: String] = [:], _ children: [XMLNode] = []
  ) -> XMLNode {
    XMLNode(
      name, namespace: namespace, attributes: attributes,
      children: (text.isEmpty ? [] : [.text(text)]) + children.map { .element($0) })
  }

  private func rss(_ items: [XMLNode]) -> XMLNode {
    node("rss", "", [:], [node("channel", "", [:], [node("title", "A &amp; B")] + items)])
  }

  private func node(
    _ name: String, _ text: String, _ attributes: [String: String], _ children: [XMLNode]
  ) -> XMLNode {
    node(name, text, in: "", attributes, children)
  }

  @Test func `RSS gives its items with text instead of HTML`() throws {
    let item = node(
      "item", "", [:],
      [
        node("title", "<b>First</b>"), node("link", " https://example.com/1 "),
        node("guid", "tag:1", ["isPermaLink": "false"], []),
        node("description", "<p>Hello &amp; welcome</p>"),
        node("pubDate", "Thu, 01 Jan 1970 00:00:01 GMT"),
        node("link", "", in: Self.atom, ["href": "https://example.com/self"]),
      ])
    let feed = try #require(Feed(rss([item])))
    #expect(feed.title == "A & B")
    #expect(
      feed.items == [
        Feed.Item(
          guid: "tag:1", title: "First", link: "https://example.com/1", summary: "Hello & welcome",
          published: 1_000_000)
      ])
  }

  @Test func `An item with no more than a permanent link or a title is one all the same`() throws {
    let feed = try #require(
      Feed(
        rss([
          node("item", "", [:], [node("guid", "https://example.com/2")]),
          node("item", "", [:], [node("title", "Alone")]), node("item", "", [:], []),
          node("item", "", [:], [node("title", "Alone")]),
        ])))
    #expect(feed.items.map(\.guid) == ["https://example.com/2", "Alone"])
    #expect(feed.items.map(\.link) == ["https://example.com/2", ""])
    #expect(feed.items.allSatisfy { $0.published == nil })
  }

  @Test func `Atom's texts are what their types say`() throws {
    func entry(_ id: String, _ type: String?, _ title: String) -> XMLNode {
      node(
        "entry", "", in: Self.atom, [:],
        [
          node("id", id, in: Self.atom),
          node("title", title, in: Self.atom, type.map { ["type": $0] } ?? [:]),
          node("link", "", in: Self.atom, ["rel": "edit", "href": "https://example.com/edit"]),
          node("link", "", in: Self.atom, ["href": "https://example.com/\(id)"]),
          node("updated", "1970-01-01T00:00:02Z", in: Self.atom),
        ])
    }
    let root = node(
      "feed", "", in: Self.atom, [:],
      [
        node("title", "Leaves", in: Self.atom), entry("1", "html", "<i>x</i> &amp; y"),
        entry("2", "text", "<i> & y"), entry("3", nil, "1 < 2"),
      ])
    let feed = try #require(Feed(root))
    #expect(feed.title == "Leaves")
    #expect(feed.items.map(\.title) == ["x & y", "<i> & y", "1 < 2"])
    #expect(feed.items[0].link == "https://example.com/1")
    #expect(feed.items[0].published == 2_000_000)
  }

  @Test func `A JSON Feed gives its items`() throws {
    let feed = try #require(
      Feed([
        "version": "https://jsonfeed.org/version/1.1", "title": "Leaves",
        "items": [
          ["id": 1, "url": "https://example.com/1", "content_html": "<p>One</p>"],
          ["id": "2", "title": "Two < three", "content_text": "<b>", "date_published": "1970-01-01T00:00:00Z"],
          "nonsense",
        ],
      ]))
    #expect(feed.items.map(\.guid) == ["1", "2"])
    #expect(feed.items.map(\.title) == ["One", "Two < three"])
    #expect(feed.items.map(\.summary) == ["One", "<b>"])
    #expect(feed.items[1].published == 0)
  }

  @Test func `What is no feed is none`() {
    #expect(Feed(node("html", "x")) == nil)
    #expect(Feed(node("rss", "")) == nil)
    #expect(Feed(node("feed", "no namespace")) == nil)
    #expect(Feed(["version": "https://jsonfeed.org/version/1"]) == nil)
    #expect(Feed(["title": "x", "items": []]) == nil)
    #expect(Feed([1, 2]) == nil)
  }

  @Test func `No more items are taken than a page can keep`() throws {
    let feed = try #require(
      Feed(rss((0..<1_000).map { node("item", "", [:], [node("title", "\($0)")]) })))
    #expect(feed.items.count == Feed.mostItems)
  }
}
