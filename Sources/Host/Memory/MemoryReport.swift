internal import ManifestModel

/// What the process and each module hold now.
package struct MemoryReport: Sendable, Codable, Hashable {
  package struct Page: Sendable, Codable, Hashable {
    package var page: String
    package var instances: Int
    /// `listed`, `loaded`, `initialized` or `top`.
    package var state: String
  }

  package struct Module: Sendable, Codable, Hashable {
    package var module: String
    /// Memory of the image itself that only this process has: data that was written, relocations.
    package var imageBytes: Int
    /// What its heap holds.
    package var heapBytes: Int
    package var blocks: Int
    package var pages: [Page]
  }

  package var format = 1
  /// Memory that only this process has.
  package var privateBytes: Int
  package var modules: [Module]

  /// A table, a row for each page.
  package var text: String {
    var rows: [[String]] = []
    for module in modules {
      for (place, page) in module.pages.enumerated() {
        let sizes =
          place == 0
          ? ["\(module.imageBytes)", "\(module.heapBytes)", "\(module.blocks)"] : ["", "", ""]
        rows.append([module.module, page.page, page.state, "\(page.instances)"] + sizes)
      }
    }
    let table = TextTable(
      header: ["MODULE", "PAGE", "STATE", "INSTANCES", "IMAGE BYTES", "HEAP BYTES", "BLOCKS"],
      rows: rows)
    return (table.lines + ["", "\(privateBytes) bytes are this process's alone"])
      .joined(separator: "\n")
  }
}

extension MainController {
  /// What the process and each module hold now: each that is listed, and each that is mapped though its file is gone;
  /// takes a few milliseconds.
  package var memoryReport: MemoryReport {
    let areas = PrivateAreas.ofProcess()
    return MemoryReport(
      privateBytes: areas.total,
      modules: moduleNames.map { name in
        let images = images(of: name)
        let usages = images.compactMap { $0.heap?.usage }
        return MemoryReport.Module(
          module: name,
          imageBytes: images.reduce(0) { $0 + areas.bytes(from: $1.base, to: $1.end) },
          heapBytes: usages.reduce(0) { $0 + $1.bytes },
          blocks: usages.reduce(0) { $0 + $1.blocks },
          pages: pages(of: name, isMapped: !images.isEmpty))
      })
  }

  /// The modules that are listed or mapped, those without a file last.
  var moduleNames: [String] {
    let listed = listing.modules.filter { $0.shadowedBy == nil }.map(\.facts.module)
    let mapped = Set(modules.keys).union(pinned.map(\.module.name))
    return listed + mapped.subtracting(listed).sorted()
  }

  /// What is mapped of a module: the image of the open one, and editions that could not be unmapped.
  func images(of module: String) -> [ModuleImage] {
    ([modules[module]].compactMap(\.self) + pinned.map(\.module))
      .filter { $0.name == module }.map(\.image)
  }

  private func pages(of module: String, isMapped: Bool) -> [MemoryReport.Page] {
    let open = modules[module]
    let pages =
      open?.manifest.pages.map(\.name) ?? listing.module(named: module)?.facts.pages
      ?? pinned.last { $0.module.name == module }?.module.manifest.pages.map(\.name) ?? []
    return pages.compactMap { page in
      let controller =
        controllers[page].flatMap { $0.module == module ? $0 : nil }
        ?? open?.instances.first { $0.controller.name == page }?.controller
      guard let controller else {
        // Another module has the page now, or none.
        return isMapped
          ? MemoryReport.Page(page: page, instances: 0, state: PageState.loaded.rawValue) : nil
      }
      return MemoryReport.Page(
        page: page, instances: controller.instances.count, state: state(of: controller).rawValue)
    }
  }
}

/// What images hold of memory that only this process has, taken before they are closed.
@MainActor struct ImageSizes {
  private var sizes: [ObjectIdentifier: Int] = [:]

  init() {}

  init(_ modules: some Collection<Module>) {
    guard !modules.isEmpty else { return }
    let areas = PrivateAreas.ofProcess()
    for module in modules {
      sizes[ObjectIdentifier(module)] = areas.bytes(from: module.image.base, to: module.image.end)
    }
  }

  /// The bytes of a module; 0 for one that was not mapped.
  subscript(module: Module) -> Int { sizes[ObjectIdentifier(module)] ?? 0 }
}
