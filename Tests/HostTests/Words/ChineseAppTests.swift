import Testing

@testable import Host

/// What goes wrong in an app that speaks Chinese: the screen says it in Chinese, the log in English.
@Suite @MainActor struct ChineseAppTests {
  /// An app that has begun with a page.
  private func withChinese(
    _ modules: String..., start: String, _ body: (AppFixture) throws -> Void
  ) throws {
    let app = try AppFixture(modules, app: #""start": [{ "open": "\#(start)" }]"#)
    defer { app.close() }
    app.controller.language = .chinese
    try body(app)
  }

  @Test func `A page that cannot be shown is called by its title, with the reason of a service`()
    throws
  {
    try withChinese("TimelinePage", "HomePage", start: "TimelinePage") { app in
      try app.start()
      try app.run("expect \"无法显示“时间线”\"", "expect \"尚未登录；请先登录\"", "expect \"重试\"")
      #expect(englishSentence(in: app.text) == nil)
      #expect(try app.log.contains("nobody is signed in"))
      #expect(try app.log.contains("TimelinePage cannot be shown: "))
      try app.signUp()
      try app.run("tap \"重试\"", "expect \"还没有动态。\"")
    }
  }

  @Test func `A page that cannot be opened is called by its title, also when the host gives it up`()
    throws
  {
    try withChinese("TimelinePage", "HomePage", "PostPage", start: "TimelinePage") { app in
      try app.signUp()
      try app.start()
      try app.run("fail PostPage initData", "open PostPage post=1", "expect \"无法打开“动态”：出错了\"")
      #expect(try app.log.contains("PostPage could not be opened: initData was made to fail"))
      #expect(try app.log.split(separator: "\n").count { $0.contains("made to fail") } == 1)
      try app.run("delay PostPage initData", "open PostPage post=1")
      try app.advance(seconds: 31)
      try app.run("expect \"无法打开“动态”：等待超时\"")
      #expect(try app.log.contains("did not answer in 30 seconds"))
      app.controller.open("NowherePage", [:])
      try app.run("expect \"无法打开“NowherePage”：没有模块包含此页面\"")
      #expect(englishSentence(in: app.text) == nil)
    }
  }

  @Test func `A tab in a page that cannot be made says whose fault it is`() throws {
    let flow =
      #""start": [{ "open": "HomePage" }], "tabs": { "HomePage": ["TimelinePage"] }"#
    try withApp("HomePage", "TimelinePage", app: flow) { app in
      app.controller.language = .chinese
      try app.run("fail HomePage initData")
      try app.start()
      try app.run("expect \"无法显示“时间线”\"", "expect \"无法显示其所在的“落叶”\"")
      #expect(try app.log.contains("HomePage cannot be shown: initData was made to fail"))
      // One line for one fault.
      #expect(try app.log.split(separator: "\n").count { $0.contains("made to fail") } == 1)
    }
  }

  @Test func `What a page does not answer for itself is told by its status`() throws {
    try withChinese("TimelinePage", "HomePage", start: "TimelinePage") { app in
      try app.signUp()
      try app.start()
      try app.run("type \"新动态\" \"x\"", "fail TimelinePage event", "tap \"发布\"")
      try app.run("expect \"出错了；详情见日志\"")
      #expect(try app.log.contains("event was made to fail"))
    }
  }

  @Test func `What one page says to another is in the app's language and stays as it is`() throws {
    try withChinese("TimelinePage", "PostPage", "HomePage", start: "TimelinePage") { app in
      try app.signUp()
      try app.start()
      try app.run(
        "type \"新动态\" \"x\"", "tap \"发布\"", "open PostPage post=1", "tap \"编辑\"",
        "type \"内容\" \"\"", "tap \"保存\"", "expect \"请先写点内容。\"")
    }
  }

  @Test
  func
    `An action that fails without words of its own is told in Chinese, and in English in the log`()
    throws
  {
    try withChinese("PostPage", "TimelinePage", "HomePage", start: "TimelinePage") { app in
      try app.signUp()
      try app.start()
      try app.run("type \"新动态\" \"x\"", "tap \"发布\"", "open PostPage post=1", "tap \"编辑\"")
      try app.run("fail TimelinePage posts.change", "tap \"保存\"", "expect \"出错了；详情见日志\"")
      #expect(try app.log.contains("posts.change was made to fail"))
    }
  }

  nonisolated static let reasons: [Reason] =
    [
      .status, .noSuchPage, .noSuchFile, .endedApp, .notLoadable, .waitsFor(["https://a.example"]),
      .noAddress, .unreachable("https://a.example"),
      .brokenOff("https://a.example"), .redirects("https://a.example/x"), .malformed(line: 0),
      .malformed(line: 7), .diskFull, .dataDamaged, .dataNotWritable, .inUse, .noMemory,
      .nobodySignedIn,
    ] + CertificateFault.allCases.map { .notTrusted("https://a.example", $0) }

  @Test(arguments: reasons)
  func `Each reason has words of its own in Chinese, and the message in English`(reason: Reason) {
    let answer = PortAnswer(.failed, message: "the disk is full", reason: reason)
    let told = HostWords(.chinese).told(answer)
    #expect(told != answer.message && englishSentence(in: told) == nil)
    #expect(HostWords(.english).told(answer) == "the disk is full")
    let others = Self.reasons.filter { $0 != reason }.map {
      HostWords(.chinese).told(PortAnswer(.failed, reason: $0))
    }
    #expect(!others.contains(told))
  }

  @Test func `Words of a page stay, and one without any is told by its status`() {
    for language in Language.allCases {
      #expect(
        HostWords(language).told(PortAnswer(ofPage: .failed, message: "自己的话")) == "自己的话")
      #expect(!HostWords(language).told(PortAnswer(ofPage: .failed, message: "")).isEmpty)
    }
    // Other statuses come with words of what the page was built with.
    let refused = PortAnswer(ofPage: .unavailable, message: "the page is not initialized")
    #expect(englishSentence(in: HostWords(.chinese).told(refused)) == nil)
  }
}
