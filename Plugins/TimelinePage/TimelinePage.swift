import PageKit

/// What the account has posted, newest first, and a field to post more.
final class TimelinePage: Page {
  /// How many posts are read at a time.
  private static let step = 100

  @State private var draft = ""
  private var posts: [Post] = []
  private var limit = TimelinePage.step
  private var problem: String?

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

  @ViewBuilder override var view: View {
    Row {
      Field("New post", text: $draft, hint: "What is on your mind?")
      Button("Post") { try await self.post() }.prominent()
    }
    if let problem { Text(problem).error() }
    if posts.isEmpty { Text("Nothing posted yet.").secondary() }
    List {
      for post in posts {
        Row {
          Text(post.text)
          Text(post.age(at: now)).secondary()
          Button("Delete") { try await self.delete(post) }.destructive()
        }.id("post-\(post.id)")
      }
      if posts.count == limit { Button("Show older") { try await self.readOlderPosts() } }
    }
  }

  private func post() async throws {
    problem = Post.problem(of: draft)
    guard problem == nil else { return }
    let text = draft
    draft = ""
    do {
      try await database.run(
        "INSERT INTO posts (text, posted) VALUES (trim(?), ?)", [.string(text), .integer(now)])
    } catch {
      draft = text
      throw error
    }
    try await readPosts()
    await addNotice()
  }

  private func delete(_ post: Post) async throws {
    try await database.run("DELETE FROM posts WHERE id = ?", [.integer(post.id)])
    try await readPosts()
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
