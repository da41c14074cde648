import PageKit

/// Fails where its arguments say: `init` and `save` are each `throw`, `never`, or nothing; `save` also `large`, `late`.
final class FailingPage: Page {
  private var saves = ""

  override func initData(_ arguments: [String: PageValue]) async throws {
    saves = try arguments["save"]?.asString() ?? ""
    switch try arguments["init"]?.asString() {
    case "throw": throw PageError("there is nothing to show")
    case "never": try await Task.sleep(for: .seconds(1 << 20))
    case "stubborn": await Self.never()
    case "once":
      // Fails until its preference says that it has failed before.
      if case .boolean(true) = try await preferences.get("failed") { break }
      try await preferences.set("failed", .boolean(true))
      throw PageError("it works only the second time")
    default: break
    }
  }

  override func saveState() async throws -> [String: PageValue] {
    switch saves {
    case "throw": throw PageError("the state is of no use")
    case "late": try await Task.sleep(for: .seconds(5))
    case "large": return ["text": .string(String(repeating: "a", count: 300_000))]
    case "never": try await Task.sleep(for: .seconds(1 << 20))
    case "stubborn": await Self.never()
    default: break
    }
    return [:]
  }

  func failingRecover() { saves = "" }

  @ViewBuilder override var view: View { Text("Initialized at once") }

  /// Does not end, and is deaf to cancellation.
  private static func never() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
}
