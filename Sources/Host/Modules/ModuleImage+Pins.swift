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
        "it uses a Swift runtime that is not its own, which keeps pointers into it; link it with "
        + "-static-stdlib and the other flags of PageImage/link/image.flags"
    } else if facts.no_delete {
      reason = "it is marked NODELETE; link it without -z nodelete"
    } else if let symbol = facts.unique_symbol.map({ String(cString: $0) }) {
      reason =
        "it exports the unique symbol \(symbol), which other libraries may be bound to; "
        + "export page_module_open alone"
    } else if !isGuarded, let name = facts.leaving_import.map({ String(cString: $0) }) {
      reason =
        "it has no guard and calls \(name), which can leave something behind; link it with the "
        + "flags of PageImage/link"
    } else {
      return nil
    }
    return Pin(reason: reason, ends: false)
  }

  /// What keeps the image mapped now.
  ///
  /// Threads that are about to be gone are waited for by the guard.
  func passingPin() -> Pin? {
    if let `guard` {
      return `guard`.pointee.pinned().map { Pin(reason: String(cString: $0), ends: true) }
    }
    if let base = facts.base, let end = facts.end {
      let signal = hostc_image_handles_signal(base, end)
      if signal != 0 {
        return Pin(reason: "it handles signal \(signal) and has no guard", ends: true)
      }
    }
    return nil
  }
}
