import Glibc
import PageABI
import Testing

@testable import Host

/// Pages that cannot be unmapped, and those that leave something in the process.
@Suite @MainActor struct PinTests {
  private static let app = #""start": [{ "open": "CPage" }]"#

  @Test(arguments: [
    ("NoDeletePage", "nodelete", "NODELETE"), ("UniquePage", "unique", "page_unique"),
  ])
  func `A page that is pinned for good is used again, and the reason shown everywhere`(
    _ page: String, _ listed: String, _ told: String
  ) throws {
    try withApp(page, "CPage", app: Self.app) { app in
      try app.start()
      let facts = try #require(ListReport(app.controller.listing).pages.first { $0.page == page })
      #expect(!facts.unloads)
      #expect(facts.why.contains(listed))
      let module = try #require(app.controller.listing.module(ofPage: page))
      #expect(ShowReport(module)?.text.contains("unloads      no: \(facts.why)") == true)
      for _ in 0..<3 {
        try app.run("open \(page)", #"expect "This is \#(page)""#, "back")
        #expect(try app.state(page) == .loaded)
        let report = try #require(app.reports.last?.report)
        #expect(!report.unmapped)
        #expect(report.pinned?.contains(told) == true, "\(report.pinned ?? "")")
        #expect(app.controller.pinned.map(\.module.name) == [page])
      }
      #expect(try app.log.contains("\(page) stays mapped"))
    }
  }

  @Test
  func `What can never be unmapped is told once and not tried again, what can is, by one timer`()
    throws
  {
    try withApp("NoDeletePage", "ThreadPage", "CPage", app: Self.app) { app in
      try app.start()
      let timers = app.loop.pendingTimers
      for _ in 0..<3 { try app.run("open NoDeletePage", "back") }
      #expect(app.loop.pendingTimers == timers)
      #expect(
        try app.log.split(separator: "\n").count { $0.contains("NoDeletePage stays mapped") } == 1)

      try app.run("open ThreadPage")
      #expect(try app.call("thread.start", .boolean(true))?.status == .ok)
      for _ in 0..<3 {
        try app.run("back")
        #expect(app.loop.pendingTimers == timers + 1)
        try app.run("open ThreadPage")
        #expect(app.loop.pendingTimers == timers)
      }
      try app.run("back")
      #expect(
        try app.log.split(separator: "\n").count { $0.contains("ThreadPage stays mapped") } == 1)
      // After 1, 6 and 30 seconds.
      for seconds: UInt64 in [1, 5] {
        try app.advance(seconds: seconds)
        #expect(app.loop.pendingTimers == timers + 1)
      }
      try app.advance(seconds: 24)
      #expect(app.loop.pendingTimers == timers)
      #expect(app.controller.pinned.map(\.module.name) == ["NoDeletePage", "ThreadPage"])
    }
  }

  @Test func `A page is not unmapped under its thread, but later by itself`() throws {
    try withApp("ThreadPage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open ThreadPage")
      #expect(try app.call("thread.start", .boolean(true))?.status == .ok)
      try app.run("back")
      #expect(app.controller.pinned.first?.reason == "1 thread of its own still runs")
      #expect(try app.state("ThreadPage") == .loaded)
      // Used again, the same image is told to end it.
      try app.run("open ThreadPage")
      #expect(app.controller.pinned.isEmpty)
      #expect(try app.call("thread.stop")?.status == .ok)
      try app.run("back")
      retryUntilUnpinned(app)
      #expect(app.controller.pinned.isEmpty)
      #expect(app.reports.last?.report.unmapped == true)
      #expect(try app.state("ThreadPage") == .listed)
    }
  }

  @Test func `A warning unmaps what a thread kept longer than the host tries, and reports it`()
    throws
  {
    try withApp("ThreadPage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open ThreadPage")
      let fifo = app.folder.path + "/fifo"
      try #require(mkfifo(fifo, 0o600) == 0)
      #expect(try app.call("thread.startUntil", .string(fifo))?.status == .ok)
      try app.run("back")
      try app.advance(seconds: 3600)
      #expect(try app.warn().unloaded.isEmpty)
      #expect(app.controller.pinned.map(\.module.name) == ["ThreadPage"])
      // It ends now, while nobody has the page open.
      close(open(fifo, O_WRONLY | O_CLOEXEC))
      var unloaded: [WarningReport.Unloaded] = []
      for _ in 0..<10_000 where unloaded.isEmpty {
        sched_yield()
        unloaded = try app.warn().unloaded
      }
      #expect(unloaded.map(\.module) == ["ThreadPage"])
      #expect(unloaded.first?.pinned == nil)
      #expect(unloaded.first.map { $0.imageBytes > 0 } == true)
      #expect(app.controller.pinned.isEmpty)
      #expect(app.reports.last?.report.unmapped == true)
    }
  }

  @Test func `A thread that ends does not pin`() throws {
    try withApp("ThreadPage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open ThreadPage")
      #expect(try app.call("thread.start", .boolean(false))?.status == .ok)
      try app.run("back")
      retryUntilUnpinned(app)
      #expect(app.controller.pinned.isEmpty)
      #expect(try app.state("ThreadPage") == .listed)
    }
  }

  /// Gives a thread that was told to end, or has nothing to do, the chance to run.
  private func retryUntilUnpinned(_ app: AppFixture) {
    for _ in 0..<10_000 where !app.controller.pinned.isEmpty {
      sched_yield()
      app.controller.retryPinned()
    }
  }

  @Test func `Handler, locale and environment are as before when the page is gone`() throws {
    try withApp("HandlerPage", "CPage", app: Self.app) { app in
      var before = sigaction()
      sigaction(SIGUSR1, nil, &before)
      let locale = setlocale(LC_ALL, nil).map { String(cString: $0) }
      let folder = try #require(getcwd(nil, 0))
      defer {
        chdir(folder)
        free(folder)
      }
      try app.start()
      try app.run("open HandlerPage", "back")
      #expect(try app.state("HandlerPage") == .listed)
      #expect(app.reports.last?.report.unmapped == true)
      var after = sigaction()
      sigaction(SIGUSR1, nil, &after)
      #expect(
        unsafeBitCast(after.__sigaction_handler.sa_handler, to: Int.self)
          == unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self))
      #expect(setlocale(LC_ALL, nil).map { String(cString: $0) } == locale)
      // A variable stays, but as a copy: the page's own text is gone with its image.
      #expect(getenv("PAGEHOST_ZOO_PUT").map { String(cString: $0) } == "by putenv")
    }
  }

  @Test func `Case 8: a module whose code contradicts its note is refused with both sides`() throws
  {
    try withApp("ContradictingPage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run(
        "open ContradictingPage", #"expect "contradiction.ask(x)x""#,
        #"expect "contradiction.ask(s)""#, #"tap "Count""#)
      #expect(app.stack == ["CPage"])
      #expect(try app.state("ContradictingPage") == .listed)
    }
  }

  @Test func `A page that is refused and cannot be unmapped is refused with its reason each time`()
    throws
  {
    try withApp("CPage", app: Self.app) { app in
      // Its note names another page than its code.
      var bytes = try AppFixture.bytes(of: FixtureImage.path("NoDeletePage"))
      let name = Array(#""name":"NoDeletePage""#.utf8)
      let place = try #require(bytes.firstRange(of: name))
      bytes.replaceSubrange(place, with: Array(#""name":"NoDeletePagX""#.utf8))
      try AppFixture.write(bytes, to: app.path(of: "NoDeletePage"))
      app.controller.refreshModules()
      try app.start()
      for _ in 0..<2 {
        try app.run("open NoDeletePagX", #"expect "differ in its pages""#, "open CPage")
        #expect(try app.state("NoDeletePagX") == .loaded)
        #expect(app.reports.last?.report.pinned?.contains("NODELETE") == true)
        #expect(app.controller.pinned.map(\.module.name) == ["NoDeletePage"])
      }
      let row = app.controller.memoryReport.modules.first { $0.module == "NoDeletePage" }
      #expect(try #require(row).imageBytes > 0)
      // What a thread of the image would ask.
      let table = try #require(app.controller.pinned.first).module.table
      #expect(table.pointee.now(table) == app.clock.now)
    }
  }
}
