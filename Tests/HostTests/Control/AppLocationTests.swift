import Foundation
import Testing

@testable import Host

@Suite struct AppLocationTests {
  private let root: String
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    root = folder.path
  }

  private func surroundings(
    _ variables: [String: String] = [:], current: String = "work", executable: String = "bin/tool"
  ) -> AppLocation.Surroundings {
    AppLocation.Surroundings(
      variables: variables, currentFolder: "\(root)/\(current)",
      executable: "\(root)/\(executable)", userHome: "/home/someone")
  }

  @Test func `the option comes before everything else`() throws {
    try folder.make(["given/app.json", "other/app.json", "work/app.json", "app/app.json"])
    let place = try AppLocation(
      app: "../given", data: .standard, in: surroundings(["PAGEHOST_APP": "\(root)/other"]))
    #expect(place.origin == .option)
    #expect(place.file == "\(root)/given/app.json")
    #expect(place.moduleFolders == ["\(root)/given/modules"])
  }

  @Test func `the variable comes before the current folder`() throws {
    try folder.make(["other/app.json", "work/app.json", "app/app.json"])
    let place = try AppLocation(
      app: nil, data: .standard, in: surroundings(["PAGEHOST_APP": "../other"]))
    #expect(place.origin == .environment)
    #expect(place.file == "\(root)/other/app.json")
  }

  @Test func `a variable that is empty is not set`() throws {
    try folder.make(["work/app.json"])
    let place = try AppLocation(app: nil, data: .standard, in: surroundings(["PAGEHOST_APP": ""]))
    #expect(place.origin == .currentFolder)
    #expect(place.file == "\(root)/work/app.json")
  }

  @Test func `the installed app is taken when the current folder is none`() throws {
    try folder.make(["app/app.json"])
    let place = try AppLocation(app: nil, data: .standard, in: surroundings())
    #expect(place.origin == .installed)
    #expect(place.file == "\(root)/app/app.json")
    #expect(place.moduleFolders == ["\(root)/app/modules"])
  }

  @Test func `a tool in SwiftPM's build folder finds the package's app`() throws {
    try folder.make(["package/Plugins/app.json"])
    let build = "package/.build/x86_64-unknown-linux-gnu/debug"
    let place = try AppLocation(
      app: nil, data: .standard, in: surroundings(executable: "\(build)/pagehost"))
    #expect(place.origin == .buildFolder)
    #expect(place.file == "\(root)/package/Plugins/app.json")
    #expect(place.moduleFolders == ["\(root)/\(build)"])
    #expect(place.ownFiles == [], "what else is built there is not the app's")
    try folder.make(["package/Plugins/HomePage/page.json"])
    let again = try AppLocation(
      app: nil, data: .standard, in: surroundings(executable: "\(build)/pagehost"))
    #expect(again.ownFiles == ["libHomePage.so"])
  }

  @Test func `no app anywhere names the places that were looked at`() {
    #expect(throws: AppLocation.Error.noApp(looked: ["\(root)/work", "\(root)/app"])) {
      try AppLocation(app: nil, data: .standard, in: surroundings())
    }
  }

  @Test func `a folder named app.json is no app`() throws {
    try folder.make(["work/app.json/file"])
    #expect(throws: AppLocation.Error.noApp(looked: ["\(root)/work", "\(root)/app"])) {
      try AppLocation(app: nil, data: .standard, in: surroundings())
    }
  }

  @Test func `an explicit folder need not hold app.json, so that its modules can be listed`() throws
  {
    try folder.make(["given/modules/file"])
    let place = try AppLocation(app: "\(root)/given", data: .standard, in: surroundings())
    #expect(place.file == "\(root)/given/app.json")
  }

  @Test func `an explicit path has to be a folder`() throws {
    try folder.make(["given/app.json"])
    let file = "\(root)/given/app.json"
    #expect(throws: AppLocation.Error.notAFolder(file, .option)) {
      try AppLocation(app: file, data: .standard, in: surroundings())
    }
    let absent = "\(root)/absent"
    #expect(
      throws: AppLocation.Error.unreadable(
        absent, .environment, reason: "No such file or directory")
    ) {
      try AppLocation(app: nil, data: .standard, in: surroundings(["PAGEHOST_APP": absent]))
    }
  }

  @Test func `more module folders come after the app's own, each once`() throws {
    try folder.make(["work/app.json"])
    let place = try AppLocation(
      app: nil, data: .standard,
      in: surroundings(["PAGEHOST_PATH": "/one:relative::/two/:/one:\(root)/work/modules"]))
    #expect(
      place.moduleFolders == ["\(root)/work/modules", "/one", "\(root)/work/relative", "/two"])
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/data/", "HOME": "/h"], "/data/pagehost/org.example.leaves"),
    (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/pagehost/org.example.leaves"),
    (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/pagehost/org.example.leaves"),
    ([:], "/home/someone/.local/share/pagehost/org.example.leaves"),
  ])
  func `standard data is among the user's`(variables: [String: String], path: String) throws {
    try folder.make(["work/app.json"])
    let place = try AppLocation(app: nil, data: .standard, in: surroundings(variables))
    #expect(try place.dataFolder(appID: "org.example.leaves") == path)
  }

  @Test func `a named data folder is taken as it is, a temporary one has no path yet`() throws {
    try folder.make(["work/app.json"])
    let named = try AppLocation(app: nil, data: .folder("data/"), in: surroundings())
    #expect(try named.dataFolder(appID: "../x") == "\(root)/work/data")
    let temporary = try AppLocation(app: nil, data: .temporary, in: surroundings())
    #expect(try temporary.dataFolder(appID: "x") == nil)
  }

  @Test(arguments: ["", ".", "..", "a/b", "/", "a\nb", String(repeating: "x", count: 256)])
  func `an id that is no folder's name is refused`(id: String) throws {
    try folder.make(["work/app.json"])
    let place = try AppLocation(app: nil, data: .standard, in: surroundings())
    #expect(throws: AppLocation.Error.unsafeID(id)) { try place.dataFolder(appID: id) }
  }

  @Test func `without any home the data folder has to be named`() throws {
    try folder.make(["work/app.json"])
    var homeless = surroundings()
    homeless.userHome = nil
    let place = try AppLocation(app: nil, data: .standard, in: homeless)
    #expect(throws: AppLocation.Error.noHome) { try place.dataFolder(appID: "x") }
  }
}

/// A folder that exists as long as its owner.
private final class ScratchFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes empty files with the folders above them.
  func make(_ files: [String]) throws {
    for file in files {
      let url = URL(filePath: "\(path)/\(file)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
  }
}
