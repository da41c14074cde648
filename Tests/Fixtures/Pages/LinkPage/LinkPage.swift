import PageKit

/// The other half of ChainPage.
final class LinkPage: Page {
  func chainRight(depth: Int64) async throws -> Int64 {
    guard depth > 0 else { return 0 }
    return try await calls.chainLeft(depth: depth - 1) + 1
  }

  func chainName() -> String { "LinkPage" }

  @ViewBuilder override var view: View { Text("The other half") }
}

/// Is initialized when its action is called.
final class WakePage: Page {
  private var count: Int64 = 0

  func chainWake() -> Int64 {
    count += 1
    return count
  }

  @ViewBuilder override var view: View { Text("Awake") }
}

/// Its calls are kept until it is opened.
final class KeepPage: Page {
  private var given: [Int64] = []

  func chainKeep(_ number: Int64) -> Int64 {
    given.append(number)
    return number
  }

  @ViewBuilder override var view: View {
    Text("Kept: \(given.map { "\($0)" }.joined(separator: " "))")
  }
}

/// Can be called only while it is open.
final class AbsentPage: Page {
  func chainAbsent() {}
  @ViewBuilder override var view: View { Text("Here") }
}
