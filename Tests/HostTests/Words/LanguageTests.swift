import Testing

@testable import Host

@Suite struct LanguageTests {
  @Test(arguments: [
    ("zh_CN.UTF-8", Language.chinese), ("zh", .chinese), ("zh-Hant", .chinese), ("ZH_TW", .chinese),
    ("en_GB.UTF-8", .english), ("C", .english), ("C.UTF-8", .english), ("", .english),
    ("de_AT", .english), ("zhx", .english),
  ])
  func `A locale's language counts, and English where it is unknown`(
    locale: String, language: Language
  ) {
    #expect(Language(locale: locale) == language)
  }

  @Test func `The first variable that is set decides`() {
    func language(_ environment: [String: String]) -> Language { Language { environment[$0] } }
    #expect(language(["LANG": "zh_CN.UTF-8"]) == .chinese)
    #expect(language(["LC_ALL": "", "LC_MESSAGES": "zh_CN", "LANG": "en_US"]) == .chinese)
    #expect(language(["LC_ALL": "C", "LANG": "zh_CN.UTF-8"]) == .english)
    #expect(language([:]) == .english)
  }

  @Test func `What a person reads differs by language, and names in it stay`() {
    let (english, chinese) = (HostWords(.english), HostWords(.chinese))
    #expect(english.cannotBeShown("Post") == "Post cannot be shown")
    #expect(chinese.cannotBeShown("动态") == "无法显示“动态”")
    #expect(english.nameTaken("ada") != chinese.nameTaken("ada"))
    #expect(chinese.nameTaken("ada").contains("ada"))
  }
}
