/// What the page for signing in says.
struct Words {
  let signIn: String
  let account: String
  let password: String
  let remember: String
  let createAccount: String
  let noAccount: String
  let noPassword: String
}

extension Words {
  static let english = Words(
    signIn: "Sign in", account: "Account", password: "Password", remember: "Remember me",
    createAccount: "Create account", noAccount: "Enter the name of your account.",
    noPassword: "Enter your password.")

  static let chinese = Words(
    signIn: "登录", account: "账号", password: "密码", remember: "记住我", createAccount: "创建账号",
    noAccount: "请输入账号名称。", noPassword: "请输入密码。")
}
