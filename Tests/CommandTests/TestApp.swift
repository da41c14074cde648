import Foundation

/// An app in a folder of its own, made of the built pages, with a data folder beside it.
///
/// Its modules are links to the built ones, so that a test can put other files among them.
struct TestApp {
  static let pages = [
    "AboutPage", "ContactPage", "ContactsPage", "DiscoverPage", "GuidePage", "HomePage",
    "LoginPage", "PostPage", "TimelinePage",
  ]

  /// Holds `app`, with `app.json` and `modules`, and `data`.
  let folder: TemporaryFolder
  var app: String { "\(folder.path)/app" }
  var modules: String { "\(app)/modules" }
  var data: String { "\(folder.path)/data" }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file of the repository.
  static func source(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Where the built modules are: `build/app/modules` for `build/bin/pagehost`, else beside the tool.
  static let built: URL = {
    let beside = ToolRun.tool.deletingLastPathComponent()
    let installed = beside.deletingLastPathComponent().appending(path: "app/modules")
    return FileManager.default.fileExists(atPath: installed.path) ? installed : beside
  }()

  /// - Parameters:
  ///   - json: The text of `app.json`; nil takes that of the app in `Plugins`.
  ///   - pages: Which pages it has.
  init(json: String? = nil, pages: [String] = TestApp.pages) throws {
    folder = try TemporaryFolder()
    try folder.write(json ?? Self.source("Plugins/app.json"), to: "app/app.json")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/app/modules", withIntermediateDirectories: false)
    for page in pages { try link(page) }
  }

  /// Puts the built module of a page among the modules, under its own name or another.
  func link(_ page: String, as name: String? = nil) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(modules)/lib\(name ?? page).so",
      withDestinationPath: Self.built.appending(path: "lib\(page).so").path)
  }

  /// Copies the built module of a page among the modules under another name, and gives its path.
  @discardableResult func copy(_ page: String, as name: String) throws -> String {
    let path = "\(modules)/lib\(name).so"
    try FileManager.default.copyItem(
      atPath: Self.built.appending(path: "lib\(page).so").path, toPath: path)
    return path
  }

  /// Runs a subcommand on the app and its data.
  func run(
    _ words: [String], input: String = "", environment: [String: String] = [:],
    output device: String? = nil
  ) throws -> ToolRun {
    let place = ["--app", app, "--data", data]
    return try ToolRun(
      [words[0]] + place + words.dropFirst(), in: folder, environment: environment, input: input,
      output: device)
  }

  /// Runs a drive script from standard input, its commands a line each.
  func drive(_ lines: String...) throws -> ToolRun {
    try run(["drive"], input: lines.joined(separator: "\n") + "\n")
  }

  /// What a person does first: through the guide, and an account made.
  static let signUp = """
    tap "Next"
    tap "Next"
    tap "Get started"
    type "Account" "ada"
    type "Password" "correct horse"
    tap "Create account"
    """
}
