import PageABI
import Testing

@testable import Host

/// A page that breaks the contract is told so; host and other pages go on.
@Suite @MainActor struct HostilePageTests {
  private static let app = #""start": [{ "open": "CPage" }]"#

  nonisolated static let views: [(String, String)] = [
    ("root", "has depth 1"), ("jump", "has depth 3"), ("roots", "has depth 0"),
    ("kind", "unknown kind 99"),
    ("ids", "have the id 'n01'"), ("utf8", "not UTF-8"), ("length", "larger than"),
    ("long", "larger than"),
    ("nothing", "no data"), ("title", "the title of its view"), ("count", "nodes; at most"),
    ("many", "65537 nodes; at most 65536"), ("null", "3 nodes but no data"),
    ("stride", "a node has 8 bytes"),
    ("strides", "a node has 4294967295 bytes"), ("deep", "has depth 64"),
    ("pending", "gave no view"),
    ("status", "gave no view"),
  ]

  @Test(arguments: views)
  func `A malformed view is refused, and its reason told in the log`(_ how: String, _ words: String)
    throws
  {
    try withApp("HostilePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open HostilePage view=\(how)")
      let log = try app.log
      #expect(log.contains(words), "\(log)")
      try app.run("back", #"expect "Count: 0""#)
    }
  }

  @Test func `A number that is none is shown as nothing`() throws {
    try withApp("HostilePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open HostilePage view=number", #"expect "text""#)
    }
  }

  nonisolated static let misuses: [(String, page_status)] = [
    ("right", PAGE_OK), ("type", PAGE_INVALID), ("few", PAGE_INVALID), ("many", PAGE_INVALID),
    ("null", PAGE_INVALID), ("boolean", PAGE_INVALID), ("size", PAGE_INVALID),
    ("huge", PAGE_INVALID),
    ("utf8", PAGE_INVALID), ("unknown", PAGE_INVALID), ("nested", PAGE_INVALID),
    ("undeclared", PAGE_DENIED),
    ("name", PAGE_INVALID), ("id", PAGE_NOT_FOUND), ("instance", PAGE_CANCELLED),
    ("outcome", PAGE_NOT_FOUND),
    ("value", PAGE_INVALID), ("label", PAGE_INVALID), ("extension", PAGE_DENIED),
    ("thread", PAGE_INVALID),
    ("tokens", PAGE_OK),
  ]

  @Test(arguments: misuses)
  func `A misuse of the host is an error value for who did it`(_ how: String, _ status: page_status)
    throws
  {
    try withApp("HostilePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open HostilePage")
      let answer = try #require(try app.call("hostile.ask", .string(how)))
      #expect(answer.status == .ok, "\(answer.message)")
      #expect(answer.value == .integer(Int64(status)))
      try app.run("back", #"tap "Count""#, #"expect "Count: 1""#)
    }
  }

  @Test func `An entry that is answered three times is answered once`() throws {
    try withApp("HostilePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open HostilePage")
      var answers: [PortAnswer] = []
      app.controller.dispatcher.call("hostile.ask", [.string("twice")]) { answers.append($0) }
      try app.drive.settle()
      #expect(answers.map(\.value) == [.integer(1)])
    }
  }

  @Test func `An unknown status and words that are no text are a failure`() throws {
    try withApp("HostilePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open HostilePage")
      let status = try #require(try app.call("hostile.ask", .string("status")))
      #expect(status.status != .ok)
      let words = try #require(try app.call("hostile.ask", .string("words")))
      #expect(words.status == .failed)
    }
  }

  nonisolated static let replies: [(String, String, String)] = [
    ("hostile.answer", "utf8", "not UTF-8"), ("hostile.answer", "length", "larger than"),
    ("hostile.answer", "null", "no data"), ("hostile.list", "loop", "deeper than 16"),
    ("hostile.list", "unknown", "unknown type 77"), ("hostile.list", "none", "type none"),
    ("hostile.list", "count", "larger than"), ("hostile.list", "null", "no data"),
    ("hostile.list", "wide", "larger than"), ("hostile.map", "same", "name same twice"),
    ("hostile.map", "name", "not UTF-8"), ("hostile.map", "count", "larger than"),
  ]

  @Test(arguments: replies)
  func `A malformed reply is refused, with page and reason`(
    _ action: String, _ how: String, _ words: String
  ) throws {
    try withApp("HostilePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open HostilePage")
      let answer = try #require(try app.call(action, .string(how)))
      #expect(answer.status == .invalid)
      #expect(answer.message.contains("HostilePage#2"))
      #expect(answer.message.contains(words), "\(answer.message)")
    }
  }
}
