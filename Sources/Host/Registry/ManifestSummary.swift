internal import ManifestModel

/// What a listing needs of a manifest, scanned from its bytes in a fraction of the time that reading it all takes.
///
/// The scanner knows the plain form in which the build tool writes manifests: JSON without escapes in strings and with
/// whole numbers. Of anything else, and of anything wrong, it gives nil, and the manifest's own reader has the say. It
/// does not look into signatures and permissions.
struct ManifestSummary {
  var module: String
  var version: String
  var pages: [String]

  /// Scans a manifest; nil when only the manifest's own reader can tell what it says.
  init?(_ json: [UInt8]) {
    let summary = json.withUnsafeBytes { buffer in
      var scanner = PlainJSONScanner(buffer)
      return scanner.manifest()
    }
    guard let summary else { return nil }
    self = summary
  }

  fileprivate init(module: String, version: String, pages: [String]) {
    self.module = module
    self.version = version
    self.pages = pages
  }
}

/// A scanner of JSON's plain form that stops at the first byte that it does not know.
private struct PlainJSONScanner {
  private let buffer: UnsafeRawBufferPointer
  private var offset = 0
  /// Whether a byte outside ASCII was seen, so that the whole is to be checked for UTF-8.
  private var hasOthers = false

  private static let depthLimit = 16

  init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

  // MARK: The manifest

  mutating func manifest() -> ManifestSummary? {
    var module: Range<Int>?
    var version: Range<Int>?
    var pages: [String]?
    var seen = (schema: false, abi: false)
    let isWhole = members { scanner, key in
      if scanner.matches(key, "module") {
        guard module == nil else { return false }
        module = scanner.string()
        return module != nil
      }
      if scanner.matches(key, "version") {
        guard version == nil else { return false }
        version = scanner.string()
        return version != nil
      }
      if scanner.matches(key, "pages") {
        guard pages == nil else { return false }
        pages = scanner.pageNames()
        return pages != nil
      }
      if scanner.matches(key, "manifest") {
        defer { seen.schema = true }
        return !seen.schema && scanner.number(is: Manifest.schema)
      }
      if scanner.matches(key, "abi") {
        defer { seen.abi = true }
        return !seen.abi && scanner.number(is: Manifest.abi)
      }
      return scanner.skipValue(1)
    }
    guard isWhole, seen.schema, let module, let version, let pages, !pages.isEmpty else {
      return nil
    }
    skipSpace()
    guard offset == buffer.count else { return nil }
    if hasOthers, String(validating: buffer, as: UTF8.self) == nil { return nil }
    guard isPageName(module), isVersion(version) else { return nil }
    return ManifestSummary(module: text(module), version: text(version), pages: pages)
  }

  private mutating func pageNames() -> [String]? {
    var names: [String] = []
    let isWhole = elements { scanner in
      var name: Range<Int>?
      let isPage = scanner.members { scanner, key in
        guard scanner.matches(key, "name") else { return scanner.skipValue(3) }
        guard name == nil else { return false }
        name = scanner.string()
        return name != nil
      }
      guard isPage, let name, scanner.isPageName(name) else { return false }
      let text = scanner.text(name)
      guard !names.contains(text) else { return false }
      names.append(text)
      return true
    }
    return isWhole && names.count <= Manifest.maxPages ? names : nil
  }

  // MARK: Values

  private mutating func members(_ member: (inout PlainJSONScanner, Range<Int>) -> Bool) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    repeat {
      guard let key = string(), take(UInt8(ascii: ":")), member(&self, key) else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}"))
  }

  private mutating func elements(_ element: (inout PlainJSONScanner) -> Bool) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    repeat {
      guard element(&self) else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  private mutating func skipValue(_ depth: Int) -> Bool {
    guard depth < Self.depthLimit else { return false }
    skipSpace()
    guard offset < buffer.count else { return false }
    switch buffer[offset] {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "{"): return members { scanner, _ in scanner.skipValue(depth + 1) }
    case UInt8(ascii: "["): return elements { scanner in scanner.skipValue(depth + 1) }
    case UInt8(ascii: "t"): return take(word: "true")
    case UInt8(ascii: "f"): return take(word: "false")
    case UInt8(ascii: "n"): return take(word: "null")
    default: return number() != nil
    }
  }

  /// The bytes of a string without escapes, the quotes left out.
  private mutating func string() -> Range<Int>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = offset
    while offset < buffer.count {
      let byte = buffer[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return start..<offset - 1
      }
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
      if byte >= 0x80 { hasOthers = true }
      offset += 1
    }
    return nil
  }

  /// A whole number of at most nine digits.
  private mutating func number() -> Int64? {
    skipSpace()
    let start = offset
    var number: Int64 = 0
    while offset < buffer.count, case let digit = buffer[offset] &- UInt8(ascii: "0"), digit < 10 {
      number = number * 10 + Int64(digit)
      offset += 1
      guard offset - start <= 9 else { return nil }
    }
    guard offset > start, offset - start == 1 || buffer[start] != UInt8(ascii: "0") else {
      return nil
    }
    return number
  }

  private mutating func number(is expected: Int64) -> Bool { number() == expected }

  // MARK: Bytes

  private mutating func skipSpace() {
    while offset < buffer.count {
      switch buffer[offset] {
      case 0x20, 0x0a, 0x0d, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard offset < buffer.count, buffer[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard matches(offset..<offset + length, word) else { return false }
    offset += length
    return true
  }

  private func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount, range.upperBound <= buffer.count else {
      return false
    }
    return range.indices.allSatisfy { buffer[$0] == word.utf8Start[$0 - range.lowerBound] }
  }

  /// As `String.isPageName` of the manifest's own reader.
  private func isPageName(_ range: Range<Int>) -> Bool {
    guard (1...64).contains(range.count), (0x41...0x5a).contains(buffer[range.lowerBound]) else {
      return false
    }
    return buffer[range].allSatisfy { byte in
      (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
  }

  /// Three numbers with dots between them; less is accepted than `String.isVersion` accepts.
  private func isVersion(_ range: Range<Int>) -> Bool {
    var numbers = 0
    var digits = 0
    var startsWithZero = false
    for byte in buffer[range] {
      if byte == UInt8(ascii: "."), digits > 0 {
        digits = 0
      } else if (0x30...0x39).contains(byte), digits == 0 || digits < 9 && !startsWithZero {
        if digits == 0 { numbers += 1 }
        digits += 1
        if digits == 1 { startsWithZero = byte == 0x30 }
      } else {
        return false
      }
    }
    return numbers == 3 && digits > 0
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: buffer[range]), as: UTF8.self)
  }
}
