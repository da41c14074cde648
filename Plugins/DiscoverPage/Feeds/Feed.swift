/// What a feed says, whatever it is written in.
struct Feed: Hashable {
  /// One thing in it.
  struct Item: Hashable {
    /// What tells it from the feed's others for good.
    var guid: String
    var title: String
    var link: String
    /// The beginning of what it says, as plain text.
    var summary: String
    /// When, in microseconds since 1970; nil when the feed does not say so in a known way.
    var published: Int64?
  }

  var title: String
  var items: [Item]
}

extension Feed {
  /// How many items are taken of one feed.
  static let mostItems = 200
  /// How many characters are kept of a title and of a summary.
  static let longestTitle = 300
  static let longestSummary = 2000

  /// Keeps the first of items with one guid, no more than are taken, and leaves out what says nothing.
  init(title: String, _ items: some Sequence<Item>) {
    self.title = title
    self.items = []
    var guids: Set<String> = []
    for item in items where !item.guid.isEmpty && guids.insert(item.guid).inserted {
      self.items.append(item)
      if self.items.count == Self.mostItems { break }
    }
  }
}

extension Feed.Item {
  /// Makes an item of what a feed has, in HTML, of which any part may be missing.
  init(guid: String?, title: String?, link: String?, html: String?, published: String?) {
    let link = (link ?? "").collapsed
    var title = PlainText.of(html: title ?? "", longest: Feed.longestTitle)
    let summary = PlainText.of(html: html ?? "", longest: Feed.longestSummary)
    if title.isEmpty { title = String(summary.prefix(80)) }
    if title.isEmpty { title = link }
    let own = (guid ?? "").collapsed
    self.init(
      guid: [own, link, title].first { !$0.isEmpty } ?? "", title: title, link: link,
      summary: summary, published: published.flatMap { FeedDate.microseconds($0) })
  }
}
