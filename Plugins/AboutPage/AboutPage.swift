import PageKit

/// Tells what the app is made of, second by second while it is shown, and lets the person out.
final class AboutPage: Page {
  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  private var report = HostReport()
  private var refreshing: Task<Void, Never>?

  override func initData(_ arguments: [String: PageValue]) async throws { try await refresh() }

  /// What was read before the page was shown does not yet count it as shown.
  override func appearFinished() {
    refreshing = task {
      while true {
        try await self.refresh()
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  override func disappearStarted() { refreshing?.cancel() }

  @ViewBuilder override var view: View {
    Text("PageHost \(report.version)").heading()
    Text(words.explanation).secondary()
    List {
      Row {
        Text(words.page).secondary()
        Text(words.state).secondary()
        Text(words.module).secondary()
        Text(words.memory).secondary()
      }
      for module in report.modules {
        for page in module.pages {
          Row {
            Text(page.name)
            Text(page.state)
            Text("\(module.name) \(module.version)")
            Text(module.memory)
          }.id(page.name)
        }
      }
    }
    Button(words.logOut) { self.outcomes.loggedOut() }.destructive()
  }

  private func refresh() async throws {
    report = try HostReport(census: await census.read())
  }
}
