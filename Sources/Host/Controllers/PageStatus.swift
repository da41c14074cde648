package import PageABI

/// How an entry or a request ended; the contract's `page_status` as a type.
package struct PageStatus: RawRepresentable, Sendable, Hashable {
  package let rawValue: page_status
  package init(rawValue: page_status) { self.rawValue = rawValue }

  package static let ok = PageStatus(rawValue: PAGE_OK)
  package static let pending = PageStatus(rawValue: PAGE_PENDING)
  package static let failed = PageStatus(rawValue: PAGE_FAILED)
  package static let invalid = PageStatus(rawValue: PAGE_INVALID)
  package static let notFound = PageStatus(rawValue: PAGE_NOT_FOUND)
  package static let unavailable = PageStatus(rawValue: PAGE_UNAVAILABLE)
  package static let denied = PageStatus(rawValue: PAGE_DENIED)
  package static let cancelled = PageStatus(rawValue: PAGE_CANCELLED)
  package static let timedOut = PageStatus(rawValue: PAGE_TIMED_OUT)
  package static let tooLarge = PageStatus(rawValue: PAGE_TOO_LARGE)
  package static let tooDeep = PageStatus(rawValue: PAGE_TOO_DEEP)
  package static let unsupported = PageStatus(rawValue: PAGE_UNSUPPORTED)
}

extension PageStatus: CustomStringConvertible {
  package var description: String {
    switch self {
    case .ok: "ok"
    case .pending: "pending"
    case .failed: "failed"
    case .invalid: "invalid"
    case .notFound: "not found"
    case .unavailable: "unavailable"
    case .denied: "denied"
    case .cancelled: "cancelled"
    case .timedOut: "timed out"
    case .tooLarge: "too large"
    case .tooDeep: "too deep"
    case .unsupported: "unsupported"
    default: "status \(rawValue)"
    }
  }
}
