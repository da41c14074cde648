internal import ManifestModel

/// The header that a module in C includes to agree with its manifest: names, prototypes and tables of actions.
struct CHeader {
  private let manifest: Manifest

  init(_ manifest: Manifest) {
    self.manifest = manifest
  }

  var text: String {
    let names = """
      // Generated from page.json. Do not edit.
      #pragma once
      #include <PageABI.h>

      #define PAGE_MANIFEST_MODULE "\(manifest.module)"
      #define PAGE_MANIFEST_VERSION "\(manifest.version)"
      """
    let tables = manifest.pages.filter { !$0.actions.isEmpty }.map(table)
    return ([names] + tables).joined(separator: "\n\n") + "\n"
  }

  /// The prototypes of a page's actions, which the module defines, and the table for `page_definition.actions`.
  private func table(of page: Manifest.Page) -> String {
    let prototypes = page.actions.map { "// \($0.signature)\n\(prototype($0.signature, of: page))" }
    let rows = page.actions.map { action in
      let signature = action.signature
      return "  {\"\(signature.name)\", \"\(signature.argumentCodes)\", "
        + "\"\(signature.replyCode)\", (void (*)(void))\(page.thunk(of: signature))},"
    }
    return """
      \(prototypes.joined(separator: "\n"))
      static const page_action \(page.name)_actions[] = {
      \(rows.joined(separator: "\n"))
      };
      #define \(page.name)_action_count \(page.actions.count)u
      """
  }

  private func prototype(_ action: Signature, of page: Manifest.Page) -> String {
    var parameters = ["void *page", "const page_call *call"]
    // An underscore keeps labels apart from C's words and from the other parameters.
    parameters += action.arguments.enumerated().map { index, argument in
      "\(argument.type.cType) \(argument.label.map { "\($0)_" } ?? "a\(index)")"
    }
    if let reply = action.reply { parameters.append("\(reply.cType) *reply") }
    return "page_status \(page.thunk(of: action))(\(parameters.joined(separator: ", ")));"
  }
}

extension ValueType {
  fileprivate var cType: String {
    switch self {
    case .boolean: "bool"
    case .integer: "int64_t"
    case .real: "double"
    case .string: "page_string"
    case .bytes: "page_bytes"
    case .list: "page_list"
    case .map: "page_map"
    }
  }
}
