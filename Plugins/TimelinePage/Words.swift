import PageKit

/// What the timeline says.
struct Words {
  let newPost: String
  let hint: String
  let post: String
  let open: String
  let delete: String
  let older: String
  let empty: String
  let blank: String
  let tooLong: (_ characters: Int) -> String
  let gone: String
  let ago: (Elapsed) -> String
}

extension Words {
  static var english: Words {
    Words(
      newPost: "New post", hint: "What is on your mind?", post: "Post", open: "Open",
      delete: "Delete", older: "Show older", empty: "Nothing posted yet.",
      blank: "Write something first.",
      tooLong: { "A post has at most \(Post.longest) characters; this one has \($0)." },
      gone: "This post has been deleted.",
      ago: {
        switch $0 {
        case .moments: "just now"
        case .minutes(let count): "\(count) min ago"
        case .hours(let count): "\(count) h ago"
        case .days(let count): "\(count) d ago"
        }
      })
  }

  static var chinese: Words {
    Words(
      newPost: "新动态", hint: "在想什么？", post: "发布", open: "打开", delete: "删除",
      older: "更早的动态", empty: "还没有动态。", blank: "请先写点内容。",
      tooLong: { "一条动态最多 \(Post.longest) 个字符；这条有 \($0) 个。" },
      gone: "这条动态已被删除。",
      ago: {
        switch $0 {
        case .moments: "刚刚"
        case .minutes(let count): "\(count) 分钟前"
        case .hours(let count): "\(count) 小时前"
        case .days(let count): "\(count) 天前"
        }
      })
  }
}
