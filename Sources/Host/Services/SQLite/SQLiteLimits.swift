/// What one statement may take.
package struct SQLiteLimits: Sendable, Hashable {
  /// Rows of an answer.
  package var rows = 100_000
  /// Bytes of an answer, names of columns included; as much as one call may carry across the
  /// boundary.
  package var bytes = 16 * 1024 * 1024
  /// Nanoseconds that a statement may run.
  package var nanoseconds: UInt64 = 5_000_000_000
  /// Milliseconds to wait for another connection's transaction.
  package var busyMilliseconds: Int32 = 2_000

  package init() {}
}
