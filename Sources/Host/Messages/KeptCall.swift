/// A call that waits until its page is initialized.
struct KeptCall {
  /// At most this many wait for one page.
  static let limit = 64

  let slot: ActionSlot
  let arguments: [Value]
  let chain: CallChain
  let completion: @MainActor (PortAnswer) -> Void
}
