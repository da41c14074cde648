internal import PageABI

extension PageValue {
  /// The value of a boolean.
  /// - Throws: ``PageError`` when it is of another type; so do the other accessors.
  public func asBoolean() throws(PageError) -> Bool {
    if case .boolean(let value) = self { value } else { throw mismatch("a boolean") }
  }

  /// The value of an integer.
  public func asInteger() throws(PageError) -> Int64 {
    if case .integer(let value) = self { value } else { throw mismatch("an integer") }
  }

  /// The value of a real number; an integer counts as one.
  public func asReal() throws(PageError) -> Double {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: throw mismatch("a real number")
    }
  }

  /// The value of a string.
  public func asString() throws(PageError) -> String {
    if case .string(let value) = self { value } else { throw mismatch("a string") }
  }

  /// The value of bytes.
  public func asBytes() throws(PageError) -> [UInt8] {
    if case .bytes(let value) = self { value } else { throw mismatch("bytes") }
  }

  /// The value of a list.
  public func asList() throws(PageError) -> [PageValue] {
    if case .list(let value) = self { value } else { throw mismatch("a list") }
  }

  /// The value of a map.
  public func asMap() throws(PageError) -> [String: PageValue] {
    if case .map(let value) = self { value } else { throw mismatch("a map") }
  }

  private func mismatch(_ wanted: String) -> PageError {
    PageError(PAGE_INVALID, "\(kind) stands where \(wanted) is needed")
  }

  private var kind: String {
    switch self {
    case .nothing: "nothing"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a real number"
    case .string: "a string"
    case .bytes: "bytes"
    case .list: "a list"
    case .map: "a map"
    }
  }
}

extension PageValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A real number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: PageValue...) { self = .list(elements) }
  /// A map; of two entries with one name the last counts.
  public init(dictionaryLiteral elements: (String, PageValue)...) {
    self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
