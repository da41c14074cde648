@testable import Host

/// Chooses steps: the same ones for the same seed and the same app.
struct WalkChooser {
  private var random: SampleViews.Random

  init(seed: UInt64) { random = SampleViews.Random(seed: seed) }

  mutating func number(_ bound: Int) -> Int { random.number(bound) }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(elements.count)] }

  private static let pages = [
    "GuidePage", "LoginPage", "HomePage", "TimelinePage", "PostPage", "ContactsPage", "ContactPage",
    "DiscoverPage", "AboutPage", "StatePage", "ManyPage", "FailingPage", "SlowPage", "TouchPage",
    "FadingPage", "CPage", "WakePage", "KeepPage", "AskingPage", "ChoicePage",
  ]
  /// What AskingPage and ChoicePage have to ask and to answer.
  private static let asking = [
    "Choose", "Choose", "Another", "Another", "Twice", "Break", "Undeclared", "Fail after", "Take",
    "Take", "Decline", "Take twice", "Answer", "Answer", "Anew", "Mark 3", "Mark 0",
  ]
  private static let texts = [
    "", "a", "one two three", "你好，世界", "👩‍👩‍👧", "line\nbreak", "feeds.example/1", "feeds.example/2",
    "correct horse", "ada", "\u{1B}[31mred",
  ]
  private static let keys = [
    "enter", "tab", "backtab", "escape", "backspace", "space", "up", "down", "left", "right",
    "home",
    "end", "pageup", "pagedown", "ctrl-n", "ctrl-p", "ctrl-b", "ctrl-w", "ctrl-u", "ctrl-k",
    "ctrl-y",
    "ctrl-_", "alt-u", "alt-e", "alt-d", "alt-p", "alt-s", "ctrl-left", "f1", "f2", "f3", "f4", "x",
    "2",
  ]
  private static let removable = [
    "StatePage", "TouchPage", "CPage", "LinkPage", "ContactPage", "GuidePage",
  ]
  private static let calls = ["initData", "saveState", "event", "view"]
  private static let actions = [
    ("HomePage", "notices.set"), ("HomePage", "notices.count"), ("TimelinePage", "posts.change"),
    ("ContactsPage", "contacts.change"), ("WakePage", "chain.wake"), ("KeepPage", "chain.keep"),
  ]

  /// - Parameters:
  ///   - screen: What can be used.
  ///   - depth: How many pages are in the stacks; many are gone back from.
  ///   - isSignedIn: Whether somebody is; most pages of the app are for those who are.
  @MainActor mutating func step(on screen: Screen, depth: Int, isSignedIn: Bool) -> WalkStep {
    if depth > 14 { return one(of: [.popToRoot, .dismiss, Self.home]) }
    if !isSignedIn, number(8) == 0 { return .signIn(one(of: ["ada", "bob"])) }
    // Few pages take touches, and few steps lead to them.
    if screen.snapshot?.page == "TouchPage", number(3) == 0 { return touch(on: screen) }
    if screen.snapshot?.page == "ChoicePage", number(3) == 0 { return ask(on: screen) }
    switch number(250) {
    case 0..<18: return go(.open)
    case 18..<25: return go(.present)
    case 25..<27: return go(.root)
    case 27..<29: return Self.home
    case 29..<34: return go(.replace)
    case 34..<37: return .presentForTop(one(of: Self.pages))
    case 37..<55: return .back
    case 55..<57: return .popTo(one(of: Self.pages))
    case 57..<60: return .popToRoot
    case 60..<65: return .dismiss
    case 65..<75: return .tab(number(4))
    case 75..<115: return .tap(number(max(1, screen.everyTarget.count)))
    case 115..<127: return .type(number(max(1, screen.everyTarget.count)), one(of: Self.texts))
    case 127..<139: return .key(one(of: Self.keys))
    case 139..<141: return .paste(one(of: Self.texts))
    case 141..<152:
      return touch(on: screen)
    case 152..<155: return .resize(1 + number(100), 1 + number(40))
    case 155..<160: return .warn(.low)
    case 160..<163: return .warn(.critical)
    case 163..<166: return .transition(number(3) > 0)
    case 166..<175:
      return .advance(milliseconds: one(of: [16, 16, 50, 120, 300, 2_000, 10_000, 31_000]))
    case 175..<178: return .fail(call(on: screen), 1 + number(2))
    case 178..<182: return .delay(call(on: screen), 1 + number(2))
    case 182..<189: return .release
    case 189..<192: return action()
    case 192..<194: return .answerFetch(fails: number(2) == 0)
    case 194..<197: return .addFeed("feeds.example/\(number(3))")
    case 197: return .signIn(one(of: ["ada", "bob"]))
    case 198..<200: return .signOut
    case 200..<207: return go(.open, to: "TouchPage")
    case 240..<245: return .fail(call(on: screen), 1 + number(2))
    case 245...: return .warn(.low)
    case 207: return .toggleModule(one(of: Self.removable))
    default: return ask(on: screen)
    }
  }

  /// Uses a page that asks or answers another, or opens one.
  @MainActor private mutating func ask(on screen: Screen) -> WalkStep {
    let labels = Self.asking.filter { !screen.targets($0).isEmpty }
    guard !labels.isEmpty else { return .go(.open, page: "AskingPage", arguments: [:]) }
    return .tapLabel(one(of: labels))
  }

  /// A finger on any cell, or on something of the page; on what takes touches as long as something does.
  @MainActor private mutating func touch(on screen: Screen) -> WalkStep {
    let phase =
      screen.touched == nil
      ? one(of: [InputEvent.MousePhase.pressed, .pressed, .pressed, .released])
      : one(of: [InputEvent.MousePhase.pressed, .moved, .moved, .released])
    let nodes = screen.snapshot?.nodes.filter(\.visible) ?? []
    let pads = nodes.filter { $0.flags.contains("touchable") }
    let frames = (pads.isEmpty ? nodes : pads).map(\.frame)
    guard !frames.isEmpty, number(3) > 0 else {
      return .touch(x: number(screen.width + 2), y: number(screen.height + 2), phase)
    }
    let frame = one(of: frames)
    return .touch(x: max(0, frame.x), y: max(0, frame.y), phase)
  }

  private static let home = WalkStep.go(.root, page: "HomePage", arguments: [:])

  private mutating func go(_ way: WalkStep.Way, to page: String? = nil) -> WalkStep {
    let page = page ?? one(of: Self.pages)
    return .go(way, page: page, arguments: arguments(of: page))
  }

  private mutating func arguments(of page: String) -> [String: String] {
    switch page {
    case "PostPage": ["post": "\(number(5))"]
    case "ContactPage": ["contact": "\(number(5))"]
    case "ManyPage": ["number": "\(number(3))"]
    case "TouchPage": number(3) == 0 ? ["fail": "true"] : ["name": "touch \(number(2))"]
    case "FailingPage":
      [
        "init": one(of: ["", "", "throw", "never", "stubborn", "once", "announce"]),
        "save": one(of: ["", "", "throw", "late", "large", "never", "stubborn"]),
      ]
    default: [:]
    }
  }

  /// A call to some page; of those to the one on top most come to pass.
  @MainActor private mutating func call(on screen: Screen) -> AnswerPlan.Call {
    if let page = screen.snapshot?.page, number(2) == 0 { return .init(page, one(of: Self.calls)) }
    if number(5) == 0 {
      let (page, action) = one(of: Self.actions)
      return .init(page, action)
    }
    return .init(one(of: Self.pages), one(of: Self.calls))
  }

  private mutating func action() -> WalkStep {
    switch number(6) {
    case 0: .call("posts.change", [.integer(Int64(number(5))), .string(one(of: Self.texts))])
    case 1: .call("posts.delete", [.integer(Int64(number(5)))])
    case 2: .call("contacts.delete", [.integer(Int64(number(5)))])
    case 3: .call("notices.count", [])
    case 4: .call("chain.wake", [])
    default: .call("chain.keep", [.integer(Int64(number(9)))])
    }
  }
}
