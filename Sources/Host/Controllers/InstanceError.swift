/// Why a page could not be made.
package struct InstanceError: Error, Sendable, CustomStringConvertible {
  /// The page or instance.
  package let page: String
  package let message: String
  /// What a person is to know of it.
  let reason: Reason

  package init(page: String, message: String, reason: Reason = .status) {
    self.page = page
    self.message = message
    self.reason = reason
  }

  package var description: String { "\(page): \(message)" }
}

extension PortAnswer {
  /// The answer that a page which could not be made stands for.
  init(_ status: PageStatus, _ error: InstanceError) {
    self.init(status, message: error.message, reason: error.reason)
  }
}
