public import PageABI

/// Why something asked of the host, a service or another page was not done.
public struct PageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One of the contract's statuses, such as `PAGE_DENIED`.
  public let status: page_status
  /// What went wrong, in words for a person.
  public let message: String

  /// A failure with a status of the contract's.
  public init(_ status: page_status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// A failure of the page's own.
  public init(_ message: String) { self.init(PAGE_FAILED, message) }

  /// The message.
  public var description: String { message }
}
