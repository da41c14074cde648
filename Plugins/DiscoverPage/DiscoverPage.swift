import PageKit

/// Finds posts and contacts by a part of their text, while it is being typed.
final class DiscoverPage: Page {
  private var query = ""
  private var found = Findings()

  override func initData(_ arguments: [String: PageValue]) async throws {
    query = try savedState["query"]?.asString() ?? ""
    try await search()
  }

  override func saveState() async -> [String: PageValue] { ["query": .string(query)] }

  @ViewBuilder override var view: View {
    Row {
      Field("Search", text: typed, hint: "part of a post or a name")
      Button("Search") { try await self.search() }.prominent()
    }
    if found.query.isEmpty {
      Text("Posts and contacts turn up here while you type.").secondary()
    } else if found.isEmpty {
      Text("Nothing has “\(found.query)” in it.").secondary()
    }
    List {
      if !found.posts.isEmpty { Text("Posts").heading() }
      for post in found.posts { Text(post) }
      if !found.contacts.isEmpty { Text("Contacts").heading() }
      for contact in found.contacts { Text(contact) }
    }
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
