internal import PageABI

/// What the running task works for; child tasks and unstructured ones inherit it.
struct CurrentWork: Sendable {
  /// The page that started it, or 0.
  var instance: page_instance = 0
  /// The entry that it serves, or 0: so that chains of calls can be counted across suspensions.
  var call: page_token = 0

  @TaskLocal static var value = CurrentWork()
}
