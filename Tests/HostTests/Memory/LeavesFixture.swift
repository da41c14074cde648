import Testing

@testable import Host

extension AppFixture {
  /// The pages of the app that comes with the host, and its `app.json` without version, id and title.
  static func leaves() throws -> (modules: [String], app: String) {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let text = String(decoding: try bytes(of: root + "/Plugins/app.json"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("\"start\"") })
    let rest = lines[start...].joined(separator: "\n")
    let end = try #require(rest.lastIndex(of: "}"))
    let (flow, _) = try Flow.read(json: Array(text.utf8), file: "app.json")
    return (flow.namedPages.map(\.page), String(rest[..<end]))
  }

  /// What a person does on the first launch to be at home.
  nonisolated static let firstLaunch = [
    #"tap "Next""#, #"tap "Next""#, #"tap "Get started""#, #"type "Account" "ada""#,
    #"type "Password" "correct horse""#, #"tap "Create account""#,
  ]

  /// Puts a page over all others.
  func present(_ page: String) throws {
    controller.navigation.request(.present(.init(page), .init(by: nil) { _ in }))
    try drive.settle()
    try #require(controller.navigation.top?.page == page)
  }

  /// Takes it away again.
  func dismiss() throws {
    controller.navigation.request(.dismiss(.cancelled))
    try drive.settle()
  }
}
