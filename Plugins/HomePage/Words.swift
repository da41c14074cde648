/// What the frame around the tabs says.
struct Words {
  let name: String
  let markRead: String
}

extension Words {
  static let english = Words(name: "Leaves", markRead: "Mark read")
  static let chinese = Words(name: "落叶", markRead: "全部已读")
}
