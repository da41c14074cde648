/// Why a service did not do what it was asked.
package struct ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; raw values are those of `page_status`.
  package enum Code: UInt32, Sendable, Hashable, CaseIterable {
    case failed = 2
    case invalid = 3
    case unavailable = 5
    case denied = 6
    case cancelled = 7
    case timedOut = 8
    case tooLarge = 9
  }

  package var code: Code
  /// What happened and what to do next, in words for the page's author or the person.
  package var message: String
  /// What a person is to know of it in another language than the message's.
  package var reason: Reason

  package init(_ code: Code, _ message: String, reason: Reason = .status) {
    self.code = code
    self.message = message
    self.reason = reason
  }

  /// A failure in words that the person who caused it reads, in the app's language.
  static func spoken(_ message: String, _ code: Code = .failed) -> ServiceError {
    ServiceError(code, message, reason: .spoken)
  }

  package var description: String { message }
}
