import PageKit

/// What the page for discovering says.
struct Words {
  let search: String
  let hint: String
  let prompt: String
  let nothing: (_ query: String) -> String
  let posts: String
  let contacts: String
  let items: String
  let open: String
  let read: String
  let fold: String
  let feeds: String
  let address: String
  let addFeed: String
  let refresh: String
  let remove: String
  let fetching: String
  let noAddress: String
  let known: String
  let problem: FeedWords
  let ago: (Elapsed) -> String
}

/// Why a feed could not be read.
struct FeedWords {
  let slow: String
  let large: String
  let denied: String
  let noFeed: String
  let malformed: (_ reason: String) -> String
  let status: (_ status: Int) -> String
  let failed: (_ reason: String) -> String
}

extension Words {
  static var english: Words {
    Words(
      search: "Search", hint: "part of a post or a name",
      prompt: "Posts and contacts turn up here while you type.",
      nothing: { "Nothing has “\($0)” in it." }, posts: "Posts", contacts: "Contacts",
      items: "From feeds", open: "Open", read: "Read", fold: "Fold", feeds: "Feeds",
      address: "Feed address", addFeed: "Add feed", refresh: "Refresh", remove: "Remove",
      fetching: "Fetching…", noAddress: "Type a feed's address, such as https://example.com/feed.",
      known: "This feed is there already.",
      problem: FeedWords(
        slow: "The feed is too slow to answer; try again later.",
        large: "The feed is too large to be read.",
        denied: "The feed is at a place, or leads to one, that this app may not read.",
        noFeed: "There is no feed at this address: neither RSS, Atom nor JSON Feed.",
        malformed: { "The feed is malformed: \($0)" },
        status: { "The server answers with status \($0) instead of a feed." },
        failed: { "The feed cannot be read: \($0)" }),
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
      search: "搜索", hint: "动态或姓名的一部分", prompt: "输入时，动态和联系人会显示在这里。",
      nothing: { "没有内容包含“\($0)”。" }, posts: "动态", contacts: "联系人", items: "来自订阅",
      open: "打开", read: "阅读", fold: "收起", feeds: "订阅", address: "订阅地址", addFeed: "添加订阅",
      refresh: "刷新", remove: "移除", fetching: "正在获取…",
      noAddress: "请输入订阅地址，例如 https://example.com/feed。", known: "已有此订阅。",
      problem: FeedWords(
        slow: "该订阅响应太慢；请稍后再试。", large: "该订阅太大，无法读取。",
        denied: "该订阅位于或指向本应用不可读取的位置。",
        noFeed: "此地址没有订阅：既不是 RSS、Atom，也不是 JSON Feed。",
        malformed: { "该订阅格式错误：\($0)" }, status: { "服务器返回状态 \($0)，而不是订阅。" },
        failed: { "无法读取该订阅：\($0)" }),
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
