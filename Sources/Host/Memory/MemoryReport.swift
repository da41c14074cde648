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
  /// What the process and each listed module hold now; takes a few milliseconds.
  package var memoryReport: MemoryReport {
    let areas = PrivateAreas.ofProcess()
    let modules = listing.modules.filter { $0.shadowedBy == nil }.map { listed in
      let open = self.modules[listed.facts.module]
      let image =
        open?.image ?? pinned.first { $0.module.name == listed.facts.module }?.module.image
      let usage = image?.heap?.usage
      return MemoryReport.Module(
        module: listed.facts.module,
        imageBytes: image.map { areas.bytes(from: $0.base, to: $0.end) } ?? 0,
        heapBytes: usage?.bytes ?? 0, blocks: usage?.blocks ?? 0,
        pages: listed.facts.pages.compactMap { controllers[$0] }.map { controller in
          MemoryReport.Page(
            page: controller.name, instances: controller.instances.count,
            state: state(of: controller).rawValue)
        })
    }
    return MemoryReport(privateBytes: areas.total, modules: modules)
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
