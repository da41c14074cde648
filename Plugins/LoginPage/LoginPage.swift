import PageKit

/// Lets a person sign in, or make an account first.
final class LoginPage: Page {
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
    Text("Sign in").heading()
    Field("Account", text: $account)
    SecureField("Password", text: $password)
    Toggle("Remember me", isOn: $remembers)
    if let problem { Text(problem).error() }
    Row {
      Button("Sign in") { await self.signIn() }.prominent()
      Button("Create account") { await self.createAccount() }
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
    if account.isEmpty { return "Enter the name of your account." }
    return password.isEmpty ? "Enter your password." : nil
  }
}
