/// What the page about the app says; names of pages, modules and states are the same in every language.
struct Words {
  let explanation: String
  let page: String
  let state: String
  let module: String
  let memory: String
  let logOut: String
}

extension Words {
  static let english = Words(
    explanation: "Pages that are not on screen are listed only: nothing of them is in memory.",
    page: "Page", state: "State", module: "Module", memory: "Memory", logOut: "Log out")

  static let chinese = Words(
    explanation: "不在屏幕上的页面只列出名称（listed）：它们不占任何内存。", page: "页面", state: "状态",
    module: "模块", memory: "内存", logOut: "退出登录")
}
