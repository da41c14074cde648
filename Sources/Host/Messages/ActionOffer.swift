package import ManifestModel

/// An action as one page declares it: where its function is, and how it is called.
///
/// It never changes, so that a call that waits reaches the function that it was checked against.
@MainActor package final class ActionOffer {
  package let controller: Controller
  /// The action's place in the definition of its page.
  let index: Int
  package let action: Manifest.Action
  /// How its function is called.
  let interface: CallInterface

  init(_ controller: Controller, index: Int, action: Manifest.Action) {
    self.controller = controller
    self.index = index
    self.action = action
    interface = CallInterface(action.signature)
  }
}
