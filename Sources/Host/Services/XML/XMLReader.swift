internal import CXML

/// Reads an XML document into the list of nodes that pages get.
///
/// Bounded in bytes, nodes and depth; nothing outside of the document is read. For workers.
package struct XMLReader: Sendable {
  /// Bytes of a document.
  package static let maxBytes = 8 << 20
  /// Elements and texts, without white space between elements.
  package static let maxNodes = 65_536
  /// How deep elements nest.
  package static let maxDepth = 128
  /// Bytes of all names, values and texts, and of the values and entries that carry them; a little less than one
  /// crossing may have.
  package static let maxAnswerBytes = 15 << 20

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - document: Its bytes.
  ///   - encoding: What its carrier says, or empty; a byte order mark is believed before it.
  package static func read(
    _ document: [UInt8], encoding: String
  ) -> Result<Value, ServiceError> {
    guard document.count <= maxBytes else {
      return .failure(ServiceError(.tooLarge, "the document is larger than \(maxBytes) bytes"))
    }
    guard document.contains(where: { !($0 == 0x20 || (0x09...0x0D).contains($0)) }) else {
      return .failure(ServiceError(.invalid, "the document is empty", reason: .malformed(line: 0)))
    }
    var words = [CChar](repeating: 0, count: 512)
    guard cxml_open(&words, words.count) else {
      let reason = String(
        decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return .failure(
        ServiceError(.unavailable, "libxml2 cannot be used (\(reason)); install libxml2"))
    }
    let tree = XMLNodeList()
    var report = cxml_report()
    parse(document, encoding: hasByteOrderMark(document) ? "" : encoding, into: tree, &report)
    if let error = tree.error { return .failure(error.at(Int(report.line))) }
    guard report.outcome == CXML_DONE else { return .failure(ServiceError(report)) }
    return .success(tree.value)
  }

  private static func parse(
    _ document: [UInt8], encoding: String, into tree: XMLNodeList, _ report: inout cxml_report
  ) {
    // The parser calls back during `cxml_parse` only, on this thread.
    var handler = cxml_handler(
      context: Unmanaged.passUnretained(tree).toOpaque(),
      start: { context, name, namespace, attributes, count in
        list(context).start(
          String(cString: name), namespace.map { String(cString: $0) },
          UnsafeBufferPointer(start: attributes, count: count))
      },
      end: { context in
        list(context).end()
        return true
      },
      text: { context, text, length in
        list(context).text(UnsafeRawBufferPointer(start: text, count: length))
      })
    withExtendedLifetime(tree) {
      document.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        if encoding.isEmpty {
          cxml_parse(base, bytes.count, nil, &handler, &report)
        } else {
          cxml_parse(base, bytes.count, encoding, &handler, &report)
        }
      }
    }
  }

  private static func hasByteOrderMark(_ document: [UInt8]) -> Bool {
    [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]].contains { document.starts(with: $0) }
  }
}

/// What the parser's callbacks are given back.
private func list(_ context: UnsafeMutableRawPointer) -> XMLNodeList {
  Unmanaged<XMLNodeList>.fromOpaque(context).takeUnretainedValue()
}

extension ServiceError {
  /// Why a document was not read, from the parser's report.
  fileprivate init(_ report: cxml_report) {
    let words = withUnsafeBytes(of: report.words) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self).trimmed
    }
    switch report.outcome {
    case CXML_ENTITY:
      self.init(
        .invalid,
        "the document declares or uses the entity \(words); only the five of XML itself are expanded"
      )
    case CXML_NO_MEMORY: self.init(.failed, "there is not enough memory for the document")
    default:
      self.init(
        .invalid, "the document is not well-formed XML: \(words.isEmpty ? "it has no end" : words)")
    }
    self = at(Int(report.line))
  }

  /// The error with the line where it was found.
  fileprivate func at(_ line: Int) -> ServiceError {
    let reason = code == .invalid ? Reason.malformed(line: line) : reason
    return ServiceError(code, line > 0 ? "line \(line): \(message)" : message, reason: reason)
  }
}
