import PageKit

/// One post, to be read, changed or deleted.
final class PostPage: Page {
  private struct Post {
    let text: String
    /// When, in microseconds since 1970.
    let posted: Int64
  }

  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  private var id: Int64 = 0
  /// Nil when it is not there, or not any more.
  private var post: Post?
  private var isEditing = false
  /// Whether the person is asked before something is lost: what was typed while it is edited, else the post.
  private var asks = false
  @State private var draft = ""
  private var problem: String?
  private var wasHidden = false

  override func initData(_ arguments: [String: PageValue]) async throws {
    id = try arguments["post"]?.asInteger() ?? 0
    if let draft = try savedState["draft"]?.asString() {
      isEditing = true
      self.draft = draft
    }
    problem = try savedState["problem"]?.asString()
    try await readPost()
  }

  override func saveState() async -> [String: PageValue] {
    var state: [String: PageValue] = [:]
    if isEditing { state["draft"] = .string(draft) }
    state["problem"] = problem.map(PageValue.string)
    return state
  }

  override func appearStarted() {
    if wasHidden { task { try await self.readPost() } }
  }

  override func disappearFinished() { wasHidden = true }

  @ViewBuilder override var view: View {
    if isEditing {
      if asks { asksToDiscard } else { editor }
    } else if let post {
      if asks { asksToDelete } else { reader(post) }
    } else {
      Text(words.gone).secondary()
      Button(words.close) { self.outcomes.closed() }.prominent()
    }
  }

  @ViewBuilder private func reader(_ post: Post) -> View {
    List { Text(post.text).id("text") }
    Text(words.ago(Elapsed(since: post.posted, at: now))).secondary()
    if let problem { Text(problem).error() }
    Row {
      Button(words.edit) { self.edit(post) }.id("edit")
      Button(words.delete) { self.asks = true }.destructive().id("delete")
      Button(words.close) { self.outcomes.closed() }.id("close")
    }
  }

  @ViewBuilder private var editor: View {
    Field(words.text, text: $draft)
    if let problem { Text(problem).error() }
    Row {
      Button(words.save) { try await self.save() }.prominent().id("save")
      Button(words.cancel) { self.cancel() }.cancelling().id("cancel")
    }
  }

  private var asksToDiscard: Question {
    Question(words.unsaved, keep: words.keepEditing, lose: words.discard) {
      self.asks = false
    } lost: {
      self.stopEditing()
    }
  }

  private var asksToDelete: Question {
    Question(words.deleteQuestion, keep: words.keep, lose: words.delete) {
      self.asks = false
    } lost: {
      try await self.delete()
    }
  }

  private func edit(_ post: Post) {
    draft = post.text
    isEditing = true
  }

  /// Ends the editing, unless something would be lost by it.
  private func cancel() {
    if draft == post?.text { stopEditing() } else { asks = true }
  }

  private func stopEditing() {
    isEditing = false
    asks = false
    draft = ""
    problem = nil
  }

  private func save() async throws {
    let saved = draft
    do {
      try await calls.postsChange(post: id, text: saved)
    } catch {
      problem = "\(error)"
      return
    }
    problem = nil
    try await readPost()
    // What was typed meanwhile is not saved, so the editing goes on.
    if draft == saved { stopEditing() }
  }

  private func delete() async throws {
    asks = false
    do {
      try await calls.postsDelete(post: id)
    } catch {
      problem = "\(error)"
      return
    }
    outcomes.closed()
  }

  private func readPost() async throws {
    let row = try await database.run(
      "SELECT text, posted FROM posts WHERE id = ?", [.integer(id)]
    ).rows.first
    post = try row.map { row in
      Post(
        text: try row["text"]?.asString() ?? "", posted: try row["posted"]?.asInteger() ?? 0)
    }
  }
}
