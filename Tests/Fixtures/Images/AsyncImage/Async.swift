// Starts a task without executors of the host's, so Swift's runtime starts threads of Dispatch.
public import PageABI

/// The entry, which only does what this image is for.
@c(page_module_open) public func open(
  _ host: UnsafePointer<page_host>, _ module: UnsafeMutablePointer<UnsafePointer<page_module>?>
) -> page_status {
  module.pointee = nil
  Task.detached { await Task.yield() }
  return page_status(PAGE_OK)
}
