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
    explanation:
      "A page that is listed only has nothing in memory. A memory warning does that to all that are not on screen.",
    page: "Page", state: "State", module: "Module", memory: "Memory", logOut: "Log out")

  static let chinese = Words(
    explanation: "只列出名称（listed）的页面不占任何内存；内存不足时，不在屏幕上的页面都会如此。", page: "页面", state: "状态",
    module: "模块", memory: "内存", logOut: "退出登录")
}
