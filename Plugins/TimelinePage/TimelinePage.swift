import PageKit

/// What the account has posted, newest first, and a field to post more.
///
/// It owns the posts: pages that show one ask it to change and delete them.
final class TimelinePage: Page {
  /// How many posts are read at a time.
  private static let step = 100

  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  @State private var draft = ""
  private var posts: [Post] = []
  private var limit = TimelinePage.step
  private var problem: String?
  private var wasHidden = false

  override func initData(_ arguments: [String: PageValue]) async throws {
    draft = try savedState["draft"]?.asString() ?? ""
    problem = try savedState["problem"]?.asString()
    limit = Int(try savedState["limit"]?.asInteger() ?? Int64(Self.step))
    try await readPosts()
  }

  override func saveState() async -> [String: PageValue] {
    var state: [String: PageValue] = ["draft": .string(draft), "limit": .integer(Int64(limit))]
    state["problem"] = problem.map(PageValue.string)
    return state
  }

  override func appearStarted() {
    if wasHidden { task { try await self.readPosts() } }
  }

  override func disappearFinished() { wasHidden = true }

  @ViewBuilder override var view: View {
    Row {
      Field(words.newPost, text: $draft, hint: words.hint)
      Button(words.post) { try await self.post() }.prominent()
    }
    if let problem { Text(problem).error() }
    if posts.isEmpty { Text(words.empty).secondary() }
    List {
      for post in posts {
        Row {
          Text(post.text)
          Text(words.ago(Elapsed(since: post.posted, at: now))).secondary()
          Button(words.open) { self.outcomes.opened(post: post.id) }
          Button(words.delete) { try await self.postsDelete(post: post.id) }.destructive()
        }.id("post-\(post.id)")
      }
      if posts.count == limit { Button(words.older) { try await self.readOlderPosts() } }
    }
  }

  /// Changes the text of a post.
  func postsChange(post: Int64, text: String) async throws {
    if let problem = Post.problem(of: text, words) { throw PageError(problem) }
    let changed = try await database.run(
      "UPDATE posts SET text = trim(?) WHERE id = ?", [.string(text), .integer(post)])
    guard changed.changes > 0 else { throw PageError(words.gone) }
    try await readPosts()
  }

  /// Deletes a post; one that is not there stays so.
  func postsDelete(post: Int64) async throws {
    try await database.run("DELETE FROM posts WHERE id = ?", [.integer(post)])
    try await readPosts()
  }

  private func post() async throws {
    problem = Post.problem(of: draft, words)
    guard problem == nil else { return }
    let text = draft
    draft = ""
    do {
      try await database.run(
        "INSERT INTO posts (text, posted) VALUES (trim(?), ?)", [.string(text), .integer(now)])
    } catch {
      // What was typed meanwhile stays behind it.
      draft = draft.isEmpty ? text : "\(text) \(draft)"
      throw error
    }
    try await readPosts()
    await addNotice()
  }

  private func readOlderPosts() async throws {
    limit += Self.step
    try await readPosts()
  }

  private func readPosts() async throws {
    posts = try await database.run(
      "SELECT id, text, posted FROM posts ORDER BY id DESC LIMIT ?", [.integer(Int64(limit))]
    ).rows.map(Post.init)
  }

  /// Tells whoever counts notices that there is one more; posting does not depend on it.
  private func addNotice() async {
    do {
      try await calls.noticesSet(count: calls.noticesCount() + 1)
    } catch {
      log("no notice of the post: \(error)", level: .warning)
    }
  }
}
