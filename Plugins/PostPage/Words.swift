import PageKit

/// What the page of one post says.
struct Words {
  let text: String
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
  let ago: (Elapsed) -> String
}

extension Words {
  static var english: Words {
    Words(
      text: "Text", edit: "Edit", save: "Save", cancel: "Cancel",
      unsaved: "What you have written is not saved.", keepEditing: "Keep editing",
      discard: "Discard", delete: "Delete",
      deleteQuestion: "Delete this post?", keep: "Keep", close: "Close",
      gone: "This post is not there any more.",
      ago: {
        switch $0 {
        case .moments: "Posted just now"
        case .minutes(let count): "Posted \(count) min ago"
        case .hours(let count): "Posted \(count) h ago"
        case .days(let count): "Posted \(count) d ago"
        }
      })
  }

  static var chinese: Words {
    Words(
      text: "内容", edit: "编辑", save: "保存", cancel: "取消", unsaved: "所写的内容尚未保存。",
      keepEditing: "继续编辑", discard: "放弃修改", delete: "删除",
      deleteQuestion: "删除这条动态？", keep: "保留", close: "关闭",
      gone: "这条动态已不存在。",
      ago: {
        switch $0 {
        case .moments: "刚刚发布"
        case .minutes(let count): "\(count) 分钟前发布"
        case .hours(let count): "\(count) 小时前发布"
        case .days(let count): "\(count) 天前发布"
        }
      })
  }
}
