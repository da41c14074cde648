internal import ManifestModel

/// Loads pages alone, with empty services, to prove that they unload.
///
/// One cycle is dlopen, entry, instance, `initData` without arguments, view, release, destroy and dlclose.
@MainActor package final class Trial {
  /// Cycles before memory is compared: until then allocators and caches of the host settle.
  package static let warmUp = 50

  private let controller: MainController
  private let clock = SystemClock()

  package init(_ controller: MainController) { self.controller = controller }

  private struct Timing {
    var load: UInt64
    var view: UInt64
  }

  /// What closing the images of this trial said.
  @MainActor private final class Closings {
    var unmapped = true
    var pinned: String?
  }

  /// Runs the cycles of one page.
  /// - Parameter progress: Told the number of each cycle that is done.
  package func run(
    _ page: Controller, cycles: Int, progress: @MainActor (Int) -> Void
  ) throws -> LoadReport {
    let closings = Closings()
    controller.unloaded = { _, report in
      closings.unmapped = closings.unmapped && report.unmapped
      closings.pinned = closings.pinned ?? report.pinned
    }
    defer { controller.unloaded = nil }
    var report = LoadReport(
      page: page.name, cycles: 0, unmapped: true, leakedBlocks: 0, leakedBytes: 0, threadsLeft: 0,
      keysLeft: 0, descriptorsLeft: 0, privateGrowthBytes: 0, loadMicroseconds: 0,
      viewMicroseconds: 0, heapBytes: 0)
    let before = ProcessLedger.now()
    var warm: ProcessLedger?
    // Written before memory is compared, so that what is noted here does not count as growth.
    var timings = [Timing](repeating: Timing(load: 1, view: 1), count: max(1, cycles))
    timings.removeAll(keepingCapacity: true)
    for cycle in 1...max(1, cycles) {
      do throws(InstanceError) {
        timings.append(try self.cycle(page, isFirst: cycle == 1, &report))
      } catch {
        report.failure = error.message
      }
      report.cycles = cycle
      if cycle == Trial.warmUp { warm = ProcessLedger.now() }
      progress(cycle)
      // What stays mapped is not opened anew, so that further cycles would prove nothing.
      if closings.pinned != nil || report.failure != nil { break }
    }
    let after = ProcessLedger.now()
    let left = after.growth(since: before)
    report.unmapped = closings.unmapped
    report.pinned = closings.pinned
    report.threadsLeft = left.threads
    report.keysLeft = left.keys
    report.descriptorsLeft = left.descriptors
    report.privateGrowthBytes = warm.map { after.growth(since: $0).privateBytes } ?? 0
    report.loadMicroseconds = Trial.median(timings.map(\.load))
    report.viewMicroseconds = Trial.median(timings.map(\.view))
    return report
  }

  private static func median(_ nanoseconds: [UInt64]) -> Int {
    nanoseconds.isEmpty ? 0 : Int(nanoseconds.sorted()[nanoseconds.count / 2] / 1000)
  }

  private func cycle(
    _ page: Controller, isFirst: Bool, _ report: inout LoadReport
  ) throws(InstanceError) -> Timing {
    let start = clock.now
    let module = try open(page)
    let loaded = clock.now
    defer {
      controller.closeLater(module)
      _ = controller.loop.settle(limit: Drive.limit)
    }
    let entry = try lifecycle(page)
    let viewed = clock.now
    report.heapBytes = module.image.heap?.usage.bytes ?? 0
    if isFirst { try measureLeaks(page, module, keeping: entry, &report) }
    controller.release(entry)
    return Timing(load: loaded - start, view: viewed - start)
  }

  private func open(_ page: Controller) throws(InstanceError) -> Module {
    do throws(ModuleError) {
      return try controller.module(of: page)
    } catch {
      throw InstanceError(page: page.name, message: error.description)
    }
  }

  /// Makes, initializes and views an instance.
  private func lifecycle(_ page: Controller) throws(InstanceError) -> StackEntry {
    let entry = StackEntry(page)
    let outcome = AnswerBox()
    controller.initialize(entry) { outcome.answer = $0 }
    if outcome.answer == nil { _ = controller.loop.settle(limit: Drive.limit) }
    guard let answer = outcome.answer else {
      controller.release(entry)
      throw InstanceError(page: page.name, message: "initData did not end")
    }
    guard answer.status == .ok else {
      throw InstanceError(page: page.name, message: "initData: \(answer.message)")
    }
    entry.instance?.refreshView { outcome.answer = $0 }
    if let answer = outcome.answer, answer.status != .ok {
      controller.release(entry)
      throw InstanceError(page: page.name, message: answer.message)
    }
    return entry
  }

  /// Lifecycles that are not measured: the runtime's own caches fill in them.
  private static let unmeasured = 3
  private static let measured = 8

  /// Runs further lifecycles within one load; `keeping` holds the image meanwhile.
  private func measureLeaks(
    _ page: Controller, _ module: Module, keeping: StackEntry, _ report: inout LoadReport
  ) throws(InstanceError) {
    guard let heap = module.image.heap else { return }
    for _ in 0..<Trial.unmeasured { try runLifecycle(page) }
    let before = (heap.usage, heap.sizeClasses)
    for _ in 0..<Trial.measured { try runLifecycle(page) }
    let after = (heap.usage, heap.sizeClasses)
    report.leakedBlocks = max(0, after.0.blocks - before.0.blocks) / Trial.measured
    report.leakedBytes = max(0, after.0.bytes - before.0.bytes) / Trial.measured
    report.leakedSizeClasses = after.1.compactMap { size in
      let old = before.1.first { $0.bytes == size.bytes }?.blocks ?? 0
      let blocks = (size.blocks - old) / Trial.measured
      return blocks > 0 ? ModuleHeap.SizeClass(bytes: size.bytes, blocks: blocks) : nil
    }
  }

  private func runLifecycle(_ page: Controller) throws(InstanceError) {
    controller.release(try lifecycle(page))
    _ = controller.loop.settle(limit: Drive.limit)
  }
}
