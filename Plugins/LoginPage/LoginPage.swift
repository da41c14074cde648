import PageKit

/// Lets a person sign in, or make an account first.
final class LoginPage: Page {
  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  @State private var account = ""
  @State private var password = ""
  @State private var remembers = false
  private var isBusy = false
  private var problem: String?

  override func initData(_ arguments: [String: PageValue]) async throws {
    account = try savedState["account"]?.asString() ?? ""
    remembers = try savedState["remembers"]?.asBoolean() ?? false
    problem = try savedState["problem"]?.asString()
  }

  /// What was typed, but never the password.
  override func saveState() async -> [String: PageValue] {
    var state: [String: PageValue] = [
      "account": .string(account), "remembers": .boolean(remembers),
    ]
    state["problem"] = problem.map(PageValue.string)
    return state
  }

  @ViewBuilder override var view: View {
    Text(words.signIn).heading()
    Field(words.account, text: $account)
    SecureField(words.password, text: $password)
    Toggle(words.remember, isOn: $remembers)
    if let problem { Text(problem).error() }
    Row {
      Button(words.signIn) { await self.signIn() }.prominent()
      Button(words.createAccount) { await self.createAccount() }
    }
  }

  private func signIn() async {
    await enter {
      try await self.session.signIn(
        account: self.account, password: self.password, remember: self.remembers)
    }
  }

  private func createAccount() async {
    await enter {
      try await self.session.createAccount(
        self.account, password: self.password, remember: self.remembers)
    }
  }

  /// Goes on if one of the two ways in is open, or says why it is not and keeps the account's name.
  private func enter(_ way: () async throws -> Void) async {
    guard !isBusy else { return }
    problem = missing
    guard problem == nil else { return }
    isBusy = true
    defer { isBusy = false }
    do {
      try await way()
      outcomes.signedIn()
    } catch {
      problem = "\(error)"
    }
    password = ""
  }

  private var missing: String? {
    if account.isEmpty { return words.noAccount }
    return password.isEmpty ? words.noPassword : nil
  }
}
