import Testing

@testable import Host

/// Going back while something is being edited.
@Suite @MainActor struct BackWhileEditingTests {
  /// An account with a post and a contact, each seen on a page of its own and about to be changed.
  private func editing(_ page: String, _ body: (AppFixture) throws -> Void) throws {
    let flow = """
      "start": [{ "open": "HomePage" }],
      "tabs": { "HomePage": ["TimelinePage", "ContactsPage"] }
      """
    try withApp(
      "HomePage", "TimelinePage", "ContactsPage", "PostPage", "ContactPage", app: flow
    ) { app in
      try app.signUp()
      try app.start()
      try app.run(#"type "New post" "Leaves fall""#, #"tap "Post""#, #"tab "Contacts""#)
      try app.run(#"type "Name" "Ada""#, #"tap "Add""#)
      if page == "PostPage" { try app.run(#"tab "Timeline""#) }
      try app.run("open \(page) \(page == "PostPage" ? "post" : "contact")=1", "tap #edit")
      try body(app)
    }
  }

  private func page(_ app: AppFixture) -> String? { app.controller.navigation.top?.page }

  nonisolated static let pages = [
    ("PostPage", "Text", "Leaves fall"), ("ContactPage", "Name", "Ada"),
  ]

  @Test(arguments: pages)
  func `Escape ends the editing, and leaves the page when nothing is edited`(
    name: String, field: String, stored: String
  ) throws {
    try editing(name) { app in
      try app.run("key escape", "expect \"\(stored)\"", "reject \"Save\"", "expect \"Close\"")
      #expect(page(app) == name)
      try app.run("key escape")
      #expect(page(app) != name)
    }
  }

  @Test(arguments: pages)
  func `A page that does not end its editing is left by going back once more`(
    name: String, field: String, stored: String
  ) throws {
    try editing(name) { app in
      try app.run("fail \(name) event", "key escape", #"expect "made to fail""#)
      #expect(page(app) == name)
      try app.run("key escape")
      #expect(page(app) != name)
    }
  }

  @Test(arguments: pages)
  func `What is not saved is asked about, and stays until the person lets it go`(
    name: String, field: String, stored: String
  ) throws {
    try editing(name) { app in
      try app.run("type \"\(field)\" \"half a word\"")
      for way in ["key escape", "back", "tap \"Cancel\""] {
        try app.run(way, "expect \"not saved\"", "reject \"Save\"")
        // The answer that loses nothing is the one that Enter and Escape give.
        try app.run(way == "back" ? "key enter" : "key escape")
        try app.run("expect \"half a word\"", "expect \"Save\"")
        #expect(page(app) == name)
      }
      try app.run("back", "tap \"Discard\"", "expect \"\(stored)\"", "reject \"half a word\"")
      try app.run("tap #edit", "reject \"half a word\"")
    }
  }

  @Test func `Choosing the tab that is chosen already does not lose it either`() throws {
    try editing("PostPage") { app in
      try app.run(#"type "Text" "half a word""#, #"tab "Timeline""#, #"expect "not saved""#)
      try app.run(#"tap "Keep editing""#, #"tab "Contacts""#, #"tab "Timeline""#)
      try app.run(#"expect "half a word""#, #"tap "Save""#, #"tab "Timeline""#)
      #expect(page(app) == "TimelinePage")
      #expect(app.text.contains("half a word"))
    }
  }

  @Test func `Two steps back that are typed ahead end the editing and leave the page`() throws {
    try editing("PostPage") { app in
      app.controller.handle(.key(.escape))
      app.controller.handle(.key(.escape))
      try app.drive.settle()
      #expect(page(app) == "TimelinePage")
    }
  }

  @Test func `A post that is deleted meanwhile takes no draft with it`() throws {
    try editing("PostPage") { app in
      try app.run(#"type "Text" "half a word""#)
      _ = try app.call("posts.delete", .integer(1))
      try app.run(#"tab "Contacts""#, #"tab "Timeline""#, #"expect "half a word""#, #"tap "Save""#)
      try app.run(#"expect "This post has been deleted.""#, #"expect "half a word""#)
      try app.run("back", #"tap "Discard""#, #"expect "This post is not there any more.""#)
    }
  }
}
