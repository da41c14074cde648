// The manifest as a module's file carries it: an ELF note whose descriptor is compact JSON. The owner, type and limit
// are those of <page/module.h>; a test compares them.
extension Manifest {
  package static let noteSection = ".note.page"
  package static let noteOwner = "PageHost"
  package static let noteType: UInt32 = 1
  package static let noteMaxBytes = 16384

  /// The descriptor: `page.json`, compact, keys in a fixed order, defaults left out, with the contract's version.
  ///
  /// Equal manifests give equal bytes, and `init(json:file:)` reads them back.
  package var noteBytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("manifest")
      writer.integer(Self.schema)
      writer.key("abi")
      writer.integer(Self.abi)
      writer.key("module")
      writer.string(module)
      writer.key("version")
      writer.string(version)
      writer.key("pages")
      writer.array(pages) { $1.write(to: &$0) }
      if !calls.isEmpty {
        writer.key("calls")
        writer.array(calls) { $0.string($1.description) }
      }
      if permissions != Permissions() {
        writer.key("permissions")
        permissions.write(to: &writer)
      }
      if let heapLimit {
        writer.key("heapLimitBytes")
        writer.integer(Int64(heapLimit))
      }
    }
    return writer.bytes
  }
}

extension Manifest.Page {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name")
      writer.string(name)
      if type != name {
        writer.key("type")
        writer.string(type)
      }
      if title != name {
        writer.key("title")
        writer.string(title)
      }
      if !titles.isEmpty {
        writer.key("titles")
        writer.object { writer in
          for (language, title) in titles.sorted(by: { $0.key < $1.key }) {
            writer.key(language)
            writer.string(title)
          }
        }
      }
      if instances != .one {
        writer.key("instances")
        writer.string(instances.rawValue)
      }
      if let transition {
        writer.key("transition")
        writer.string(transition)
      }
      if !arguments.isEmpty {
        writer.key("arguments")
        writer.object { writer in
          for (name, type) in arguments.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            writer.string(type.rawValue)
          }
        }
      }
      if !actions.isEmpty {
        writer.key("actions")
        writer.array(actions) { $1.write(to: &$0) }
      }
      if !outcomes.isEmpty {
        writer.key("outcomes")
        writer.array(outcomes) { $0.string($1.description) }
      }
    }
  }
}

extension Manifest.Action {
  fileprivate func write(to writer: inout JSONWriter) {
    guard whenAbsent != .unavailable else { return writer.string(signature.description) }
    writer.object { writer in
      writer.key("action")
      writer.string(signature.description)
      writer.key("whenAbsent")
      writer.string(whenAbsent.rawValue)
    }
  }
}

extension Manifest.Permissions {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      if database {
        writer.key("database")
        writer.object { writer in
          if !tables.isEmpty {
            writer.key("tables")
            writer.array(tables) { $1.write(to: &$0) }
          }
          if !reads.isEmpty {
            writer.key("reads")
            writer.array(reads) { $0.string($1) }
          }
        }
      }
      for (name, asked) in [
        ("preferences", preferences), ("session", session), ("census", census), ("xml", xml),
      ] where asked {
        writer.key(name)
        writer.boolean(true)
      }
      if !requests.isEmpty {
        writer.key("requests")
        writer.array(requests) { $0.string($1.description) }
      }
    }
  }
}

extension Manifest.Table {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name")
      writer.string(name)
      writer.key("columns")
      writer.string(columns)
      if shared {
        writer.key("shared")
        writer.boolean(true)
      }
      if !search.isEmpty {
        writer.key("search")
        writer.array(search) { $0.string($1) }
      }
    }
  }
}
