/// What the list of contacts says.
struct Words {
  let name: String
  let note: String
  let add: String
  let open: String
  let delete: String
  let empty: String
  let nameless: String
  let gone: String
}

extension Words {
  static let english = Words(
    name: "Name", note: "Note", add: "Add", open: "Open", delete: "Delete",
    empty: "No contacts yet.", nameless: "A contact needs a name.",
    gone: "This contact has been deleted.")

  static let chinese = Words(
    name: "姓名", note: "备注", add: "添加", open: "打开", delete: "删除", empty: "还没有联系人。",
    nameless: "联系人需要姓名。", gone: "该联系人已被删除。")
}
