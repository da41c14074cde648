/// Keeps the main controller's listing true while the app runs: files that are put into the module folders, replaced or
/// removed are noticed when they are completely written.
@MainActor final class ModuleWatch {
  private let controller: MainController
  private let watch: FolderWatch
  private var source: LoopSource?

  /// Begins to watch; a folder that cannot be watched is told in the log and listed as it was.
  init(_ controller: MainController) throws {
    self.controller = controller
    watch = try FolderWatch()
    for folder in controller.registry.folders {
      do throws(FolderWatch.Failure) {
        try watch.watch(folder)
      } catch {
        controller.services.log(error.description, level: 2, source: "host")
      }
    }
    source = try controller.loop.poll(watch.descriptor) { [weak self] in self?.read() }
  }

  /// Stops watching.
  func close() {
    source?.cancel()
    source = nil
  }

  private func read() {
    let changes = watch.drain()
    guard !changes.isEmpty else { return }
    let known = Set(controller.listing.problems)
    controller.refreshModules(writing: watch.writing)
    for problem in controller.listing.problems where !known.contains(problem) {
      controller.services.log("\(problem.path) \(problem.reason)", level: 2, source: "host")
    }
    // What could not be shown may be there now.
    if controller.navigation.chain.contains(where: { $0.failure != nil }) {
      controller.navigation.request(.retry)
    }
    controller.setNeedsRefresh()
  }
}
