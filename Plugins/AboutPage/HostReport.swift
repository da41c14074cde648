import PageKit

/// What the host is made of at one time, as the service `census` tells it.
struct HostReport {
  struct Module {
    let name: String
    let version: String
    let pages: [Page]
    /// What its code has allocated; nothing while it is not loaded.
    let heapBytes: Int64
  }

  struct Page {
    let name: String
    /// `listed`, `loaded`, `initialized` or `top`.
    let state: String
  }

  var version = ""
  var modules: [Module] = []
}

extension HostReport {
  init(census: [String: PageValue]) throws {
    version = try census["version"]?.asString() ?? ""
    modules = try census["modules"]?.asList().map { try Module($0.asMap()) } ?? []
  }
}

extension HostReport.Module {
  fileprivate init(_ module: [String: PageValue]) throws {
    name = try module["module"]?.asString() ?? ""
    version = try module["version"]?.asString() ?? ""
    pages = try module["pages"]?.asList().map { try HostReport.Page($0.asMap()) } ?? []
    heapBytes = try module["heapBytes"]?.asInteger() ?? 0
  }

  /// The size of its heap in words.
  var memory: String {
    switch heapBytes {
    case 0: "–"
    case ..<1_048_576: "\((heapBytes + 1023) / 1024) KiB"
    default: "\(heapBytes / 1_048_576).\(heapBytes % 1_048_576 * 10 / 1_048_576) MiB"
    }
  }
}

extension HostReport.Page {
  fileprivate init(_ page: [String: PageValue]) throws {
    name = try page["page"]?.asString() ?? ""
    state = try page["state"]?.asString() ?? ""
  }
}
