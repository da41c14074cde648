import PageABI
import Testing

@testable import Host

/// Actions of every type, called from outside and from a page.
@Suite @MainActor struct ActionTests {
  nonisolated static let values: [(String, Value)] = [
    ("echo.boolean", .boolean(true)), ("echo.boolean", .boolean(false)),
    ("echo.integer", .integer(.min)), ("echo.integer", .integer(.max)),
    ("echo.real", .real(-0.5)), ("echo.real", .real(.infinity)),
    ("echo.string", .string("")), ("echo.string", .string("Ünï\u{0}code 漢字 👩‍👩‍👧")),
    ("echo.string", .string(String(repeating: "long ", count: 100_000))),
    ("echo.bytes", .bytes([])), ("echo.bytes", .bytes(Array(0...255))),
    ("echo.list", .list([])),
    (
      "echo.list",
      .list([.boolean(true), .list([.string("in"), .map(["a": .bytes([1])])]), .real(1)])
    ),
    ("echo.map", .map([:])),
    ("echo.map", .map(["": .string("no name"), "ä": .list([]), "n": .map(["deep": .integer(1)])])),
    ("echo.later", .integer(42)),
  ]

  @Test(arguments: values)
  func `Each type goes to a page and back`(_ action: String, _ value: Value) throws {
    try withApp("CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      app.controller.start()
      try app.drive.settle()
      let answer = try #require(try app.call(action, value))
      #expect(answer.status == .ok, "\(answer.message)")
      #expect(answer.value == value)
    }
  }

  @Test func `Seven arguments of seven types arrive in order`() throws {
    try withApp("CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      app.controller.start()
      try app.drive.settle()
      let all: [Value] = [
        .boolean(true), .integer(-2), .real(3.5), .string("four"), .bytes([5]),
        .list([.integer(6)]),
        .map(["seven": .boolean(false)]),
      ]
      let answer = try app.call("echo.all", all[0], all[1], all[2], all[3], all[4], all[5], all[6])
      #expect(answer?.value == .list(all))
    }
  }

  @Test func `An action without reply and one that fails`() throws {
    try withApp("CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      app.controller.start()
      try app.drive.settle()
      #expect(try app.call("echo.nothing")?.status == .ok)
      let failure = try #require(try app.call("echo.fail", .string("for a reason")))
      #expect(failure.status == .failed)
      #expect(failure.message == "for a reason")
    }
  }

  nonisolated static let wrong: [(String, [Value], PageStatus, String)] = [
    ("echo.integer", [], .invalid, "echo.integer(x) -> x"),
    ("echo.integer", [.integer(1), .integer(2)], .invalid, "echo.integer(x) -> x"),
    ("echo.integer", [.string("1")], .invalid, "echo.integer(x) -> x"),
    ("echo.list", [.map([:])], .invalid, "was called with (a{sv})"),
    ("echo.unknown", [], .notFound, "no page offers echo.unknown"),
  ]

  @Test(arguments: wrong)
  func `A wrong call never reaches the page and is explained`(
    _ action: String, _ values: [Value], _ status: PageStatus, _ words: String
  ) throws {
    try withApp("CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      app.controller.start()
      try app.drive.settle()
      let module = try #require(app.controller.modules["CPage"])
      let entered = module.entryCount
      let box = AnswerBox()
      app.controller.dispatcher.call(action, values) { box.answer = $0 }
      #expect(box.answer?.status == status)
      #expect(box.answer?.message.contains(words) == true, "\(box.answer?.message ?? "")")
      #expect(module.entryCount == entered)
    }
  }

  @Test func `An answer that never comes ends at its deadline, or when the page leaves`() throws {
    try withApp("CPage", "StatePage", app: #""start": [{ "open": "CPage" }]"#) { app in
      app.controller.start()
      try app.drive.settle()
      let first = AnswerBox()
      app.controller.dispatcher.call("echo.never", []) { first.answer = $0 }
      try app.drive.settle()
      #expect(first.answer == nil)
      try app.advance(seconds: 31)
      #expect(first.answer?.status == .timedOut)
      let second = AnswerBox()
      app.controller.dispatcher.call("echo.never", []) { second.answer = $0 }
      app.controller.navigation.request(.root(.init("StatePage")))
      try app.drive.settle()
      #expect(second.answer?.status == .cancelled)
      #expect(second.answer?.message.contains("CPage#1") == true)
    }
  }

  @Test func `A page that is not open is unavailable, and named`() throws {
    try withApp("CPage") { app in
      let answer = try #require(try app.call("echo.integer", .integer(1)))
      #expect(answer.status == .unavailable)
      #expect(answer.message.contains("CPage, which is not open"))
      #expect(try app.state("CPage") == .listed, "nothing was loaded for it")
    }
  }

  @Test func `An asynchronous handler answers later, by the host's clock`() throws {
    try withApp("AsyncPage", app: #""start": [{ "open": "AsyncPage" }]"#) { app in
      app.controller.start()
      try app.run(#"expect "Sum: 75""#)
      #expect(try app.call("work.sum", .integer(100))?.value == .integer(5050))
      let nap = AnswerBox()
      app.controller.dispatcher.call("work.nap", [.integer(5000)]) { nap.answer = $0 }
      try app.drive.settle()
      #expect(nap.answer == nil)
      try app.advance(seconds: 5)
      #expect(nap.answer?.status == .ok)
      try app.run(#"tap "Work""#, #"expect "Sum: 85, naps: 2""#)
    }
  }
}
