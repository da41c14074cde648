import PageKit

extension Feed {
  /// Reads a JSON Feed, version 1 or 1.1; nil when the value is none.
  init?(_ json: PageValue) {
    guard case .map(let feed) = json, let version = feed.text("version"),
      version.contains("jsonfeed.org/version/"), case .list(let items)? = feed["items"]
    else { return nil }
    self.init(
      title: PlainText.of(html: PlainText.html(feed.text("title") ?? ""), longest: Self.longestTitle),
      items.lazy.compactMap { value in
        if case .map(let item) = value { Self.item(item) } else { nil }
      })
  }

  private static func item(_ item: [String: PageValue]) -> Item {
    let plain = item.text("summary") ?? item.text("content_text")
    return Item(
      guid: item.text("id"), title: item.text("title").map(PlainText.html),
      link: item.text("url") ?? item.text("external_url"),
      html: plain.map(PlainText.html) ?? item.text("content_html"),
      published: item.text("date_published") ?? item.text("date_modified"))
  }
}

extension [String: PageValue] {
  /// The text of a name; a number counts as text, as some feeds number their items.
  fileprivate func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text)?: text
    case .integer(let number)?: "\(number)"
    default: nil
    }
  }
}
