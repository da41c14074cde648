// A page as most are: strings, arrays, dictionaries, casts, generics, an existential and a little
// formatting.
public import PageABI

protocol Greeting { func hello(to name: String) -> String }
struct Plain: Greeting { func hello(to name: String) -> String { "Hello, \(name)" } }
final class Counted: Greeting {
  var calls = 0
  func hello(to name: String) -> String {
    calls += 1
    return "\(calls): \(name.uppercased())"
  }
}

nonisolated(unsafe) var kept: [String: any Greeting] = [:]

/// The entry, which only does what this image is for.
@c(page_module_open) public func open(
  _ host: UnsafePointer<page_host>, _ module: UnsafeMutablePointer<UnsafePointer<page_module>?>
) -> page_status {
  kept = ["plain": Plain(), "counted": Counted()]
  let names = (0..<100).map { "name \($0) \(Double($0) / 3)" }
  let all: [Any] = names.map { $0 as Any } + [1, 2.5, kept.count]
  let greetings = all.compactMap { $0 as? String }.flatMap { name in
    kept.values.map { $0.hello(to: name) }
  }
  let sorted = Set(greetings).sorted()
  print("", terminator: "")
  kept = [:]
  module.pointee = nil
  return sorted.count == 200 ? page_status(PAGE_OK) : page_status(PAGE_FAILED)
}
