import PageKit

/// Shows a newcomer around, one panel after another, when the app is launched for the first time.
final class GuidePage: Page {
  private struct Panel {
    var title: String
    var text: String
  }

  private static let panels = [
    Panel(
      title: "Welcome to Leaves",
      text: "A small place for what you want to say and whom you know, kept on this machine."),
    Panel(
      title: "Made of pages",
      text: "Each screen is a page that is loaded when you go there, and gone when you leave it."),
    Panel(
      title: "Yours alone",
      text: "Posts and contacts belong to your account. When you log out, nobody sees them."),
  ]

  private var number = 0
  private var isLast: Bool { number == Self.panels.count - 1 }

  override func initData(_ arguments: [String: PageValue]) async throws {
    let saved = Int(try savedState["panel"]?.asInteger() ?? 0)
    if Self.panels.indices.contains(saved) { number = saved }
  }

  override func saveState() async -> [String: PageValue] { ["panel": .integer(Int64(number))] }

  @ViewBuilder override var view: View {
    Text(Self.panels[number].title).heading()
    Text(Self.panels[number].text)
    Spacer()
    Text("\(number + 1) of \(Self.panels.count)").secondary()
    Button(isLast ? "Get started" : "Next") { self.turnOver() }.prominent()
  }

  private func turnOver() {
    if isLast { outcomes.finished() } else { number += 1 }
  }
}
