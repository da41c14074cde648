/// A value of a JSON text and where it begins; what `JSONReader` makes and `JSONNode` walks.
struct JSONTree: Sendable {
  enum Content: Sendable {
    case object([Member])
    case array([JSONTree])
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case null
  }

  struct Member: Sendable {
    var key: String
    var keyPosition: TextPosition
    var value: JSONTree
  }

  var content: Content
  var position: TextPosition
}
