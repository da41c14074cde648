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
        tabs: [.init(title: "Timeline"), .init(title: "Contacts"), .init(title: "Discover"), .init(title: "About")],
        selected: selected))
  }

  static func layer(_ view: ViewNode, title: String = "") -> Layer {
    Layer(LayerContent(instance: 7, page: "SamplePage", title: title, view: view))
  }
}
