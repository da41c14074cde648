import Testing

@testable import Host

/// What a warning releases and what it leaves, besides what WarningTests shows.
@Suite @MainActor struct EvictedPageTests {
  private static let app = #""start": [{ "open": "StatePage" }]"#

  @Test func `A soft resident stays until a warning is critical`() throws {
    try withApp(
      "StatePage", "CPage",
      app: Self.app + #", "resident": [{ "page": "StatePage", "soft": true }]"#
    ) { app in
      app.controller.start()
      try app.run("open CPage")
      let report = try app.warn(.low)
      #expect(report.stayed.first?.reason == "app.json makes it resident until a critical warning")
      #expect(try app.warn(.critical).evicted.map(\.instance) == ["StatePage#1"])
    }
  }

  @Test func `A page that does not give its state delays neither the others nor the next warning`()
    throws
  {
    try withApp("StatePage", "FailingPage", "CPage", "AsyncPage", app: Self.app) { app in
      app.controller.start()
      try app.run("open FailingPage save=stubborn", "open CPage")
      var first: WarningReport?
      app.controller.warn(.low) { first = $0 }
      try app.drive.settle()
      // The other is gone at once, while the report still waits.
      #expect(try app.state("StatePage") == .listed)
      #expect(first == nil)
      try app.advance(seconds: 2)
      #expect(first?.evicted.map(\.module) == ["StatePage"])
      #expect(first?.stayed.map(\.reason) == ["its state has not come yet"])
      // The next one is carried out long before the page's deadline.
      try app.run("open AsyncPage")
      let second = try app.warn(.critical)
      #expect(second.evicted.map(\.module) == ["CPage"])
      #expect(second.stayed.map(\.reason) == ["its state has not come yet"])
      try app.advance(seconds: 31)
      #expect(try app.state("FailingPage") == .initialized)
    }
  }

  @Test func `A state that comes late still releases its page`() throws {
    try withApp("StatePage", "FailingPage", "CPage", app: Self.app) { app in
      app.controller.start()
      try app.run("open FailingPage save=late", "open CPage")
      var report: WarningReport?
      app.controller.warn(.low) { report = $0 }
      try app.drive.settle()
      try app.advance(seconds: 2)
      #expect(report?.stayed.count == 1)
      try app.advance(seconds: 8)
      #expect(try app.state("FailingPage") == .listed)
      try app.run("back", #"expect "Initialized""#)
    }
  }

  @Test func `A page that is returned to while it saves its state stays`() throws {
    try withApp("StatePage", "FailingPage", "CPage", app: Self.app) { app in
      app.controller.start()
      try app.run("open FailingPage save=late", "open CPage")
      app.controller.warn(.low)
      try app.drive.settle()
      try app.run("back", #"expect "Initialized""#)
      try app.advance(seconds: 10)
      #expect(try app.state("FailingPage") == .top)
      #expect(app.instances("FailingPage").count == 1)
    }
  }

  @Test func `Case 18: a presenter that waits for a result stays, and what is below it does not`()
    throws
  {
    try withApp("StatePage", "CPage", "AsyncPage", app: Self.app) { app in
      app.controller.start()
      try app.run("open CPage")
      let presenter = try #require(app.controller.navigation.top?.instance)
      app.controller.navigation.request(
        .present(.init("AsyncPage"), .init(by: presenter) { _ in }))
      try app.drive.settle()
      let report = try app.warn(.critical)
      #expect(report.evicted.map(\.module) == ["StatePage"])
      #expect(report.stayed.map(\.reason) == ["it waits for the result of a page it presented"])
      try app.dismiss()
      #expect(try app.state("CPage") == .top)
    }
  }

  @Test func `A page that was woken for a call is released and its state kept for its opening`()
    throws
  {
    try withApp("ChainPage", "LinkPage", "CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      app.controller.start()
      try app.drive.settle()
      _ = try app.call("chain.wake")
      let woken = app.controller.background.map(\.page)
      let report = try app.warn()
      #expect(report.evicted.count == woken.count)
      #expect(app.controller.background.isEmpty)
    }
  }

  @Test func `The report says what each module gave back, by size of block`() throws {
    try withApp("LeakingPage", "CPage", app: #""start": [{ "open": "LeakingPage" }]"#) { app in
      app.controller.start()
      try app.run("open CPage")
      let report = try app.warn(.critical)
      let module = try #require(report.unloaded.first)
      #expect(module.module == "LeakingPage")
      #expect(module.pinned == nil)
      #expect(module.imageBytes > 100_000)
      #expect(module.heapBytes >= 1 << 20)
      // The mebibyte that the page never freed stands out.
      #expect(module.sizeClasses.contains { $0.bytes >= 1 << 20 && $0.blocks == 1 })
      #expect(module.sizeClasses.reduce(0) { $0 + $1.blocks } == module.heapBlocks)
      let line = try #require(report.lines.first { $0.hasPrefix("unloaded LeakingPage: ") })
      #expect(
        line.contains(" bytes of image, and \(module.heapBytes) in \(module.heapBlocks) blocks ("))
    }
  }

  @Test func `What was not asked for by a warning is not kept for its report`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      app.controller.start()
      for _ in 0..<20 { try app.run("open CPage", "back") }
      #expect(app.controller.unloadedDuringWarning.isEmpty)
      _ = try app.warn()
      #expect(app.controller.unloadedDuringWarning.isEmpty)
    }
  }

  @Test func `What a page leaves in the process is told, and it is used again, evicted again`()
    throws
  {
    let pages = ["ThreadPage", "HandlerPage", "NoDeletePage", "UniquePage", "LeakingPage"]
    try withApp(
      "ThreadPage", "HandlerPage", "NoDeletePage", "UniquePage", "LeakingPage", "CPage",
      app: #""start": [{ "open": "CPage" }]"#
    ) { app in
      app.controller.start()
      for _ in 0..<5 {
        for page in pages { try app.run("open \(page)") }
        try app.run("open CPage")
        for page in pages { try app.run("open \(page)") }
        let report = try app.warn(.critical)
        #expect(report.stayed.isEmpty)
        for module in report.unloaded where ["NoDeletePage", "UniquePage"].contains(module.module) {
          #expect(module.pinned?.isEmpty == false)
          #expect(report.lines.contains { $0.hasPrefix("\(module.module) stays mapped") })
        }
        try app.run("open CPage")
      }
    }
  }
}
