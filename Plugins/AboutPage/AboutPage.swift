import PageKit

/// Tells what the app is made of, second by second, and lets the person out.
final class AboutPage: Page {
  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  private var report = HostReport()

  override func initData(_ arguments: [String: PageValue]) async throws {
    try await refresh()
    task {
      while true {
        try await Task.sleep(for: .seconds(1))
        try await self.refresh()
      }
    }
  }

  /// What was read before the page was shown does not yet count it as shown.
  override func appearFinished() { task { try await self.refresh() } }

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
