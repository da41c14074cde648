/// Why a page could not be made.
package struct InstanceError: Error, Sendable, CustomStringConvertible {
  /// The page or instance.
  package let page: String
  package let message: String

  package init(page: String, message: String) {
    self.page = page
    self.message = message
  }

  package var description: String { "\(page): \(message)" }
}
