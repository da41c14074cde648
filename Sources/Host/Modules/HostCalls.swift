package import PageABI

/// What the host does for its modules: the other side of `page_host`.
@MainActor package protocol HostCalls: AnyObject {
  /// What the app speaks.
  var language: Language { get }
  func turn(_ module: Module, deadline: UInt64)
  func log(_ module: Module, instance: UInt64, level: page_log_level, text: String)
  func find(_ module: Module, action: String) -> (page_status, page_action_id)
  func call(
    _ module: Module, instance: UInt64, request: UnsafePointer<page_request>,
    reply: UnsafeMutablePointer<page_value>
  ) -> page_status
  func announce(
    _ module: Module, instance: UInt64, outcome: String, values: [String: Value]
  ) -> page_status
  func invalidate(_ module: Module, instance: UInt64)
  func setBadge(_ module: Module, instance: UInt64, count: Int64)
  func raiseEdition(_ module: Module, instance: UInt64)
  /// Begins what a page asks of a service; the answer comes by the token.
  func serve(_ module: Module, instance: UInt64, token: UInt64, _ request: ServiceCall)
    -> page_status
}
