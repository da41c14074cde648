internal import Glibc

/// Learns of memory pressure from the first source that does not refuse, and gives way to the next when that one ends.
@MainActor package final class PressureMonitor {
  /// What became of a source.
  package struct Status: Sendable, Codable, Hashable {
    package var source: String
    /// What it watches; empty when nothing.
    package var path: String
    /// Whether warnings come from it.
    package var inForce: Bool
    /// Why they do not; empty when they do.
    package var reason: String
  }

  private let loop: Loop
  private let sources: [PressureSource]
  private let isOff: Bool
  private let isTrial: Bool
  private let log: @MainActor (String) -> Void
  private let warn: @MainActor (MemoryWarning) -> Void
  private var current = 0
  private var channels: [(channel: PressureChannel, source: LoopSource)] = []
  private var statuses: [Status] = []
  private var lastEvent: UInt64?

  /// An event of a source without levels is critical when the last one was less than this before, in nanoseconds.
  package static let escalation: UInt64 = 10_000_000_000

  /// Begins to watch.
  /// - Parameters:
  ///   - environment: `$MEMORY_PRESSURE_WATCH` and `$MEMORY_PRESSURE_WRITE`.
  ///   - cgroup: The contents of `/proc/self/cgroup`.
  ///   - mounts: The contents of `/proc/self/mountinfo`.
  ///   - isTrial: Whether sources are only tried: nothing is watched, nor written to a FIFO or socket.
  ///   - log: Told in words which source is in force, now and whenever another one is.
  ///   - warn: Told of each warning, in the turn in which its event came.
  package init(
    loop: Loop, environment: (watch: String?, write: String?), cgroup: String,
    mounts: String, system: String = "/proc/pressure/memory",
    isTrial: Bool = false, log: @escaping @MainActor (String) -> Void = { _ in },
    warn: @escaping @MainActor (MemoryWarning) -> Void
  ) {
    self.loop = loop
    self.isTrial = isTrial
    self.log = log
    self.warn = warn
    isOff = PressureSource.isTurnedOff(environment.watch)
    sources = PressureSource.all(
      watch: environment.watch, write: environment.write, cgroup: cgroup, mounts: mounts,
      system: system)
    watchNext()
    log(inForce)
  }

  /// Begins to watch what the process's environment says.
  package convenience init(
    loop: Loop, isTrial: Bool = false, log: @escaping @MainActor (String) -> Void = { _ in },
    warn: @escaping @MainActor (MemoryWarning) -> Void
  ) {
    let variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    self.init(
      loop: loop,
      environment: (variable("MEMORY_PRESSURE_WATCH"), variable("MEMORY_PRESSURE_WRITE")),
      cgroup: ControlGroup.ofProcess, mounts: ControlGroup.mountsOfProcess, isTrial: isTrial,
      log: log, warn: warn)
  }

  /// Stops watching.
  package func close() {
    for (_, source) in channels { source.cancel() }
    channels.removeAll()
  }

  /// What became of each source, in the order in which they are tried; warnings by hand come last and are always there.
  package var status: [Status] {
    var list = statuses
    for source in sources.dropFirst(list.count) {
      list.append(
        Status(
          source: source.kind.rawValue, path: source.watches.first?.path ?? "", inForce: false,
          reason: isOff
            ? "watching is turned off" : source.absence ?? "one before it is in force"))
    }
    list.append(
      Status(source: PressureSource.Kind.byHand.rawValue, path: "", inForce: true, reason: ""))
    return list
  }

  /// Where warnings come from now, in words.
  private var inForce: String {
    guard let status = statuses.last, status.inForce else {
      return "warnings of memory pressure come by hand only"
    }
    return "warnings of memory pressure come from \(status.source), \(status.path)"
  }

  private func watchNext() {
    close()
    while current < sources.count {
      let source = sources[current]
      current += 1
      var status = Status(
        source: source.kind.rawValue, path: source.watches.first?.path ?? "", inForce: false,
        reason: "")
      if let absence = source.absence {
        status.reason = absence
        statuses.append(status)
        if isOff { return }
        continue
      }
      do {
        for watch in source.watches { try begin(watch) }
        status.inForce = true
        statuses.append(status)
        return
      } catch {
        close()
        status.reason = "it \(error)"
        statuses.append(status)
      }
    }
  }

  private func begin(_ watch: PressureSource.Watch) throws {
    let line = watch.level == .critical ? "full" : "some"
    guard !isTrial else {
      return try PressureChannel.probe(watch.path, writing: watch.write, line: line)
    }
    let channel = try PressureChannel(watch.path, writing: watch.write, line: line)
    let readiness: Loop.Readiness = channel.kind == .stream ? .readable : .exceptional
    let source = try loop.poll(channel.descriptor, readiness) { [weak self, weak channel] in
      guard let self, let channel else { return }
      take(channel, watch.level)
    }
    channels.append((channel, source))
  }

  private func take(_ channel: PressureChannel, _ level: MemoryWarning?) {
    switch channel.take() {
    case .nothing: return
    case .gone:
      if let last = statuses.indices.last {
        statuses[last].inForce = false
        statuses[last].reason = "it has ended"
        log("\(statuses[last].source), \(statuses[last].path), has ended")
      }
      watchNext()
      log(inForce)
    case .pressure:
      let now = loop.clock.now
      let isRepeated = lastEvent.map { now - $0 < PressureMonitor.escalation } ?? false
      lastEvent = now
      warn(level ?? (isRepeated ? .critical : .low))
    }
  }
}
