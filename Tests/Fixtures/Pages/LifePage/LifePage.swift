import PageKit

/// Notes the beginning and the end of each step of its life in the log, and moves on in the one that its arguments name.
///
/// Of many in a row each is named by how many come behind it.
final class LifePage: Page {
  private var left: Int64 = 0
  private var step = ""
  private var waits = false
  private var hasMoved = false

  override func initData(_ arguments: [String: PageValue]) async throws {
    left = try arguments["left"]?.asInteger() ?? 0
    step = try arguments["step"]?.asString() ?? ""
    waits = try arguments["waits"]?.asBoolean() ?? false
    take("initData")
    if waits { try await Task.sleep(for: .seconds(1)) }
  }

  override func appearStarted() { take("appearStarted") }
  override func appearFinished() { take("appearFinished") }
  override func disappearStarted() { take("disappearStarted") }
  override func disappearFinished() { take("disappearFinished") }
  override func releaseData() { take("releaseData") }

  private func take(_ step: String) {
    log("life of \(left): \(step) begins")
    if step == self.step, left > 0, !hasMoved {
      hasMoved = true
      outcomes.moved(left: left - 1, step: step, waits: waits)
    }
    log("life of \(left): \(step) ends")
  }

  @ViewBuilder override var view: View { Text("\(left) left") }
}
