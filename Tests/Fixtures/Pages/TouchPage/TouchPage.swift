import PageKit

/// Notes each step of its life in the log, and shows every touch of its pad.
final class TouchPage: Page {
  private var name = "first"
  private var touches: [String] = []

  override func initData(_ arguments: [String: PageValue]) async throws {
    name = try arguments["name"]?.asString() ?? "first"
    if arguments["fail"] == .boolean(true) { throw PageError("it was told to fail") }
  }

  override func appearStarted() { log("\(name) appearStarted") }
  override func appearFinished() { log("\(name) appearFinished") }
  override func disappearStarted() { log("\(name) disappearStarted") }
  override func disappearFinished() { log("\(name) disappearFinished") }
  override func releaseData() { log("\(name) releaseData") }

  @ViewBuilder override var view: View {
    Text("Pad of \(name)").onTouch { phase, x, y in
      self.touches.append("\(phase) \(x),\(y)")
      self.log("\(self.name) \(phase) \(x),\(y)")
    }
    Text(touches.joined(separator: " "))
    Button("Next") { self.outcomes.next(name: "second") }
    Button("Over") { self.outcomes.over(name: "modal") }
    Button("Fail") { self.outcomes.failing(fail: true) }
    Button("Done") { self.outcomes.done() }
  }
}

/// Wishes to come by a fade.
final class FadingPage: Page {
  @ViewBuilder override var view: View { Text("Faded in") }
}
