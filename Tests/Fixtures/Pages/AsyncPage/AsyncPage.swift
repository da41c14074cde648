import PageKit

/// Uses the parts of Swift concurrency: tasks, groups, actors, streams and sleeps, in its initialization and later.
final class AsyncPage: Page {
  private var sum: Int64 = 0
  private var naps = 0

  override func initData(_ arguments: [String: PageValue]) async throws {
    sum = await Work.grouped(to: 10)
    async let counted = Work.counted(10)
    async let streamed = Work.streamed(10)
    sum += await counted + streamed
    // Left asleep when the page leaves, whenever that is.
    task { try await Task.sleep(for: .seconds(3600)) }
    task { [weak self] in
      try await Task.sleep(for: .milliseconds(10))
      self?.naps += 1
    }
  }

  @ViewBuilder override var view: View {
    Text("Sum: \(sum), naps: \(naps)")
    Button("Work") { self.sum += await Task.detached { await Work.grouped(to: 4) }.value }
  }

  func workSum(to: Int64) async -> Int64 { await Work.grouped(to: to) }

  func workNap(milliseconds: Int64) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
    naps += 1
  }
}
