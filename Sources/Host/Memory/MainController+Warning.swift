// What a memory warning does: everything that is not on screen gives its memory back.
extension MainController {
  /// Releases every instance that is not on screen, nor resident: its state is saved, its data released, and its image
  /// unmapped when that was the module's last.
  ///
  /// What is not initialized is not touched, and nothing is loaded.
  package func warn(
    _ level: MemoryWarning, completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    evict((navigation.all + background)[...], WarningReport(level: level), completion)
  }

  private func evict(
    _ entries: ArraySlice<StackEntry>, _ report: WarningReport,
    _ completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    guard let entry = entries.first else {
      // The images are closed in the jobs that the releases asked for; the report comes after them.
      loop.later { completion(report) }
      return setNeedsRefresh()
    }
    evict(entry) { [weak self] outcome in
      var report = report
      switch outcome {
      case .spared: break
      case .stayed(let stayed): report.stayed.append(stayed)
      case .evicted(let evicted): report.evicted.append(evicted)
      }
      self?.evict(entries.dropFirst(), report, completion)
    }
  }
}
