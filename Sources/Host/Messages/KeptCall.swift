/// A call that waits until its page is initialized.
struct KeptCall {
  /// At most this many wait for one page.
  static let limit = 64

  let slot: ActionSlot
  let arguments: [Value]
  /// The instance that calls; nil: the host.
  let caller: String?
  let chain: CallChain
  /// Whether the page is to be initialized for it, so that it has to be answered when that fails.
  let wakes: Bool
  let completion: @MainActor (PortAnswer) -> Void
}
