import PageKit

/// The frame around the app's tabs: says who is signed in and how many notices have not been read.
final class HomePage: Page {
  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  private var account = ""
  private var notices: Int64 = 0

  override func initData(_ arguments: [String: PageValue]) async throws {
    account = try await session.account ?? ""
    notices = try savedState["notices"]?.asInteger() ?? 0
  }

  override func saveState() async -> [String: PageValue] { ["notices": .integer(notices)] }

  /// Shows a count of notices, whichever page it comes from.
  func noticesSet(count: Int64) throws {
    guard count >= 0 else { throw PageError("there cannot be \(count) notices") }
    notices = count
  }

  /// Tells the count of notices that is shown.
  func noticesCount() -> Int64 { notices }

  @ViewBuilder override var view: View {
    Row {
      Text(words.name).heading()
      if notices > 0 { Text("\(notices)").badge() }
      Spacer()
      if notices > 0 { Button(words.markRead) { self.notices = 0 } }
      Text(account).secondary()
    }
  }
}
