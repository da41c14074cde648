internal import Glibc

/// Where a running app takes warnings by hand: a socket in its data folder.
///
/// Who connects sends one line, the level, and gets one back, the report as JSON. No signal is used, as a page may take
/// any of them for itself, and a signal answers nothing.
@MainActor final class WarningSocket {
  /// Its path in a data folder.
  nonisolated static func path(in folder: String) -> String { "\(folder)/warn" }

  private let loop: Loop
  private let path: String
  private let descriptor: Int32
  private let warn: @MainActor (MemoryWarning, @escaping @MainActor (WarningReport) -> Void) -> Void
  private var source: LoopSource?
  private var callers: [Int32: Caller] = [:]

  /// Somebody who has connected.
  private struct Caller {
    var source: LoopSource?
    var received: [UInt8] = []
    /// What is still to be sent.
    var answer: ArraySlice<UInt8> = []
  }

  /// Callers at a time, and the bytes of a line, at most.
  private static let mostCallers = 16
  private static let longestLine = 64

  /// Begins to listen.
  ///
  /// The caller has locked the folder, so a socket that is there already belongs to nobody.
  /// - Parameter warn: Told of each warning, and takes what is done with its report.
  init(
    _ folder: String, loop: Loop,
    warn:
      @escaping @MainActor (MemoryWarning, @escaping @MainActor (WarningReport) -> Void) -> Void
  ) throws {
    self.loop = loop
    self.warn = warn
    path = WarningSocket.path(in: folder)
    descriptor = try LocalSocket.listen(path)
    do {
      source = try loop.poll(descriptor) { [weak self] in self?.accept() }
    } catch {
      Glibc.close(descriptor)
      unlink(path)
      throw error
    }
  }

  /// Ends; whoever waits for an answer gets none.
  func close() {
    guard let source else { return }
    self.source = nil
    source.cancel()
    for caller in callers.keys { end(caller) }
    unlink(path)
    Glibc.close(descriptor)
  }

  private func accept() {
    let caller = Glibc.accept(descriptor, nil, nil)
    guard caller >= 0 else { return }
    _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(caller, F_SETFL, O_NONBLOCK)
    callers[caller] = Caller()
    guard callers.count <= Self.mostCallers else { return end(caller) }
    watch(caller, .readable) { [weak self] in self?.read(caller) }
  }

  private func watch(
    _ caller: Int32, _ readiness: Loop.Readiness, _ handler: @escaping @MainActor () -> Void
  ) {
    callers[caller]?.source?.cancel()
    guard let source = try? loop.poll(caller, readiness, handler) else { return end(caller) }
    callers[caller]?.source = source
  }

  private func read(_ caller: Int32) {
    var buffer = [UInt8](repeating: 0, count: Self.longestLine)
    let count = Glibc.read(caller, &buffer, buffer.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else { return end(caller) }
    callers[caller]?.received += buffer[..<count]
    let received = callers[caller]?.received ?? []
    guard let line = received.firstIndex(of: 10) else {
      if received.count >= Self.longestLine { end(caller) }
      return
    }
    guard let level = MemoryWarning(rawValue: String(decoding: received[..<line], as: UTF8.self))
    else { return end(caller) }
    // What else it sends is not read, and that it has left is seen when it is answered.
    callers[caller]?.source?.cancel()
    warn(level) { [weak self] report in
      guard let self, callers[caller] != nil else { return }
      callers[caller]?.answer = Array((report.jsonText + "\n").utf8)[...]
      watch(caller, .writable) { [weak self] in self?.write(caller) }
    }
  }

  private func write(_ caller: Int32) {
    guard let answer = callers[caller]?.answer else { return }
    let count = answer.withUnsafeBytes {
      send(caller, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0, count < answer.count else { return end(caller) }
    callers[caller]?.answer = answer.dropFirst(count)
  }

  private func end(_ caller: Int32) {
    guard let found = callers.removeValue(forKey: caller) else { return }
    found.source?.cancel()
    Glibc.close(caller)
  }
}
