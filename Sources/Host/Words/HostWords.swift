/// What the host itself says to a person on the screen, in the language that the app speaks.
///
/// What goes to the log or to a page's author stays English.
package struct HostWords: Sendable, Hashable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  private func say(_ english: String, _ chinese: String) -> String {
    switch language {
    case .english: english
    case .chinese: chinese
    }
  }
}

// MARK: Screen

extension HostWords {
  /// The keys, at the bottom of a tall screen.
  package var keyHint: String {
    say(
      "Tab next · Enter choose · Esc back · Ctrl-N next tab · Ctrl-Q quit",
      "Tab 下一项 · Enter 选择 · Esc 返回 · Ctrl-N 下一标签 · Ctrl-Q 退出")
  }

  var retry: String { say("Try again", "重试") }

  func isBeingOpened(_ page: String) -> String { say("Opening \(page)…", "正在打开“\(page)”…") }

  func cannotBeShown(_ page: String) -> String {
    say("\(page) cannot be shown", "无法显示“\(page)”")
  }

  func cannotBeShown(_ holder: String, holding reason: String) -> String {
    say(
      "\(holder), which holds it, cannot be shown: \(reason)", "无法显示其所在的“\(holder)”：\(reason)")
  }

  func cannotBeOpened(_ page: String, _ reason: String) -> String {
    say("\(page) could not be opened: \(reason)", "无法打开“\(page)”：\(reason)")
  }

  func ended(by culprit: Breadcrumb.Culprit) -> String {
    say(
      "\(culprit.module) ended the app by \(culprit.words); the app goes on without it",
      "\(culprit.module) 因信号 \(culprit.signal) 使应用终止；应用将不加载它而继续运行")
  }

  func pagesReleased(_ module: String, _ reason: String) -> String {
    say(
      "\(reason); its pages that are not on top are released",
      "\(module) 占用内存过多；已释放其不在最上层的页面")
  }
}

// MARK: Signing in

extension HostWords {
  var nameMissing: String { say("Type a name for the account.", "请输入账号名称。") }

  func nameTooLong(_ most: Int) -> String {
    say("An account's name has at most \(most) characters.", "账号名称最多 \(most) 个字符。")
  }

  var nameInvisible: String {
    say("An account's name has visible characters only.", "账号名称只能包含可见字符。")
  }

  func passwordTooShort(_ least: Int) -> String {
    say("A password has at least \(least) characters.", "密码至少 \(least) 个字符。")
  }

  func passwordTooLong(_ most: Int) -> String {
    say("A password has at most \(most) bytes.", "密码最多 \(most) 字节。")
  }

  /// The same words whether the account is unknown or the password wrong: they do not tell which accounts exist.
  var mismatch: String { say("Account and password do not match.", "账号与密码不匹配。") }

  func nameTaken(_ name: String) -> String {
    say(
      "There is an account \"\(name)\" already; sign in, or choose another name.",
      "账号“\(name)”已存在；请登录，或换一个名称。")
  }

  var noMemoryForAccount: String {
    say("There is not enough memory to make the account; try again.", "内存不足，无法创建账号；请重试。")
  }

  var signedOutMeanwhile: String {
    say("signed out while signing in; try again", "登录时已退出；请重试")
  }
}
