import PageKit

/// Shows a newcomer around, one panel after another, when the app is launched for the first time.
final class GuidePage: Page {
  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  private var number = 0
  private var isLast: Bool { number == words.panels.count - 1 }

  override func initData(_ arguments: [String: PageValue]) async throws {
    let saved = Int(try savedState["panel"]?.asInteger() ?? 0)
    if words.panels.indices.contains(saved) { number = saved }
  }

  override func saveState() async -> [String: PageValue] { ["panel": .integer(Int64(number))] }

  @ViewBuilder override var view: View {
    Text(words.panels[number].title).heading()
    Text(words.panels[number].text)
    Spacer()
    Text(words.place(number + 1, words.panels.count)).secondary()
    // A button of each panel's own, so that the next panel is read from its top.
    Button(isLast ? words.start : words.next) { self.turnOver() }.prominent().id("next-\(number)")
  }

  private func turnOver() {
    if isLast { outcomes.finished() } else { number += 1 }
  }
}
