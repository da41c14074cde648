internal import ManifestModel
internal import PageABI

extension Module {
  /// Compares what a module says of itself with its manifest and gives its definitions by page name.
  static func agree(
    _ module: UnsafePointer<page_module>, with manifest: Manifest, path: String
  ) throws(ModuleError) -> [String: PageDefinition] {
    func refuse(_ what: String, note: String, loaded: String) -> ModuleError {
      ModuleError(
        .disagrees, path: path,
        advice:
          "its manifest and its code differ in \(what): '\(note)' in the manifest, '\(loaded)' in the code; rebuild it"
      )
    }
    let least = MemoryLayout<page_module>.size  // what the first contract has
    guard Int(module.pointee.size) >= least else {
      throw refuse(
        "the size of its description", note: "at least \(least)", loaded: "\(module.pointee.size)")
    }
    guard module.pointee.abi == PAGE_ABI_VERSION else {
      throw refuse("the contract's version", note: "1", loaded: "\(module.pointee.abi)")
    }
    let name = try text(module.pointee.name, path)
    guard name == manifest.module else {
      throw refuse("the module's name", note: manifest.module, loaded: name)
    }
    let version = try text(module.pointee.version, path)
    guard version == manifest.version else {
      throw refuse("the version", note: manifest.version, loaded: version)
    }
    guard module.pointee.page_count == manifest.pages.count else {
      throw refuse(
        "the number of pages", note: "\(manifest.pages.count)",
        loaded: "\(module.pointee.page_count)")
    }
    var definitions: [String: PageDefinition] = [:]
    for index in 0..<module.pointee.page_count {
      guard let copy = PageDefinition(copying: module.pointee.pages[index]) else {
        throw ModuleError(
          .disagrees, path: path,
          advice:
            "the definition of page \(index) lacks its size, name, create or destroy; rebuild it")
      }
      let definition = copy.table
      let name = try text(definition.pointee.name, path)
      guard let page = manifest.pages.first(where: { $0.name == name }) else {
        throw refuse(
          "its pages", note: manifest.pages.map(\.name).joined(separator: ", "), loaded: name)
      }
      try agree(definition, with: page, path: path)
      definitions[name] = copy
    }
    guard definitions.count == manifest.pages.count else {
      throw refuse("its pages", note: "each once", loaded: "one twice")
    }
    return definitions
  }

  /// Compares the actions of a page, which are called by their place.
  private static func agree(
    _ definition: UnsafePointer<page_definition>, with page: Manifest.Page, path: String
  ) throws(ModuleError) {
    let note = page.actions.map { action in
      "\(action.signature.name)(\(action.signature.argumentCodes))\(action.signature.replyCode)"
    }
    var loaded: [String] = []
    for index in 0..<Int(definition.pointee.action_count) {
      guard let action = definition.pointee.actions?[index] else { break }
      let name = try text(action.name, path)
      let arguments = try text(action.arguments, path)
      let reply = try text(action.reply, path)
      loaded.append("\(name)(\(arguments))\(reply)")
    }
    guard note == loaded else {
      throw ModuleError(
        .disagrees, path: path,
        advice: """
          its manifest and its code differ in the actions of \(page.name): \
          '\(note.joined(separator: " "))' in the manifest, \
          '\(loaded.joined(separator: " "))' in the code; rebuild it
          """)
    }
  }

  private static func text(
    _ string: UnsafePointer<CChar>, _ path: String
  ) throws(ModuleError) -> String {
    guard let text = String(validatingCString: string) else {
      throw ModuleError(
        .disagrees, path: path, advice: "a name in its description is not UTF-8; rebuild it")
    }
    return text
  }
}
