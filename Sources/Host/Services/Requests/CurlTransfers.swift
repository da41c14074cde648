internal import CCurl

/// libcurl's transfers on the host's loop (`curl_multi_socket_action`).
///
/// libcurl says which sockets and which alarm it waits for; the loop tells it when one is due.
@MainActor final class CurlTransfers {
  private let loop: Loop
  /// Whose certificates are believed.
  let authorities: TrustedAuthorities
  private var multi: UnsafeMutableRawPointer?
  private var sockets: [curl_socket_t: LoopSource] = [:]
  private var alarm: LoopSource?
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]

  /// Those that have come further during the present call of libcurl.
  private var advanced: [Transfer] = []

  init(_ loop: Loop, trusting authorities: TrustedAuthorities) {
    self.loop = loop
    self.authorities = authorities
  }

  /// How many are under way.
  var count: Int { transfers.count }

  /// Begins what a transfer has set up; false when libcurl refuses.
  func add(_ transfer: Transfer, _ easy: CurlRequest) -> Bool {
    guard let multi = multi ?? open() else { return false }
    let raw = easy.raw
    guard ccurl_multi_add(multi, raw) == CURLM_OK else { return false }
    transfers[raw] = transfer
    return true
  }

  /// Ends one; nothing is heard of it any more.
  ///
  /// Not to be called from a callback of libcurl's.
  func remove(_ easy: CurlRequest) {
    guard let multi, transfers.removeValue(forKey: easy.raw) != nil else { return }
    _ = ccurl_multi_remove(multi, easy.raw)
  }

  /// Ends everything and closes idle connections.
  func close() {
    alarm?.cancel()
    alarm = nil
    if let multi {
      for raw in transfers.keys { _ = ccurl_multi_remove(multi, raw) }
      transfers.removeAll()
      ccurl_multi_cleanup(multi)
    }
    multi = nil
    advanced.removeAll()
    for source in sockets.values { source.cancel() }
    sockets.removeAll()
  }

  /// Lets a transfer tell its page how far it is when libcurl has returned, as the page may cancel it then.
  func tellProgressLater(_ transfer: Transfer) { advanced.append(transfer) }

  private func open() -> UnsafeMutableRawPointer? {
    guard let multi = ccurl_multi_init() else { return nil }
    self.multi = multi
    // Connections that are kept for the next request.
    ccurl_multi_limit(multi, CURLMOPT_MAXCONNECTS, 8)
    // The callbacks come during calls of this object only, and `close` ends them: so it is alive.
    ccurl_multi_set_callbacks(
      multi, Unmanaged.passUnretained(self).toOpaque(),
      { _, socket, what, context, _ in
        CurlTransfers.entered(context) { $0.watch(socket, what) }
        return 0
      },
      { _, milliseconds, context in
        CurlTransfers.entered(context) { $0.setAlarm(milliseconds) }
        return 0
      })
    return multi
  }

  /// Takes a callback of libcurl's, which come on the loop's thread.
  private nonisolated static func entered(
    _ context: UnsafeMutableRawPointer?, _ body: @MainActor (CurlTransfers) -> Void
  ) {
    guard let context else { return }
    let transfers = Unmanaged<CurlTransfers>.fromOpaque(context).takeUnretainedValue()
    MainActor.assumeIsolated { body(transfers) }
  }

  private func watch(_ socket: curl_socket_t, _ what: Int32) {
    sockets.removeValue(forKey: socket)?.cancel()
    let readiness: Loop.Readiness
    switch what {
    case CURL_POLL_IN: readiness = .readable
    case CURL_POLL_OUT: readiness = .writable
    case CURL_POLL_INOUT: readiness = .either
    default: return
    }
    // One that cannot be watched is found by libcurl's own alarms, or ends at its time limit.
    sockets[socket] = try? loop.poll(socket, readiness) { [weak self] in self?.act(socket) }
  }

  private func setAlarm(_ milliseconds: Int) {
    alarm?.cancel()
    alarm = nil
    guard milliseconds >= 0 else { return }
    alarm = try? loop.alarm(after: UInt64(milliseconds)) { [weak self] in
      self?.act(curl_socket_t(-1))
    }
  }

  /// Lets libcurl go on, then ends what has ended.
  private func act(_ socket: curl_socket_t) {
    guard let multi else { return }
    _ = ccurl_multi_act(multi, socket)
    var done: [(Transfer, CURLcode)] = []
    var code = CURLE_OK
    while let raw = ccurl_multi_take_done(multi, &code) {
      if let transfer = transfers.removeValue(forKey: raw) { done.append((transfer, code)) }
      _ = ccurl_multi_remove(multi, raw)
    }
    // Last, as pages run now, which may begin and cancel others.
    let advanced = advanced
    self.advanced.removeAll()
    for transfer in advanced { transfer.tellProgress() }
    for (transfer, code) in done { transfer.ended(code) }
  }
}
