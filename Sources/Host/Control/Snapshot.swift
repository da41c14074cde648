/// A page shown alone, once.
@MainActor package enum Snapshot {
  /// Why there is none.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Opens a page as the only one and gives the screen that shows it.
  package static func take(
    of page: String, in controller: MainController
  ) throws(Failure) -> Screen {
    guard controller.controllers[page] != nil else {
      let names = controller.controllers.all.map(\.name).joined(separator: ", ")
      throw Failure(description: "no module has a page \(page); there are \(names)")
    }
    controller.navigation.request(.root(.init(page)))
    guard controller.loop.settle(limit: Drive.limit) else {
      throw Failure(description: "\(page) did not come to rest in 5 seconds")
    }
    if let failure = controller.navigation.chain.compactMap(\.failure).first {
      throw Failure(description: "\(page) cannot be shown: \(failure)")
    }
    return controller.screen
  }
}
