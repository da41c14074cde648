extension Flow.Transition {
  /// The names of all, for messages.
  fileprivate static let nameList = allCases.map(\.rawValue).joined(separator: ", ")
}

/// One command of a drive script.
enum DriveStep: Hashable {
  case tap(String, index: Int?)
  case type(field: String, text: String)
  case key(Key)
  case back
  case tab(String)
  case open(page: String, arguments: [String: String], by: Flow.Transition? = nil)
  case present(page: String, arguments: [String: String], by: Flow.Transition? = nil)
  case warn(critical: Bool)
  case expect(String)
  case reject(String)
  case print
  case state(json: Bool)
  case memory(json: Bool)
  case resize(width: Int, height: Int)
  case touch(x: Int, y: Int, InputEvent.MousePhase)
  case transition(isOn: Bool)
  case fail(AnswerPlan.Call, times: Int)
  case delay(AnswerPlan.Call, times: Int)
  case release(page: String?, call: String?)

  /// How each command is written, for messages.
  static let forms = [
    "tap": "tap \"LABEL\" [N], or tap #ID",
    "type": "type \"FIELD\" \"TEXT\"",
    "key": "key NAME, one of \(Key.nameList)",
    "back": "back",
    "tab": "tab \"TITLE\"",
    "open": "open PAGE [key=value…] [by TRANSITION], which is \(Flow.Transition.nameList)",
    "present": "present PAGE [key=value…] [by TRANSITION], which is \(Flow.Transition.nameList)",
    "warn": "warn [critical]",
    "expect": "expect \"TEXT\"",
    "reject": "reject \"TEXT\"",
    "print": "print",
    "state": "state [--json]",
    "memory": "memory [--json]",
    "resize": "resize WxH, each from 1 to \(Screen.largest)",
    "touch": "touch X Y began, moved or ended; column and row from 0",
    "transition": "transition on, or transition off",
    "fail": "fail PAGE CALL [N], where N is 0 or more",
    "delay": "delay PAGE CALL [N], where N is 0 or more",
    "release": "release [PAGE [CALL]]",
  ]

  /// Reads a line; nil for an empty one.
  init?(_ line: String) throws(DriveError) {
    let words = try DriveLine(line).words
    guard let name = words.first else { return nil }
    guard let form = DriveStep.forms[name.text], !name.isQuoted else {
      let known = DriveStep.forms.keys.sorted().joined(separator: ", ")
      throw DriveError(.usage, "unknown command '\(name.text)'; known are \(known)")
    }
    guard let step = DriveStep(name.text, Array(words.dropFirst())) else {
      throw DriveError(.usage, "write \(form)")
    }
    self = step
  }

  private init?(_ name: String, _ words: [DriveLine.Word]) {
    let texts = words.map(\.text)
    switch (name, texts.count) {
    case ("tap", 1): self = .tap(texts[0], index: nil)
    case ("tap", 2):
      guard let index = Int(texts[1]), index > 0 else { return nil }
      self = .tap(texts[0], index: index)
    case ("type", 2): self = .type(field: texts[0], text: texts[1])
    case ("key", 1):
      guard let key = Key(name: texts[0]) else { return nil }
      self = .key(key)
    case ("back", 0): self = .back
    case ("tab", 1): self = .tab(texts[0])
    case ("open", 1...), ("present", 1...):
      let isBy = texts.count > 2 && texts[texts.count - 2] == "by"
      let transition = isBy ? Flow.Transition(rawValue: texts[texts.count - 1]) : nil
      let pairs = texts.dropFirst().dropLast(isBy ? 2 : 0)
      guard let arguments = DriveStep.arguments(pairs), !isBy || transition != nil else {
        return nil
      }
      self =
        name == "open"
        ? .open(page: texts[0], arguments: arguments, by: transition)
        : .present(page: texts[0], arguments: arguments, by: transition)
    case ("warn", 0): self = .warn(critical: false)
    case ("warn", 1) where texts[0] == "critical": self = .warn(critical: true)
    case ("expect", 1): self = .expect(texts[0])
    case ("reject", 1): self = .reject(texts[0])
    case ("print", 0): self = .print
    case ("state", 0): self = .state(json: false)
    case ("state", 1) where texts[0] == "--json": self = .state(json: true)
    case ("memory", 0): self = .memory(json: false)
    case ("memory", 1) where texts[0] == "--json": self = .memory(json: true)
    case ("resize", 1):
      let numbers = texts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0,
        height > 0, width <= Screen.largest, height <= Screen.largest
      else { return nil }
      self = .resize(width: width, height: height)
    case ("touch", 3):
      guard let x = Int(texts[0]), let y = Int(texts[1]), let phase = DriveStep.touches[texts[2]],
        x >= 0, y >= 0
      else { return nil }
      self = .touch(x: x, y: y, phase)
    case ("transition", 1):
      guard ["on", "off"].contains(texts[0]) else { return nil }
      self = .transition(isOn: texts[0] == "on")
    case ("fail", 2...3), ("delay", 2...3):
      guard let times = Int(texts.dropFirst(2).first ?? "1"), times >= 0 else { return nil }
      let call = AnswerPlan.Call(texts[0], texts[1])
      self = name == "fail" ? .fail(call, times: times) : .delay(call, times: times)
    case ("release", 0...2):
      self = .release(page: texts.first, call: texts.dropFirst().first)
    default: return nil
    }
  }

  /// The phases of a touch by name.
  private static let touches: [String: InputEvent.MousePhase] = [
    "began": .pressed, "moved": .moved, "ended": .released,
  ]

  /// Reads `key=value` words; nil when one is none or a key is there twice.
  private static func arguments(_ words: ArraySlice<String>) -> [String: String]? {
    var arguments: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty,
        arguments.updateValue(String(parts[1]), forKey: String(parts[0])) == nil
      else { return nil }
    }
    return arguments
  }
}
