// Leaks 1 MiB each time it is entered.
public import PageABI

/// The entry, which only does what this image is for.
@c(page_module_open) public func open(
  _ host: UnsafePointer<page_host>, _ module: UnsafeMutablePointer<UnsafePointer<page_module>?>
) -> page_status {
  let leak = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
  leak.initializeMemory(as: UInt8.self, repeating: 1, count: 1 << 20)
  module.pointee = nil
  return page_status(PAGE_OK)
}
