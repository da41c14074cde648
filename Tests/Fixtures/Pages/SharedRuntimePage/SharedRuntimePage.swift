import PageKit

/// Is linked as any library is, with the process's Swift runtime, which never lets go of it.
final class SharedRuntimePage: Page {
  private var text = ""

  override func initData(_ arguments: [String: PageValue]) async throws {
    text = await Task { "Shares" }.value
  }

  @ViewBuilder override var view: View { Text("\(text) the runtime") }
}
