internal import Glibc

/// The lines of a descriptor, as they come; the loop turns while none does, so that memory warnings, timers and new
/// modules are not kept waiting by a script that pauses.
@MainActor package final class DriveInput {
  private let descriptor: Int32
  private let loop: Loop
  private var source: LoopSource?
  private var isReady = false
  private var bytes: [UInt8] = []
  private var hasEnded = false

  /// - Parameter descriptor: The caller's, and must stay open until ``close()``.
  package init(_ descriptor: Int32, on loop: Loop) {
    self.descriptor = descriptor
    self.loop = loop
    // Files and some devices cannot be watched; they are always ready.
    watch()
  }

  private func watch() {
    source = try? loop.poll(descriptor) { [weak self] in
      // Ready until it is read: it would call again and again.
      self?.isReady = true
      self?.source?.cancel()
      self?.source = nil
    }
    isReady = source == nil
  }

  /// The next line, without its line feed; nil at the end.
  ///
  /// What is no UTF-8 is replaced.
  package func nextLine() -> String? {
    var searched = 0
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeSubrange(...end) }
        return text(of: bytes[..<end])
      }
      searched = bytes.count
      if hasEnded {
        guard !bytes.isEmpty else { return nil }
        defer { bytes.removeAll() }
        return text(of: bytes[...])
      }
      while !isReady { loop.turn(wait: true) }
      read()
    }
  }

  /// As `readLine` has it, a carriage return before the line feed is part of the line's end.
  private func text(of line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] }
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { hasEnded = true }
    if !hasEnded { watch() }
  }

  package func close() {
    source?.cancel()
    source = nil
  }
}
