/// A closed module whose image is still mapped, and why.
package struct PinnedImage {
  package let module: Module
  package var reason: String
  /// Whether trying again later can help.
  var retries: Bool
  /// The next time at which it is tried again.
  var retry: LoopTimer?
}

// What could not be unmapped when its module was closed: it is kept, used again, and tried again.
extension MainController {
  /// When an image is tried again, in seconds after its module was closed: its threads may have ended by then.
  private static let retries: [UInt64] = [1, 6, 30]

  /// Keeps a module that was closed when its image could not be unmapped; for the first time the log says why.
  func pin(_ module: Module, _ report: UnloadReport) {
    guard let reason = report.pinned else { return }
    if !module.wasPinned {
      services.log("\(module.name) stays mapped: \(reason)", level: 2, source: "host")
    }
    module.wasPinned = true
    pinned.append(PinnedImage(module: module, reason: reason, retries: report.retries))
    retryLater(module, since: loop.clock.now)
  }

  /// Takes the module of a path, whose image is still mapped, to be opened again.
  func takePinned(_ path: String) -> Module? {
    guard let place = pinned.firstIndex(where: { $0.module.image.path == path }) else { return nil }
    let image = pinned.remove(at: place)
    image.retry?.cancel()
    return image.module
  }

  /// Arms the next of the timers of a module that was closed at a time, if any is left and can help.
  private func retryLater(_ module: Module, since closing: UInt64) {
    guard let place = pinned.firstIndex(where: { $0.module === module }), pinned[place].retries
    else { return }
    let moments = Self.retries.map { closing + $0 * 1_000_000_000 }
    guard let next = moments.first(where: { $0 > loop.clock.now }) else { return }
    // One at a time, as a cancelled timer is let go of only when it would be due.
    pinned[place].retry = loop.timer(at: next) { [weak self, weak module] in
      guard let self, let module else { return }
      retryPinned()
      retryLater(module, since: closing)
    }
  }

  /// Unmaps those pinned images that can be unmapped now.
  package func retryPinned() {
    precondition(stack.isClear, "an image is closed while a page is on the stack")
    pinned = pinned.compactMap { image in
      guard image.retries else { return image }
      var image = image
      let report = image.module.retryClose(detailed: warningRounds > 0)
      guard let reason = report.pinned else {
        image.retry?.cancel()
        if warningRounds > 0 { unloadedDuringWarning.append((image.module, report)) }
        unloaded?(image.module.name, report)
        return nil
      }
      image.reason = reason
      image.retries = report.retries
      return image
    }
  }
}
