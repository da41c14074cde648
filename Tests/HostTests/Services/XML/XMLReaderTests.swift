import Testing

@testable import Host

@Suite struct XMLReaderTests {
  private func read(_ text: String, encoding: String = "") -> Result<Value, ServiceError> {
    XMLReader.read(Array(text.utf8), encoding: encoding)
  }

  private func nodes(_ result: Result<Value, ServiceError>) throws -> [[String: Value]] {
    guard case .list(let values) = try result.get() else { return [] }
    return values.compactMap { if case .map(let map) = $0 { map } else { nil } }
  }

  @Test func `A document is its nodes in pre-order`() throws {
    let nodes = try nodes(
      read(
        """
        <?xml version="1.0"?><!-- no node -->
        <feed xmlns="http://a/" xmlns:x="http://x/" xml:lang="de" x:a="1" b="2 &lt; 3">
          <t>a<b>b</b> <i>c</i>&amp;<![CDATA[<d>]]></t>
          <x:y/>
        </feed>
        """))
    #expect(
      nodes == [
        [
          "depth": .integer(0), "name": .string("feed"), "namespace": .string("http://a/"),
          "attributes": .map([
            "xml:lang": .string("de"), "{http://x/}a": .string("1"), "b": .string("2 < 3"),
          ]),
        ],
        ["depth": .integer(1), "name": .string("t"), "namespace": .string("http://a/")],
        ["depth": .integer(2), "text": .string("a")],
        ["depth": .integer(2), "name": .string("b"), "namespace": .string("http://a/")],
        ["depth": .integer(3), "text": .string("b")],
        ["depth": .integer(2), "text": .string(" ")],
        ["depth": .integer(2), "name": .string("i"), "namespace": .string("http://a/")],
        ["depth": .integer(3), "text": .string("c")],
        ["depth": .integer(2), "text": .string("&<d>")],
        ["depth": .integer(1), "name": .string("y"), "namespace": .string("http://x/")],
      ])
  }

  static let malformed: [(String, String)] = [
    ("", "the document is empty"), (" \n", "the document is empty"), ("plain", "line 1: "),
    ("<a>\n<b></a>", "line 2: "), ("<a>", "line 1: "), ("<a/><b/>", "line 1: "),
    ("<a b=1/>", "line 1: "),
    ("<a b='1' b='2'/>", "line 1: "), ("<a>\u{1}</a>", "line 1: "), ("<a>&nbsp;</a>", "line 1: "),
    ("<html><br></html>", "line 1: "), ("{\"json\": true}", "line 1: "),
    ("<a>&#0;</a>", "line 1: "),
  ]

  @Test(arguments: malformed)
  func `What is not well-formed is refused with its line`(_ text: String, _ words: String) {
    #expect { try read(text).get() } throws: { error in
      guard let error = error as? ServiceError else { return false }
      return error.code == .invalid && error.message.contains(words)
    }
  }

  static let entities: [String] = [
    // A billion laughs, also in an attribute; a quadratic one; parameter entities.
    """
    <!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>
    <a>&c;</a>
    """,
    "<!DOCTYPE a [<!ENTITY a 'ha'>]><a b='&a;'/>",
    "<!DOCTYPE a [<!ENTITY a 'ha'>]><a/>",
    "<!DOCTYPE a [<!ENTITY % p \"<!ENTITY a 'x'>\"> %p;]><a>&a;</a>",
    "<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><a>&a;</a>",
    "<!DOCTYPE a [<!ENTITY a SYSTEM 'http://127.0.0.1:1/'>]><a>&a;</a>",
    "<!DOCTYPE a [<!ENTITY a SYSTEM 'x.gif' NDATA gif>]><a/>",
    "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>&b;</a>", "<a>&nbsp;</a>", "<a b='&nbsp;'/>",
  ]

  @Test(arguments: entities)
  func `Entities are neither expanded nor looked up`(_ text: String) {
    #expect { try read(text).get() } throws: { error in
      guard let error = error as? ServiceError else { return false }
      return error.code == .invalid && error.message.contains("only the five of XML itself")
    }
  }

  @Test func `A document type without entities is read past, and what it names is not loaded`()
    throws
  {
    let text =
      "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://127.0.0.1:1/rss.dtd'><rss/>"
    #expect(try nodes(read(text)).count == 1)
    let inside = "<!DOCTYPE a [<!ELEMENT a (b|c)*><!ATTLIST a d (e|f) 'e'>]><a/>"
    #expect(try nodes(read(inside))[0]["attributes"] == .map(["d": .string("e")]))
  }

  @Test func `Depth, nodes and size are bounded`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(try nodes(read(nested(XMLReader.maxDepth))).count == XMLReader.maxDepth)
    let wide = "<a>" + String(repeating: "<b/>", count: XMLReader.maxNodes) + "</a>"
    let names =
      "<a xmlns='\(String(repeating: "n", count: 5_000))'>"
      + String(repeating: "<b/>", count: 5_000) + "</a>"
    for text in [
      nested(XMLReader.maxDepth + 1), nested(100_000), wide, names,
      "<a>" + String(repeating: "x", count: XMLReader.maxBytes) + "</a>",
    ] {
      #expect { try read(text).get() } throws: { ($0 as? ServiceError)?.code == .tooLarge }
    }
  }

  @Test func `Text of a megabyte is one node`() throws {
    let text = String(repeating: "ä", count: 1 << 20)
    #expect(try nodes(read("<a>\(text)</a>"))[1]["text"] == .string(text))
  }

  static let encodings: [([UInt8], String, String?)] = [
    // As declared, as the carrier says against the declaration, by byte order mark against the carrier.
    (
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE4] + Array("</a>".utf8),
      "", "ä"
    ),
    (Array("<a>".utf8) + [0xE4] + Array("</a>".utf8), "iso-8859-1", "ä"),
    ([0xEF, 0xBB, 0xBF] + Array("<a>ä</a>".utf8), "iso-8859-1", "ä"),
    ([0xFF, 0xFE] + "<a>漢</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "", "漢"),
    (Array("<a>ä</a>".utf8), "no-such-encoding", "ä"),
    // Not UTF-8 though nothing says otherwise; UTF-8 that is cut; an encoding that nobody knows.
    (Array("<a>".utf8) + [0xE4] + Array("</a>".utf8), "", nil),
    (Array("<a>".utf8) + [0xC3], "", nil),
    (Array("<?xml version='1.0' encoding='klingon'?><a/>".utf8), "", nil),
  ]

  @Test(arguments: encodings)
  func `Encodings are believed in order, and wrong ones refused`(
    _ bytes: [UInt8], _ encoding: String, _ text: String?
  ) throws {
    let result = XMLReader.read(bytes, encoding: encoding)
    if let text {
      #expect(try nodes(result)[1]["text"] == .string(text))
    } else {
      #expect { try result.get() } throws: { ($0 as? ServiceError)?.code == .invalid }
    }
  }
}
