import PageKit

/// Never gives back a mebibyte that each of its lifecycles takes.
final class LeakingPage: Page {
  override func initData(_ arguments: [String: PageValue]) async throws {
    let leak = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
    // Touched, so that it is memory and not only addresses.
    leak.initializeMemory(as: UInt8.self, repeating: 0xA5, count: 1 << 20)
  }

  @ViewBuilder override var view: View { Text("A mebibyte poorer") }
}
