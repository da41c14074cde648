import PageKit

extension Feed {
  private static let atom = "http://www.w3.org/2005/Atom"
  private static let content = "http://purl.org/rss/1.0/modules/content/"
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"

  /// Reads RSS (2.0 and its forerunners, 1.0) or Atom; nil when the document is neither.
  init?(_ root: XMLNode) {
    switch root.name {
    case "rss":
      guard let channel = root.elements.first(where: { $0.name == "channel" }) else { return nil }
      self.init(
        title: Self.title(of: channel), channel.elements("item").lazy.map(Self.item(ofRSS:)))
    case "RDF":
      // In RSS 1.0 the items stand beside the channel.
      guard let channel = root.elements.first(where: { $0.name == "channel" }) else { return nil }
      self.init(
        title: Self.title(of: channel),
        root.elements.lazy.filter { $0.name == "item" }.map(Self.item(ofRSS:)))
    case "feed" where root.namespace == Self.atom:
      self.init(
        title: PlainText.of(
          html: Self.html(root.element("title")) ?? "", longest: Self.longestTitle),
        root.elements("entry").lazy.map(Self.item(ofAtom:)))
    default: return nil
    }
  }

  private static func title(of channel: XMLNode) -> String {
    PlainText.of(html: channel.element("title")?.text ?? "", longest: longestTitle)
  }

  private static func item(ofRSS item: XMLNode) -> Item {
    let guid = item.element("guid")
    // A permanent link may stand for the link.
    let isLink = guid?.attributes["isPermaLink"]?.lowercased() != "false"
    let permanent = isLink ? guid?.text.collapsed : nil
    let link = item.element("link")?.text ?? permanent.flatMap { $0.contains("://") ? $0 : nil }
    return Item(
      guid: guid?.text, title: item.element("title")?.text, link: link,
      html: item.element("description")?.text ?? item.element("encoded", in: content)?.text,
      published: item.element("pubDate")?.text ?? item.element("date", in: dublinCore)?.text)
  }

  private static func item(ofAtom entry: XMLNode) -> Item {
    let links = entry.elements("link")
    let link = links.first { ($0.attributes["rel"] ?? "alternate") == "alternate" } ?? links.first
    return Item(
      guid: entry.element("id")?.text, title: html(entry.element("title")),
      link: link?.attributes["href"],
      html: html(entry.element("summary")) ?? html(entry.element("content")),
      published: entry.element("published")?.text ?? entry.element("updated")?.text)
  }

  /// What a text of Atom is in HTML: its type says whether it is that already.
  private static func html(_ node: XMLNode?) -> String? {
    guard let node else { return nil }
    if node.attributes["type"]?.lowercased().contains("html") ?? false, node.elements.isEmpty {
      return node.text
    }
    return PlainText.html(node.text)
  }
}
