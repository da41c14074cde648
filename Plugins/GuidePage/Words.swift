/// What the guide says.
struct Words {
  struct Panel {
    let title: String
    let text: String
  }

  let panels: [Panel]
  let next: String
  let start: String
  let place: @Sendable (_ number: Int, _ count: Int) -> String
}

extension Words {
  static let english = Words(
    panels: [
      Panel(
        title: "Welcome to Leaves",
        text: "A small place for what you want to say and whom you know, kept on this machine."),
      Panel(
        title: "Made of pages",
        text: "Each screen is a page that is loaded when you go there, and gone when you leave it."),
      Panel(
        title: "Yours alone",
        text: "Posts and contacts belong to your account. When you log out, nobody sees them."),
    ], next: "Next", start: "Get started", place: { "\($0) of \($1)" })

  static let chinese = Words(
    panels: [
      Panel(title: "欢迎使用落叶", text: "一个小地方，记下你想说的话和你认识的人，都保存在这台机器上。"),
      Panel(title: "由页面组成", text: "每个界面都是一个页面：前往时加载，离开后消失。"),
      Panel(title: "只属于你", text: "动态和联系人属于你的账号。退出登录后，谁也看不到。"),
    ], next: "下一页", start: "开始使用", place: { "第 \($0) 页，共 \($1) 页" })
}
