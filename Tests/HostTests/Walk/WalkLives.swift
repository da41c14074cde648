@testable import Host

/// The life of every page's object as its port entered it, checked as it goes.
@MainActor final class WalkLives {
  /// What one object was told so far.
  private struct Life {
    /// The place in the cycle of being shown and hidden that comes next.
    var place = 0
    var wasGivenData = false
    var wasInitialized = false
    var hasReleased = false
    /// Requests that were answered, by token.
    var answered: Set<UInt64> = []
  }

  private static let cycle = [
    "appearStarted", "appearFinished", "disappearStarted", "disappearFinished",
  ]

  private var lives: [UInt64: Life] = [:]
  /// Those that ended last; numbers are not used twice.
  private var lastEnded: [UInt64] = []
  private let state: @MainActor (UInt64) -> Instance.State?
  /// What was wrong first.
  private(set) var fault: String?
  /// How many entries there were, and a number made of all of them in their order: the same for the same walk.
  private(set) var entries = 0
  private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  /// How many objects ended, how many came back with a state, and how many touches were told.
  private(set) var endings = 0
  private(set) var returns = 0
  private(set) var touches = 0
  /// Told of each object that ends.
  var ended: (@MainActor (UInt64) -> Void)?

  /// - Parameter state: The state of the instance of a number, if it is not destroyed.
  init(_ state: @escaping @MainActor (UInt64) -> Instance.State?) { self.state = state }

  /// Objects that were entered and have not ended.
  var living: [UInt64] { lives.keys.sorted() }

  /// Objects that were told that they are shown, and not yet that this ends.
  var shown: [UInt64] { lives.filter { $0.value.place == 2 }.keys.sorted() }

  /// Takes an entry that is about to be made.
  func take(_ name: String, _ entry: PortEntry) {
    entries += 1
    for byte in "\(name) \(entry.name)\n".utf8 {
      digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    guard fault == nil, let place = name.lastIndex(of: "#"),
      let number = UInt64(name[name.index(after: place)...])
    else { return }
    if let words = check(number, entry) { fault = "\(name): \(words)" }
  }

  private func check(_ number: UInt64, _ entry: PortEntry) -> String? {
    guard !lastEnded.contains(number) else { return "\(entry.name) came after it was destroyed" }
    var life = lives[number] ?? Life()
    defer { lives[number] = life }
    let state = state(number)
    if state == .initialized { life.wasInitialized = true }
    if let step = Self.cycle.firstIndex(of: entry.name) {
      guard step == life.place else {
        return "\(entry.name) came where \(Self.cycle[life.place]) belongs"
      }
      guard life.wasInitialized, !life.hasReleased else { return "\(entry.name) came without data" }
      life.place = (step + 1) % 4
      return nil
    }
    switch entry {
    case .initData(_, let state):
      guard !life.wasGivenData else { return "initData came twice" }
      life.wasGivenData = true
      if !state.isEmpty { returns += 1 }
    case .releaseData:
      guard life.wasGivenData, !life.hasReleased else { return "releaseData came without data" }
      guard life.place == 0 else { return "releaseData came before \(Self.cycle[life.place])" }
      life.hasReleased = true
    case .destroy:
      guard life.place == 0 else { return "destroy came before \(Self.cycle[life.place])" }
      guard life.hasReleased || !life.wasInitialized else {
        return "destroy came before releaseData"
      }
      end(number)
    case .completed(let token, _) where !life.answered.insert(token).inserted:
      return "the request \(token) was answered twice"
    case .completed, .progress:
      guard state == .initialized || state == .initializing else {
        return "\(entry.name) came when it was \(state.map { "\($0)" } ?? "gone")"
      }
    default:
      if case .event(.touch) = entry { touches += 1 }
      guard state == .initialized else {
        return "\(entry.name) came when it was \(state.map { "\($0)" } ?? "gone")"
      }
    }
    return nil
  }

  private func end(_ number: UInt64) {
    endings += 1
    lastEnded.append(number)
    if lastEnded.count > 512 { lastEnded.removeFirst(256) }
    ended?(number)
  }

  /// Forgets those that have ended.
  func forgetEnded() { for number in lastEnded { lives[number] = nil } }
}
