import PageKit

/// Finds posts, contacts and what feeds say by parts of their text, while it is being typed; follows feeds.
final class DiscoverPage: Page {
  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  private lazy var feeds = FeedList(page: self, words: words)
  private var query = ""
  private var found = Findings()
  /// The items that are shown in full.
  private var unfolded: Set<Int64> = []
  private var wasHidden = false

  override func initData(_ arguments: [String: PageValue]) async throws {
    query = try savedState["query"]?.asString() ?? ""
    unfolded = Set(try savedState["unfolded"]?.asList().map { try $0.asInteger() } ?? [])
    try await feeds.begin(savedState)
    try await search()
  }

  override func saveState() async -> [String: PageValue] {
    feeds.state.merging([
      "query": .string(query), "unfolded": .list(unfolded.sorted().map(PageValue.integer)),
    ]) { $1 }
  }

  override func appearStarted() {
    if wasHidden { task { try await self.search() } }
  }

  override func disappearFinished() { wasHidden = true }

  @ViewBuilder override var view: View {
    Row {
      Field(words.search, text: typed, hint: words.hint)
      Button(words.search) { try await self.search() }.prominent()
    }
    if found.isBlank {
      Text(words.prompt).secondary()
      List {
        feeds.view
        for item in feeds.latest { line(of: item) }
      }.id("feeds")
    } else {
      if found.isEmpty { Text(words.nothing(found.query)).secondary() }
      List { findings }.id("findings")
    }
  }

  @ViewBuilder private var findings: View {
    if !found.posts.isEmpty { Text(words.posts).heading() }
    for post in found.posts {
      Row {
        Text(post.text)
        Button(words.open) { self.outcomes.openedPost(post: post.id) }
      }.id("post-\(post.id)")
    }
    if !found.contacts.isEmpty { Text(words.contacts).heading() }
    for contact in found.contacts {
      Row {
        Text(contact.text)
        Button(words.open) { self.outcomes.openedContact(contact: contact.id) }
      }.id("contact-\(contact.id)")
    }
    if !found.items.isEmpty { Text(words.items).heading() }
    for item in found.items { line(of: item) }
  }

  private func line(of item: StoredItem) -> Node {
    let isUnfolded = unfolded.contains(item.id)
    return Column {
      Row {
        Text(item.title)
        Text(words.ago(Elapsed(since: item.published, at: now))).secondary()
        Button(isUnfolded ? words.fold : words.read) { self.unfolded.formSymmetricDifference([item.id]) }
      }
      if isUnfolded {
        if !item.summary.isEmpty { Text(item.summary) }
        Text(item.link.isEmpty ? item.source : "\(item.source) · \(item.link)").secondary()
      }
    }.id("item-\(item.id)")
  }

  /// The field's text; each change of it begins a search.
  private var typed: Binding<String> {
    Binding(
      get: { self.query },
      set: { text in
        self.query = text
        self.task { try await self.search() }
      })
  }

  private func search() async throws {
    let findings = try await Findings(of: query, in: database)
    // What was typed meanwhile has a search of its own.
    if findings.query == query { found = findings }
  }
}
