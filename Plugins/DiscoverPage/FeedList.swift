import PageKit

/// The part of the page that follows feeds: adds, refreshes and removes them.
@MainActor final class FeedList {
  /// How many items are shown while nothing is searched for.
  private static let limit: Int64 = 100

  private unowned let page: DiscoverPage
  private let words: Words
  private let shelf: FeedShelf
  private let fetcher: FeedFetcher
  private var address = ""
  private var problem: String?
  private var entries: [FeedShelf.Entry] = []
  /// The feeds that are being fetched.
  private var underWay: Set<Int64> = []
  /// The newest items of all feeds.
  private(set) var latest: [StoredItem] = []

  init(page: DiscoverPage, words: Words) {
    self.page = page
    self.words = words
    shelf = FeedShelf(database: page.database)
    fetcher = FeedFetcher(
      requests: page.requests, xml: page.xml, json: page.json, words: words.problem)
  }

  /// Reads what is kept.
  func begin(_ state: [String: PageValue]) async throws {
    address = try state["address"]?.asString() ?? ""
    problem = try state["problem"]?.asString()
    try await read()
  }

  /// What brings it back as it is.
  var state: [String: PageValue] {
    var state: [String: PageValue] = ["address": .string(address)]
    state["problem"] = problem.map(PageValue.string)
    return state
  }

  @ViewBuilder var view: View {
    Text(words.feeds).heading()
    Row {
      Field(
        words.address, text: Binding(get: { self.address }, set: { self.address = $0 }),
        hint: "https://", submit: { try await self.add() }
      ).id("feed-address")
      Button(words.addFeed) { try await self.add() }.id("feed-add")
    }
    if let problem { Text(problem).error() }
    for feed in entries {
      Column {
        Row {
          Text(feed.title)
          if underWay.contains(feed.id) { Text(words.fetching).secondary() }
          Button(words.remove) { try await self.remove(feed) }.destructive()
        }
        if let problem = feed.problem, !underWay.contains(feed.id) { Text(problem).error() }
      }.id("feed-\(feed.id)")
    }
    if !entries.isEmpty {
      Button(words.refresh) { self.refresh(self.entries) }
        .disabled(underWay.count == entries.count).id("feed-refresh")
    }
  }

  private func add() async throws {
    guard let url = FeedFetcher.address(address) else {
      problem = words.noAddress
      return
    }
    guard !entries.contains(where: { $0.url == url }) else {
      problem = words.known
      return
    }
    problem = nil
    let typed = address
    // At once: what is typed from now on is the next address.
    address = ""
    do {
      guard let feed = try await shelf.add(url) else { return }
      try await read()
      refresh([feed])
    } catch {
      if address.isEmpty { address = typed }
      throw error
    }
  }

  private func remove(_ feed: FeedShelf.Entry) async throws {
    try await shelf.remove(feed.id)
    try await read()
  }

  /// Fetches feeds side by side, so that a slow one holds up none.
  private func refresh(_ feeds: [FeedShelf.Entry]) {
    for feed in feeds where underWay.insert(feed.id).inserted {
      page.task {
        defer { self.underWay.remove(feed.id) }
        try await self.fetch(feed)
        try await self.read()
      }
    }
  }

  private func fetch(_ feed: FeedShelf.Entry) async throws {
    do {
      let content = try await fetcher.fetch(feed.url)
      try await shelf.keep(content, of: feed.id, at: page.now)
    } catch let problem as FeedFetcher.Problem {
      try await shelf.note(problem.words, of: feed.id)
    }
  }

  private func read() async throws {
    entries = try await shelf.entries()
    latest = try await StoredItem.read(limit: Self.limit, in: page.database)
  }
}
