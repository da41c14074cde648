import Testing

@testable import Host

/// The screens of the app that comes with the host, each page in both languages, at every width and every height.
@Suite @MainActor struct LeavesScreensTests {
  /// Every page, and each of its ways to look that differ in what can be done.
  nonisolated static let pages = [
    "guide", "login", "login, wrong", "timeline, empty", "timeline", "post", "post, editing",
    "contacts",
    "contact", "contact, editing", "discover", "discover, found", "about",
  ]

  /// Goes through the app and takes what is shown of each page.
  private func screens(_ language: Language) throws -> [String: [Layer]] {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    defer { app.close() }
    app.controller.language = language
    var screens: [String: [Layer]] = [:]
    func take(_ name: String, _ lines: String...) throws {
      for line in lines { try app.run(line) }
      #expect(!app.text.contains("cannot be shown"))
      screens[name] = app.controller.screen.layers
    }
    try app.start()
    try take("guide")
    try take("login", "key enter", "key enter", "key enter")
    try take("login, wrong", "key enter")
    try app.run("type #field1 \"小明 the long-named\"", "type #secureField1 \"correct horse\"")
    try take("timeline, empty", "key backtab", "key backtab", "key enter")
    for text in ["秋天，落叶归根。一片叶子要飘很久", "A leaf, and unbreakablyunbreakablyunbreakable", "👩‍👩‍👧"] {
      try app.run("type #row1/field1 \"\(text)\"", "key enter")
    }
    try take("timeline")
    try take("post", "tap #post-1/button1")
    try take("post, editing", "tap #edit")
    try app.run("key ctrl-n")
    for name in ["葛丽丝·霍珀，编译器的作者", "Ada"] {
      try app.run("type #field1 \"\(name)\"", "type #field2 \"\(name) \(name)\"", "tap #button1")
    }
    try take("contacts")
    try take("contact", "tap #contact-1/button1")
    try take("contact, editing", "tap #edit")
    try app.run("key ctrl-n", "type #feed-address \"http://10.0.0.1/feed\"")
    try take("discover", "tap #feed-add")
    try take("discover, found", "type #row1/field1 \"a\"")
    try take("about", "key ctrl-n")
    return screens
  }

  /// Every width with some height, every height with some width, and each small size.
  nonisolated private static let sizes: [(width: Int, height: Int)] =
    (1...200).map { ($0, 1 + $0 * 7 % 24) } + (1...60).map { (1 + $0 * 37 % 80, $0) }
    + (1...24).flatMap { width in (1...7).map { (width, $0) } }

  @Test(arguments: Language.allCases)
  func `Case 25: at every size no wide character is halved, and Tab reaches and shows each control`(
    language: Language
  ) throws {
    let screens = try screens(language)
    #expect(screens.keys.sorted() == Self.pages.sorted())
    for (name, layers) in screens {
      for size in Self.sizes {
        let screen = Screen(width: size.width, height: size.height)
        screen.show(layers)
        let place = "\(name) at \(size.width)x\(size.height)"
        try #require(isWhole(screen.picture()), "\(place)")
        try #require(unreached(of: screen) == [], "\(place)")
      }
    }
  }

  /// Whether each wide character has both of its cells, and the caret is on the screen.
  private func isWhole(_ picture: ScreenPicture) -> Bool {
    let grid = picture.grid
    if let caret = picture.caret, !grid.bounds.contains(x: caret.x, y: caret.y) { return false }
    for y in 0..<grid.height {
      var isHalf = false
      for cell in grid.row(y) {
        if (cell.width == 0) != isHalf { return false }
        isHalf = cell.width == 2
      }
      if isHalf { return false }
    }
    return true
  }

  /// The controls that Tab does not lead to, or that are not seen when it has.
  private func unreached(of screen: Screen) throws -> Set<NodeReference> {
    var controls: Set<NodeReference> = []
    for region in try #require(screen.composition).regions {
      for index in region.layout.outline.focusable {
        controls.insert(
          NodeReference(page: region.content.instance, id: region.layout.outline[index].id))
      }
    }
    for _ in 0..<controls.count {
      _ = screen.handle(.key(.tab))
      guard let focus = screen.focus, let (region, index) = screen.focused else { break }
      if screen.isSeen(region, index) { controls.remove(focus) }
    }
    return controls
  }
}
