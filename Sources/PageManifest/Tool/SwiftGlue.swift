internal import ManifestModel

/// The Swift source that a module gets from its manifest: the note, the module's entry, and the typed functions.
struct SwiftGlue {
  private let manifest: Manifest

  init(_ manifest: Manifest) {
    self.manifest = manifest
  }

  var text: String {
    var parts = [imports, note, entry]
    for page in manifest.pages where !page.actions.isEmpty { parts.append(actions(of: page)) }
    for page in manifest.pages where !page.outcomes.isEmpty { parts.append(outcomes(of: page)) }
    if !manifest.calls.isEmpty { parts.append(calls) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var imports: String {
    """
    // Generated from page.json. Do not edit.
    public import PageABI
    import PageKit
    """
  }

  private var note: String {
    let words = NoteWords(manifest).words
    let lines = stride(from: 0, to: words.count, by: 8).map { start in
      "  "
        + words[start..<min(start + 8, words.count)]
        .map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
    }
    return """
      /// The manifest as an ELF note; `readelf -n` shows it.
      @used @section("\(Manifest.noteSection)") let pageManifestNote: InlineArray<\(words.count), UInt32> = [
      \(lines.joined(separator: ",\n"))
      ]
      """
  }

  private var entry: String {
    let pages = manifest.pages.map { page in
      let actions = page.actions.map { action in
        let signature = action.signature
        return """
                  ActionEntry(
                    "\(signature.name)", arguments: "\(signature.argumentCodes)", reply: "\(signature.replyCode)",
                    function: unsafe unsafeBitCast(\(page.thunk(of: signature)), to: (@convention(c) () -> Void).self)),

          """
      }
      let list = actions.isEmpty ? "[]" : "[\n\(actions.joined())      ]"
      return "      PageEntry(\"\(page.name)\", \(page.type).self, actions: \(list)),\n"
    }
    return """
      /// What the host calls first; the one symbol that the module exports.
      @c(page_module_open)
      public func pageModuleOpen(
        _ host: UnsafePointer<page_host>,
        _ module: UnsafeMutablePointer<UnsafePointer<page_module>?>
      ) -> page_status {
        unsafe PageModule.open(
          host, module, name: "\(manifest.module)", version: "\(manifest.version)",
          pages: [
      \(pages.joined())    ])
      }
      """
  }

  private func actions(of page: Manifest.Page) -> String {
    let requirements = page.actions.map { action in
      "  /// `\(action.signature)`\n  \(action.signature.declaration)"
    }
    let thunks = page.actions.map { thunk(for: $0.signature, of: page) }
    return """
      /// The actions that page.json declares for \(page.name); write them in \(page.type).
      @MainActor protocol \(page.actionsProtocol): Page {
      \(requirements.joined(separator: "\n"))
      }

      extension \(page.type): \(page.actionsProtocol) {}

      \(thunks.joined(separator: "\n\n"))
      """
  }

  private func thunk(for action: Signature, of page: Manifest.Page) -> String {
    let arguments = action.arguments
    let native = arguments.indices.map { "a\($0)" }
    let reply = action.reply
    var types = ["UnsafeMutableRawPointer", "UnsafePointer<page_call>"]
    types += arguments.map(\.type.contractType)
    if let reply { types.append("UnsafeMutablePointer<\(reply.contractType)>") }
    let names = ["page", "call"] + native + (reply == nil ? [] : ["reply"])
    // What is memory of the caller's is copied: the method may run on after the call has returned.
    let copies = zip(arguments, native).filter { $0.0.type.isCopied }.map { argument, name in
      "  let \(name) = unsafe \(argument.type.swiftType)(\(name))\n"
    }
    // The method itself, not a call of it: so PageKit serves one that is not async without a task.
    let labels = arguments.map { "\($0.label?.escapedLabel ?? "_"):" }.joined()
    let method = "\(page.type).\(action.swiftName.escaped)" + (labels.isEmpty ? "" : "(\(labels))")
    var passed = ["page", "call", method] + native
    if let reply { passed += ["reply: reply", "as: PageValue.\(reply.caseName)"] }
    return """
      private let \(page.thunk(of: action)): @convention(c) (
        \(types.joined(separator: ", "))
      ) -> page_status = { \(names.joined(separator: ", ")) in
      \(copies.joined())  return unsafe PageModule.perform(\(passed.joined(separator: ", ")))
      }
      """
  }

  private func outcomes(of page: Manifest.Page) -> String {
    let functions = page.outcomes.map { outcome in
      let values = zip(outcome.arguments, outcome.variables).map { argument, variable in
        "\"\(argument.label ?? "")\": .\(argument.type.caseName)(\(variable))"
      }
      let map = values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"
      return """
          /// Announces `\(outcome)`; the app's flow decides where it leads.
          func \(outcome.name.escaped)\(outcome.parameters) {
            self.page.announce("\(outcome.name)"\(map))
          }
        """
    }
    return """
      extension \(page.type) {
        /// What the page may announce.
        var outcomes: \(page.outcomesType) { \(page.outcomesType)(page: self) }
      }

      /// The outcomes that page.json declares for \(page.name).
      @MainActor struct \(page.outcomesType) {
        let page: Page

      \(functions.joined(separator: "\n\n"))
      }
      """
  }

  private var calls: String {
    let functions = manifest.calls.map { call in
      let values = zip(call.arguments, call.variables).map { argument, variable in
        ".\(argument.type.caseName)(\(variable))"
      }
      let list = values.joined(separator: ", ")
      let request = "try await self.page.call(\"\(call.name)\", [\(list)])"
      return """
          /// Calls `\(call)`, whichever page offers it.
          \(call.declaration) {
            \(call.reply.map { "\(request).\($0.accessor)" } ?? "_ = \(request)")
          }
        """
    }
    let extensions = manifest.pages.map { page in
      """
      extension \(page.type) {
        /// The actions of others that the module may call.
        var calls: \(Manifest.callsType) { \(Manifest.callsType)(page: self) }
      }
      """
    }
    return """
      /// The actions of others that page.json asks to call.
      @MainActor struct \(Manifest.callsType) {
        let page: Page

      \(functions.joined(separator: "\n\n"))
      }

      \(extensions.joined(separator: "\n\n"))
      """
  }
}

extension ValueType {
  /// Whether an argument of the type points to memory that is valid during the call only.
  fileprivate var isCopied: Bool {
    switch self {
    case .boolean, .integer, .real: false
    case .string, .bytes, .list, .map: true
    }
  }
}
