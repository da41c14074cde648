import Glibc
import Testing

@testable import Host

/// What the report of memory counts: whatever is mapped.
@Suite @MainActor struct MemoryReportTests {
  private func row(_ module: String, _ app: AppFixture) throws -> MemoryReport.Module {
    let rows = app.controller.memoryReport.modules.filter { $0.module == module }
    #expect(rows.count == 1)
    return try #require(rows.first)
  }

  @Test func `A module whose file is gone is counted until it is unmapped`() throws {
    try withApp("CPage", "LeakingPage") { app in
      try app.start()
      try app.run("open LeakingPage")
      unlink(app.path(of: "LeakingPage"))
      app.controller.refreshModules()
      let open = try row("LeakingPage", app)
      #expect(open.heapBytes > 1 << 20 && open.imageBytes > 0)
      #expect(open.pages == [.init(page: "LeakingPage", instances: 1, state: "top")])
      try app.run("back")
      #expect(app.controller.memoryReport.modules.map(\.module) == ["CPage"])
    }
  }

  @Test func `Every edition of a module that stays mapped is counted, also without a file`() throws
  {
    try withApp("CPage", "NoDeletePage") { app in
      try app.start()
      try app.run("open NoDeletePage", "back")
      let one = try row("NoDeletePage", app)
      #expect(one.imageBytes > 0)
      // Which pages of a file are mapped differs a little.
      let more = one.imageBytes * 3 / 2
      // Bytes after the end of an ELF file mean nothing, but make it another.
      try AppFixture.write(
        try AppFixture.bytes(of: FixtureImage.path("NoDeletePage")) + [1, 2, 3, 4],
        to: app.path(of: "NoDeletePage"))
      app.controller.refreshModules()
      try app.run("open NoDeletePage")
      let both = try row("NoDeletePage", app)
      #expect(both.imageBytes >= more)
      #expect(both.pages == [.init(page: "NoDeletePage", instances: 1, state: "top")])
      try app.run("back")
      unlink(app.path(of: "NoDeletePage"))
      app.controller.refreshModules()
      let left = try row("NoDeletePage", app)
      #expect(left.imageBytes >= more)
      #expect(left.pages == [.init(page: "NoDeletePage", instances: 0, state: "loaded")])
      #expect(app.controller.memoryReport.text.contains("NoDeletePage  loaded  0"))
    }
  }
}
