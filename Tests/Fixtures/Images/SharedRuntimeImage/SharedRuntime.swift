// A page in Swift that is linked as any library is: it uses the process's Swift runtime, which
// never lets go of it.
public import PageABI

protocol Greeting { func hello() -> String }
struct Plain: Greeting { func hello() -> String { "Hello" } }

/// The entry, which only does what this image is for.
@c(page_module_open) public func open(
  _ host: UnsafePointer<page_host>, _ module: UnsafeMutablePointer<UnsafePointer<page_module>?>
) -> page_status {
  module.pointee = nil
  let any: Any = Plain()
  return (any as? any Greeting)?.hello() == "Hello"
    ? page_status(PAGE_OK) : page_status(PAGE_FAILED)
}
