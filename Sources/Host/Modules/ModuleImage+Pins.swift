internal import Glibc
internal import HostC
internal import PageABI

extension ModuleImage {
  /// Why an image cannot be unmapped.
  struct Pin: Sendable, Hashable {
    var reason: String
    /// Whether it may end by itself.
    var ends: Bool
  }

  /// What can be known right after opening and never changes.
  static func lastingPin(of facts: hostc_image_facts, isGuarded: Bool) -> Pin? {
    let reason: String
    if facts.shared_runtime {
      reason =
        "it uses a Swift runtime that is not its own, which keeps pointers into it; link it with -static-stdlib "
        + "and the other flags of PageImage/link/image.flags"
    } else if facts.no_delete {
      reason = "it is marked NODELETE; link it without -z nodelete"
    } else if let symbol = facts.unique_symbol.map({ String(cString: $0) }) {
      reason =
        "it exports the unique symbol \(symbol), which other libraries may be bound to; export page_module_open alone"
    } else if !isGuarded, let name = facts.leaving_import.map({ String(cString: $0) }) {
      reason =
        "it has no guard and calls \(name), which can leave something behind; link it with the flags of "
        + "PageImage/link"
    } else {
      return nil
    }
    return Pin(reason: reason, ends: false)
  }

  /// What keeps the image mapped now, after threads that are about to end had time to.
  func passingPin() -> Pin? {
    if let reason = guardPin() { return Pin(reason: reason, ends: true) }
    // The guard gives handlers back by itself.
    if `guard` == nil, let base = facts.base, let end = facts.end {
      let signal = hostc_image_handles_signal(base, end)
      if signal != 0 { return Pin(reason: "it handles signal \(signal) and has no guard", ends: true) }
    }
    return nil
  }

  /// Asks the guard. A thread that was joined stays with the kernel for a moment, so threads are given a few milliseconds.
  private func guardPin() -> String? {
    guard let `guard` else { return nil }
    let pinned = `guard`.pointee.pinned
    var patience = 50
    while let reason = pinned() {
      guard patience > 0, holdings.threads > 0 else { return String(cString: reason) }
      patience -= 1
      usleep(100)
    }
    return nil
  }
}
