/// What the page of one contact says.
struct Words {
  let name: String
  let note: String
  let introducedBy: String
  let introduced: String
  let edit: String
  let save: String
  let cancel: String
  let unsaved: String
  let keepEditing: String
  let discard: String
  let delete: String
  let deleteQuestion: String
  let keep: String
  let close: String
  let gone: String
  let unknown: (_ name: String) -> String
  let itself: String
}

extension Words {
  static var english: Words {
    Words(
      name: "Name", note: "Note", introducedBy: "Introduced by", introduced: "Introduced",
      edit: "Edit", save: "Save", cancel: "Cancel",
      unsaved: "Your changes are not saved.", keepEditing: "Keep editing", discard: "Discard",
      delete: "Delete",
      deleteQuestion: "Delete this contact?", keep: "Keep", close: "Close",
      gone: "This contact is not there any more.",
      unknown: { "There is no contact called “\($0)”; add it first." },
      itself: "Nobody is introduced by themselves.")
  }

  static var chinese: Words {
    Words(
      name: "姓名", note: "备注", introducedBy: "介绍人", introduced: "介绍了", edit: "编辑",
      save: "保存", cancel: "取消", unsaved: "所作的修改尚未保存。",
      keepEditing: "继续编辑", discard: "放弃修改", delete: "删除",
      deleteQuestion: "删除该联系人？", keep: "保留", close: "关闭", gone: "该联系人已不存在。",
      unknown: { "没有名为“\($0)”的联系人；请先添加。" }, itself: "不能由自己介绍自己。")
  }
}
