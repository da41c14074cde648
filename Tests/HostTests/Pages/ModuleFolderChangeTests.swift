import Glibc
import PageABI
import Testing

@testable import Host

/// Files that come, change and go while the app runs.
@Suite @MainActor struct ModuleFolderChangeTests {
  private static let app = #""start": [{ "open": "CPage" }]"#

  @Test func `Case 9: a module that is copied into the folder is noticed and can be opened`() throws
  {
    try withApp("CPage", app: Self.app, watches: true) { app in
      try app.start()
      #expect(app.controller.controllers["StatePage"] == nil)
      try AppFixture.add("StatePage", to: app.folder.path + "/modules")
      try app.run("open CPage")
      try app.run("open StatePage", #"expect "Line 1""#)
    }
  }

  @Test func `A page that is missing at first is shown once its module is there`() throws {
    try withApp(app: Self.app, watches: true) { app in
      try app.start()
      try app.run(#"expect "CPage cannot be shown""#)
      try AppFixture.add("CPage", to: app.folder.path + "/modules")
      try app.drive.settle()
      try app.drive.settle()
      try app.run(#"expect "Count: 0""#)
    }
  }

  @Test func `Case 3: a file that is written over while it is open harms nobody`() throws {
    try withApp("CPage", app: Self.app, watches: true) { app in
      try app.start()
      try app.run(#"tap "Count""#)
      // In place, as cp does: the same inode.
      try AppFixture.write([UInt8](repeating: 0, count: 40_000), to: app.path(of: "CPage"))
      try app.run(#"tap "Count""#, #"expect "Count: 2""#)
      #expect(app.controller.listing.problems.count == 1)
      try AppFixture.write(
        try AppFixture.bytes(of: FixtureImage.path("CPage")), to: app.path(of: "CPage"))
      try app.run(#"tap "Count""#, #"expect "Count: 3""#)
      app.controller.navigation.clear()
      try app.drive.settle()
      app.controller.open("CPage", [:])
      try app.run(#"expect "Count: 0""#)
    }
  }

  @Test func `Case 2: an update that cannot be loaded leaves the old one running, and says why`()
    throws
  {
    try withApp("CPage", "StatePage", app: Self.app, watches: true) { app in
      try app.start()
      let good = try AppFixture.bytes(of: app.path(of: "CPage"))
      try AppFixture.write(Array(good.prefix(2000)), to: app.path(of: "CPage") + ".new")
      try #require(rename(app.path(of: "CPage") + ".new", app.path(of: "CPage")) == 0)
      try app.run(#"tap "Count""#, "open StatePage", "back", #"tap "Count""#, #"expect "Count: 2""#)
      let problem = try #require(app.controller.listing.problems.first)
      #expect(problem.path == app.path(of: "CPage") && !problem.reason.isEmpty)
      #expect(app.controller.modules["CPage"] != nil && app.reports.map(\.module) == ["StatePage"])
    }
  }

  @Test(arguments: [false, true])
  func `Case 15: a page whose file is gone leaves the one before it, and opens once it is back`(
    watches: Bool
  ) throws {
    try withApp("CPage", "StatePage", app: Self.app, watches: watches) { app in
      try app.start()
      try app.run(#"tap "Count""#)
      unlink(app.path(of: "StatePage"))
      if watches { try app.drive.settle() }
      app.controller.open("StatePage", [:])
      try app.run(#"expect "StatePage could not be opened""#, #"expect "Count: 1""#)
      #expect(app.stack == ["CPage"] && !app.controller.navigation.isBusy)
      try AppFixture.add("StatePage", to: app.folder.path + "/modules")
      if watches { try app.drive.settle() } else { app.controller.refreshModules() }
      try app.run("open StatePage", #"expect "Line 1""#, "back", #"expect "Count: 1""#)
    }
  }

  @Test
  func
    `Case 9: a module that is removed while it is open goes on until it is left, and is then gone`()
    throws
  {
    try withApp("CPage", "StatePage", app: Self.app, watches: true) { app in
      try app.start()
      try app.run("open StatePage")
      unlink(app.path(of: "StatePage"))
      try app.drive.settle()
      try app.run(#"type "Text" "still here""#, #"expect "still here""#, "back")
      try app.drive.settle()
      #expect(app.reports.map(\.module) == ["StatePage"])
      #expect(app.controller.controllers["StatePage"] == nil)
      #expect(throws: DriveError.self) { try app.drive.run("open StatePage") }
    }
  }

  @Test func `Of a file that goes and comes back again and again one copy is known`() throws {
    try withApp("CPage", "StatePage", app: #""start": [{ "open": "StatePage" }]"#) { app in
      try app.start()
      let path = app.path(of: "CPage")
      for _ in 0..<3 {
        try app.run("open CPage", "back")
        for (from, to) in [(path, path + ".away"), (path + ".away", path)] {
          try #require(rename(from, to) == 0)
          app.controller.refreshModules()
        }
      }
      try app.run("open CPage")
      #expect(app.controller.stored.count == 2)
    }
  }

  @Test func `Case 5: the same name with other content is the new one when it is opened next`()
    throws
  {
    try withApp("CPage", app: Self.app, watches: true) { app in
      try app.start()
      let old = try #require(app.controller.modules["CPage"]?.image.path)
      // Bytes after the end of an ELF file mean nothing, but make it another.
      let bytes = try AppFixture.bytes(of: FixtureImage.path("CPage")) + [1, 2, 3, 4]
      try AppFixture.write(bytes, to: app.path(of: "CPage") + ".new")
      rename(app.path(of: "CPage") + ".new", app.path(of: "CPage"))
      try app.run(#"tap "Count""#, #"expect "Count: 1""#)
      #expect(app.controller.modules["CPage"]?.image.path == old)
      app.controller.navigation.clear()
      try app.drive.settle()
      app.controller.open("CPage", [:])
      try app.run(#"expect "Count: 0""#)
      #expect(app.controller.modules["CPage"]?.image.path != old)
    }
  }

  @Test func `Case 8: bad files are listed with their reasons beside the good ones`() throws {
    let app = try AppFixture(["CPage", "StatePage"], app: Self.app)
    defer { app.close() }
    let folder = app.folder.path + "/modules"
    let good = try AppFixture.bytes(of: FixtureImage.path("CPage"))
    try AppFixture.write(Array(good.prefix(1000)), to: folder + "/libTruncatedPage.so")
    try AppFixture.write(Array("not an image".utf8), to: folder + "/libTextPage.so")
    try AppFixture.write([], to: folder + "/libEmptyPage.so")
    mkdir(folder + "/libFolderPage.so", 0o700)
    mkfifo(folder + "/libFifoPage.so", 0o600)
    symlink("/dev/zero", folder + "/libEndlessPage.so")
    symlink("nowhere", folder + "/libLostPage.so")
    var foreign = good
    foreign[18] = 243  // RISC-V
    try AppFixture.write(foreign, to: folder + "/libForeignPage.so")
    try AppFixture.add("PlainImage", to: folder)
    try AppFixture.write(good, to: folder + "/libSharedPage.so")
    chmod(folder + "/libSharedPage.so", 0o666)
    app.controller.refreshModules()
    let names = app.controller.listing.problems.map {
      $0.path.split(separator: "/").last.map(String.init) ?? ""
    }
    #expect(
      names.sorted() == [
        "libEmptyPage.so", "libEndlessPage.so", "libFifoPage.so", "libFolderPage.so",
        "libForeignPage.so",
        "libLostPage.so", "libPlainImage.so", "libSharedPage.so", "libTextPage.so",
        "libTruncatedPage.so",
      ])
    #expect(
      app.controller.controllers.all.map(\.name).sorted() == ["CPage", "ManyPage", "StatePage"])
    try app.start()
    try app.run(#"expect "Count: 0""#)
  }
}
