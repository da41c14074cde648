import Host

/// Views like those of an app, for tests of how they look.
enum SampleViews {
  static let login = ViewNode(
    .column, id: "root",
    children: [
      ViewNode(.text, id: "title", text: "Sign in", flags: .heading),
      ViewNode(.field, id: "account", text: "Account", value: "alice"),
      ViewNode(.secureField, id: "password", text: "Password", hint: "at least 8 characters"),
      ViewNode(.toggle, id: "remember", text: "Remember me", flags: .on),
      ViewNode(
        .row, id: "buttons",
        children: [
          ViewNode(.button, id: "signIn", text: "Sign in", flags: .prominent),
          ViewNode(.button, id: "create", text: "Create account"),
        ]),
      ViewNode(.text, id: "fault", text: "Account and password do not fit.", flags: .error),
    ])

  static func posts(_ count: Int) -> ViewNode {
    ViewNode(
      .column, id: "root",
      children: [
        ViewNode(
          .row, id: "new",
          children: [
            ViewNode(.field, id: "post", text: "New post", hint: "What is new?"),
            ViewNode(.button, id: "send", text: "Post", flags: .prominent),
          ]),
        ViewNode(
          .list, id: "posts",
          children: (0..<count).map { number in
            ViewNode(
              .row, id: "post-\(number)",
              children: [
                ViewNode(.text, id: "text-\(number)", text: "Post number \(number)"),
                ViewNode(.spacer, id: "space-\(number)"),
                ViewNode(.button, id: "delete-\(number)", text: "Delete", flags: .destructive),
              ])
          }),
      ])
  }

  static let chinese = ViewNode(
    .column, id: "root",
    children: [
      ViewNode(.text, id: "title", text: "欢迎", flags: .heading),
      ViewNode(.text, id: "words", text: "应用由页面组成。每个页面都是一个共享库，由宿主发现、加载、显示并真正卸载。"),
      ViewNode(.field, id: "name", text: "名字", value: "爱丽丝"),
      ViewNode(.button, id: "next", text: "下一步", flags: .prominent),
    ])

  static func home(_ view: ViewNode, notices: String = "3", selected: Int = 0) -> Layer {
    let header = ViewNode(
      .row, id: "header",
      children: [
        ViewNode(.text, id: "name", text: "Leaves", flags: .heading),
        ViewNode(.text, id: "notices", text: notices, flags: .badge),
        ViewNode(.spacer, id: "space"),
        ViewNode(.button, id: "clear", text: "Clear"),
      ])
    return Layer(
      LayerContent(instance: 2, page: "TimelinePage", title: "Timeline", view: view),
      in: TabContainer(
        content: LayerContent(instance: 1, page: "HomePage", title: "Leaves", view: header),
        tabs: [
          .init(title: "Timeline"), .init(title: "Contacts"), .init(title: "Discover"),
          .init(title: "About"),
        ],
        selected: selected))
  }

  static func layer(_ view: ViewNode, title: String = "") -> Layer {
    Layer(LayerContent(instance: 7, page: "SamplePage", title: title, view: view))
  }
}

extension SampleViews {
  /// Numbers and views that are the same for the same seed (a linear congruential generator with
  /// Knuth's constants).
  struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2_654_435_761 &+ 1 }

    mutating func number(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }

    private var count = 0

    /// A view of any shape with words of any kind.
    mutating func view(depth: Int) -> ViewNode {
      count += 1
      let kinds = ViewNode.Kind.allCases
      var node = ViewNode(
        depth == 5 ? .column : kinds[number(kinds.count)], id: number(9) == 0 ? "" : "n\(count)")
      node.text = Self.words[number(Self.words.count)]
      node.value = Self.words[number(Self.words.count)]
      node.hint = Self.words[number(Self.words.count)]
      node.number = Double(number(300)) / 100 - 1
      node.flags = ViewNode.Flags(rawValue: UInt32(number(256)) & UInt32(number(256)))
      let holds = node.kind == .column || node.kind == .row || node.kind == .list
      if holds, depth > 0 { node.children = (0..<number(6)).map { _ in view(depth: depth - 1) } }
      return node
    }

    private static let words = [
      "", "a", "Sign in", "你好，世界", "👩‍👩‍👧 family", "line\nbreak", "\u{1B}[31mred", "e\u{301}\u{301}",
      "a long text that has to be wrapped because nothing is as wide as it",
      "unbreakableunbreakable", "\u{301}",
    ]
  }
}
