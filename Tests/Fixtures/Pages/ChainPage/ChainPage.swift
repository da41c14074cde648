import PageKit

/// Calls LinkPage's `chain.right`, which calls `chain.left` of this one, until the depth is reached.
final class ChainPage: Page {
  private var result = ""

  func chainLeft(depth: Int64) async throws -> Int64 {
    guard depth > 0 else { return 0 }
    return try await calls.chainRight(depth: depth - 1) + 1
  }

  func chainName() -> String { "ChainPage" }

  /// Calls itself while it is entered.
  func chainItself() async throws -> String { try await call("chain.name").asString() }

  /// Calls the other page twice at once.
  func chainBoth() async throws -> Int64 {
    async let one = calls.chainRight(depth: 2)
    async let two = calls.chainRight(depth: 3)
    return try await one + two
  }

  @ViewBuilder override var view: View {
    Text("Result: \(result)")
    Button("Chain") { self.result = try await "\(self.calls.chainRight(depth: 5))" }
    Button("Wake") { self.result = try await "woken \(self.calls.chainWake())" }
    Button("Keep") {
      self.result = try await "kept \(self.call("chain.keep", [.integer(7)]).asInteger())"
    }
    Button("Absent") { try await self.calls.chainAbsent() }
  }
}
