@testable import Host

/// One step of a walk.
enum WalkStep {
  /// How a page is gone to.
  enum Way: String, CaseIterable {
    case open, present, root, replace
  }

  case go(Way, page: String, arguments: [String: String])
  /// Presented for the page on top, which waits for the result.
  case presentForTop(String)
  case back
  case popTo(String)
  case popToRoot
  case dismiss
  case tab(Int)
  case tap(Int)
  /// The first control of these words, if one is shown.
  case tapLabel(String)
  case type(Int, String)
  case key(String)
  case paste(String)
  case touch(x: Int, y: Int, InputEvent.MousePhase)
  case resize(Int, Int)
  case warn(MemoryWarning)
  case transition(Bool)
  case advance(milliseconds: UInt64)
  case fail(AnswerPlan.Call, Int)
  case delay(AnswerPlan.Call, Int)
  case release
  case call(String, [Value])
  case answerFetch(fails: Bool)
  case addFeed(String)
  case signIn(String)
  case signOut
  /// The file of a module goes away or comes back.
  case toggleModule(String)
}

extension WalkStep: CustomStringConvertible {
  /// The line of a drive script that does the same; what a script cannot do is a comment.
  var description: String {
    switch self {
    case .go(let way, let page, let arguments):
      let words = [way.rawValue, page] + arguments.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      let line = words.joined(separator: " ")
      return way == .open || way == .present ? line : "# \(line)"
    case .presentForTop(let page): return "present \(page)  # for the page on top"
    case .back: return "back"
    case .popTo(let page): return "# pop to \(page)"
    case .popToRoot: return "# pop to the root"
    case .dismiss: return "# dismiss"
    case .tab(let index): return "# tab \(index + 1)"
    case .tap(let index): return "# tap control \(index + 1)"
    case .tapLabel(let label): return "tap \"\(label)\" 1"
    case .type(let index, let text): return "# type into control \(index + 1): \(text)"
    case .key(let name): return "key \(name)"
    case .paste(let text): return "# paste \(text)"
    case .touch(let x, let y, let phase):
      let words: [InputEvent.MousePhase: String] = [
        .pressed: "began", .moved: "moved", .released: "ended",
      ]
      return "touch \(x) \(y) \(words[phase] ?? "")"
    case .resize(let width, let height): return "resize \(width)x\(height)"
    case .warn(let level): return level == .critical ? "warn critical" : "warn"
    case .transition(let isOn): return "transition \(isOn ? "on" : "off")"
    case .advance(let milliseconds): return "# \(milliseconds) ms pass"
    case .fail(let call, let times): return "fail \(call.page) \(call.name) \(times)"
    case .delay(let call, let times): return "delay \(call.page) \(call.name) \(times)"
    case .release: return "release"
    case .call(let name, let values): return "# call \(name) \(values)"
    case .answerFetch(let fails): return "# the oldest fetch \(fails ? "fails" : "is answered")"
    case .addFeed(let address): return "# add the feed \(address)"
    case .signIn(let account): return "# sign in as \(account)"
    case .signOut: return "# sign out"
    case .toggleModule(let module): return "# \(module) goes, or comes back"
    }
  }
}
