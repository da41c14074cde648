import Host
import Testing

/// What the screen keeps of a page belongs to one edition of its view.
@MainActor @Suite struct ScreenEditionTests {
  private let screen = Screen(width: 40, height: 12)

  private func show(edition: UInt64, kept state: ScreenState? = nil, instance: UInt64 = 7) {
    screen.show([
      Layer(
        LayerContent(
          instance: instance, page: "SamplePage", view: SampleViews.login, edition: edition,
          state: state))
    ])
  }

  private func use() {
    for key in [Key.character("a"), .tab] { _ = screen.handle(.key(key)) }
  }

  private var account: String? { screen.state(of: 7)?.editors["account"]?.text }

  @Test("A view of the same edition is shown with what is kept, one of another as new")
  func editions() {
    show(edition: 1)
    let new = account
    use()
    let used = account
    #expect(used != new && screen.focus?.id == "password")
    show(edition: 1)
    #expect(account == used && screen.focus?.id == "password")
    show(edition: 2)
    #expect(account == new && screen.focus?.id == "account")
    use()
    show(edition: 2)
    #expect(account == used && screen.focus?.id == "password")
  }

  @Test("What comes back with a page is taken when it is of the view's edition", arguments: [0, 3])
  func kept(edition: UInt64) {
    show(edition: edition, instance: 8)
    use()
    let kept = screen.state(of: 8)
    show(edition: 3, kept: kept)
    #expect(screen.focus?.id == (edition == 3 ? "password" : "account"))
  }
}
