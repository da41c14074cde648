import Testing

@testable import Host

/// Limits of what a module's heap may hold.
@Suite @MainActor struct HeapLimitTests {
  private static let app = #""start": [{ "open": "GrowingPage" }]"#

  @Test
  func
    `At four fifths its pages are warned once, and past it those that are not on top are released`()
    throws
  {
    try withApp("GrowingPage", "CPage", app: Self.app) { app in
      app.controller.start()
      try app.run(#"tap "Grow""#, "open GrowingPage number=1")
      for _ in 0..<4 { try app.run(#"tap "Grow""#) }
      try app.run(#"expect "Number 1: 4 MiB, warned: ""#, #"reject "low""#)
      // The seventh mebibyte passes four fifths of eight.
      try app.run(#"tap "Grow""#, #"tap "Grow""#, #"expect "Number 1: 6 MiB, warned: low""#)
      #expect(try app.log.contains("GrowingPage's heap holds"))
      #expect(app.instances("GrowingPage").count == 2)
      // The eighth passes the limit with what the runtime itself holds.
      try app.run(#"tap "Grow""#, #"expect "warned: low critical""#, #"expect "are released""#)
      #expect(app.instances("GrowingPage") == ["GrowingPage#2"])
      // The one that was released comes back as it was.
      try app.run("back", #"expect "Number 0: 1 MiB""#)
    }
  }

  @Test func `Past the limit a page is released whenever it comes to lie below another one`() throws
  {
    try withApp("GrowingPage", "CPage", app: Self.app) { app in
      app.controller.start()
      try app.run("open GrowingPage number=1")
      for _ in 0..<8 { try app.run(#"tap "Grow""#) }
      try app.run("open GrowingPage number=2", #"tap "Grow""#)
      #expect(app.instances("GrowingPage") == ["GrowingPage#3"])
      try app.run("back", #"expect "Number 1: 8 MiB""#)
    }
  }

  @Test func `A page that gives memory back when it is warned stays below`() throws {
    try withApp("GrowingPage", app: Self.app) { app in
      app.controller.start()
      try app.run(#"tap "Obey""#)
      for _ in 0..<7 { try app.run(#"tap "Grow""#) }
      try app.run(#"expect "Number 0: 0 MiB, warned: low""#)
      // It is warned again when it grows again.
      for _ in 0..<7 { try app.run(#"tap "Grow""#) }
      try app.run(#"expect "Number 0: 0 MiB, warned: low low""#)
    }
  }

  @Test func `The app's limit counts when it is the tighter one`() throws {
    try withApp(
      "GrowingPage", "CPage",
      app: Self.app
        + #", "limits": { "GrowingPage": { "heapBytes": 2097152 }, "CPage": { "heapBytes": 1099511627776 } }"#
    ) { app in
      app.controller.start()
      try app.run(#"tap "Grow""#, #"tap "Grow""#, #"expect "critical""#)
    }
  }

  @Test func `A limit that no heap can keep is refused with its line`() {
    let text =
      #"{ "app": 1, "id": "a", "start": [{ "open": "A" }], "limits": { "M": { "heapBytes": 5 } } }"#
    #expect { try Flow.read(json: Array(text.utf8), file: "app.json") } throws: { error in
      "\(error)".contains("app.json:1") && "\(error)".contains("heapBytes")
    }
  }
}
