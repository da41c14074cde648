private import CUV

/// Why the loop refused a source.
package struct LoopError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was asked for, "watching descriptor 5".
  package var operation: String
  /// The error as libuv numbers it: a negative errno.
  package var code: Int32

  package var description: String {
    let reason = uv_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return "\(operation): \(reason)"
  }

  /// Turns what a libuv function returned into an error, if it is one.
  static func check(
    _ code: Int32, _ operation: @autoclosure () -> String
  ) throws(LoopError) {
    guard code < 0 else { return }
    throw LoopError(operation: operation(), code: code)
  }
}
