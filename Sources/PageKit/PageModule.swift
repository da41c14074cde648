public import PageABI

/// One action of a page as the generated glue hands it over.
public struct ActionEntry {
  let name: String
  let arguments: String
  let reply: String
  let function: @convention(c) () -> Void

  /// An action by its name and its signature's type codes.
  ///
  /// - Parameter function: A C function of the type that the two signatures spell, cast to this one.
  public init(
    _ name: String, arguments: String, reply: String, function: @escaping @convention(c) () -> Void
  ) {
    self.name = name
    self.arguments = arguments
    self.reply = reply
    self.function = function
  }
}

/// One page of a module as the generated glue hands it over.
public struct PageEntry {
  let name: String
  let type: Page.Type
  let actions: [ActionEntry]

  /// A page by its name, the class that implements it, and its actions.
  public init(_ name: String, _ type: Page.Type, actions: [ActionEntry] = []) {
    self.name = name
    self.type = type
    self.actions = actions
  }
}

/// This image as a module: what its `page_module_open` hands to the host.
@MainActor public final class PageModule {
  private static var current: PageModule?

  private let memory = ReplyMemory()
  private var types: [String: Page.Type] = [:]
  private var description: UnsafeMutablePointer<page_module>?

  /// The class of a page that this module declares.
  static func type(of name: String) -> Page.Type? { current?.types[name] }

  /// Serves `page_module_open`; called by the generated glue only.
  public nonisolated static func open(
    _ host: UnsafePointer<page_host>,
    _ out: UnsafeMutablePointer<UnsafePointer<page_module>?>, name: String, version: String,
    pages: [PageEntry]
  ) -> page_status {
    entered((host, out, pages)) { host, out, pages in
      guard host.pointee.abi >= PAGE_ABI_VERSION else { return PAGE_UNSUPPORTED }
      HostLoop.shared.open(host)
      let module = PageModule()
      current = module
      out.pointee = module.describe(name: name, version: version, pages: pages)
      return out.pointee == nil ? PAGE_FAILED : PAGE_OK
    }
  }

  private func describe(
    name: String, version: String, pages: [PageEntry]
  ) -> UnsafePointer<page_module>? {
    let list = memory.allocate(UnsafePointer<page_definition>.self, count: max(pages.count, 1))
    let module = memory.allocate(page_module.self, count: 1)
    guard let list, let module else { return nil }
    for (index, entry) in pages.enumerated() {
      guard let definition = define(entry) else { return nil }
      list.advanced(by: index).initialize(to: definition)
    }
    module.initialize(
      to: page_module(
        size: UInt32(MemoryLayout<page_module>.size), abi: PAGE_ABI_VERSION,
        name: cString(name), version: cString(version), pages: list, page_count: pages.count,
        turn: { HostLoop.shared.turn() },
        close: {
          entered(()) { PageModule.current = nil }
          HostLoop.shared.close()
        }))
    return UnsafePointer(module)
  }

  private func define(_ entry: PageEntry) -> UnsafePointer<page_definition>? {
    let actions = memory.allocate(page_action.self, count: entry.actions.count)
    for (index, action) in entry.actions.enumerated() {
      actions?.advanced(by: index).initialize(
        to: page_action(
          name: cString(action.name), arguments: cString(action.arguments),
          reply: cString(action.reply), function: action.function))
    }
    guard let definition = memory.allocate(page_definition.self, count: 1) else { return nil }
    definition.initialize(
      to: .entries(
        name: cString(entry.name), actions: UnsafePointer(actions), count: entry.actions.count))
    types[entry.name] = entry.type
    return UnsafePointer(definition)
  }

  private func cString(_ text: String) -> UnsafePointer<CChar> {
    let utf8 = text.utf8CString
    guard let copy = memory.allocate(CChar.self, count: utf8.count) else {
      preconditionFailure("no memory for the name \(text)")
    }
    for (index, unit) in utf8.enumerated() { copy.advanced(by: index).initialize(to: unit) }
    return UnsafePointer(copy)
  }
}
