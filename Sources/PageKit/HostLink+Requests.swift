internal import PageABI

extension HostLink {
  /// Asks the host for something that ends when the task that waits for it is cancelled.
  ///
  /// - Parameters:
  ///   - progress: Told how far it is.
  ///   - cancel: Tells the host that nobody waits any more.
  func cancellableRequest(
    progress: Requests.Progress?, cancel: @escaping @MainActor (page_token) -> Void,
    _ ask: (page_token, ReplyMemory) -> page_status
  ) async throws -> PageValue {
    try Task.checkCancellation()
    let number = nextToken()
    listeners[number] = progress
    defer { listeners[number] = nil }
    return try await withTaskCancellationHandler {
      try await request(number) { scratch, _ in ask(number, scratch) }
    } onCancel: {
      // Tasks of an image are cancelled on the host's thread only, as nothing else runs its code.
      MainActor.assumeIsolated {
        guard self.abandon(number) else { return }
        cancel(number)
      }
    }
  }

  /// Tells whoever waits for a request how far it is.
  func progressed(_ token: page_token, received: Int64, total: Int64) {
    listeners[token]?(received, total < 0 ? nil : total)
  }
}

extension UnsafePointer<page_requests_progress> {
  /// What every page of this kit tells the host of `page.requests.progress/1`.
  @MainActor static let ofPages: UnsafePointer<page_requests_progress> = {
    let table = UnsafeMutablePointer<page_requests_progress>.allocate(capacity: 1)
    table.initialize(
      to: page_requests_progress(
        size: UInt32(MemoryLayout<page_requests_progress>.size),
        progress: { page, token, received, total in
          entered((page, token, received, total)) { page, token, received, total in
            live(page).enter { _ in
              live(page).link.progressed(token, received: received, total: total)
            }
          }
        }))
    return UnsafePointer(table)
  }()
}
