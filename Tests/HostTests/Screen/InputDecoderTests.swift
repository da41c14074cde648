import Host
import Testing

@Suite struct InputDecoderTests {
  static let inputs: [(String, [InputEvent])] = [
    ("a", [.key(.character("a"))]),
    ("é你👍", [.key(.character("é")), .key(.character("你")), .key(.character("👍"))]),
    ("\r\n", [.key(.enter), .key(.enter)]),
    ("\t\u{7F}\u{8}", [.key(.tab), .key(.backspace), .key(.backspace)]),
    ("\u{3}\u{E}\u{11}", [.key(.control("c")), .key(.control("n")), .key(.control("q"))]),
    ("\u{1B}[A\u{1B}OB\u{1B}[1;2C", [.key(.up), .key(.down), .key(.right)]),
    (
      "\u{1B}[1;5C\u{1B}[1;5D\u{1B}[1;3C\u{1B}[1;3D\u{1B}\u{7F}",
      [.wordRight, .wordLeft, .wordRight, .wordLeft, .wordBackspace].map { .key($0) }
    ),
    (
      "\u{1B}f\u{1B}_\u{1B}é\u{1F}",
      [.alt("f"), .alt("_"), .alt("é"), .control("_")].map { .key($0) }
    ),
    ("\u{1B}\r", [.key(.escape), .key(.enter)]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.key(.home), .key(.end), .key(.home), .key(.end)]),
    (
      "\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z",
      [.key(.delete), .key(.pageUp), .key(.pageDown), .key(.backtab)]
    ),
    ("\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[A", [1, 5, 12, 1].map { .key(.function($0)) }),
    (
      "\u{1B}[<0;3;2M\u{1B}[<0;3;2m",
      [
        .mouse(x: 2, y: 1, button: .left, phase: .pressed),
        .mouse(x: 2, y: 1, button: .left, phase: .released),
      ]
    ),
    ("\u{1B}[<65;300;200M", [.mouse(x: 299, y: 199, button: .wheelDown, phase: .pressed)]),
    ("\u{1B}[<32;1;1M", [.mouse(x: 0, y: 0, button: .left, phase: .moved)]),
    (
      "\u{1B}[200~two\r\u{1B}[lines\u{1B}[201~x",
      [.paste("two\r\u{1B}[lines"), .key(.character("x"))]
    ),
    ("\u{1B}[99;99;99Xb", [.key(.character("b"))]),
    ("\u{1B}[<0;0;0Mb", [.key(.character("b"))]),
  ]

  @Test("Keys, mouse reports and pastes are taken apart", arguments: inputs)
  func whole(_ text: String, _ events: [InputEvent]) {
    var decoder = InputDecoder()
    let decoded = decoder.decode(text.utf8)
    #expect(decoded == events)
    #expect(decoder.wait == nil)
  }

  @Test("It does not matter in which pieces bytes come", arguments: inputs)
  func pieces(_ text: String, _ events: [InputEvent]) {
    var decoder = InputDecoder()
    var single: [InputEvent] = []
    for byte in text.utf8 { single += decoder.decode([byte]) }
    #expect(single == events)
    for cut in 0...text.utf8.count {
      var other = InputDecoder()
      let parts = other.decode(text.utf8.prefix(cut)) + other.decode(text.utf8.dropFirst(cut))
      #expect(parts == events)
    }
  }

  @Test("A lone Escape waits until it is flushed")
  func escape() {
    var decoder = InputDecoder()
    let begun = decoder.decode([0x1B])
    #expect(begun == [])
    #expect(decoder.wait == .key)
    let flushed = decoder.flush()
    #expect(flushed == [.key(.escape)])
    #expect(decoder.wait == nil)
    let second = decoder.decode([0x1B, 0x1B, UInt8(ascii: "[")])
    #expect(second == [.key(.escape)])
    let remnant = decoder.flush()
    #expect(remnant == [])
    let after = decoder.decode("a".utf8)
    #expect(after == [.key(.character("a"))])
  }

  @Test("What is not UTF-8 is passed over")
  func brokenText() {
    var decoder = InputDecoder()
    let bytes: [UInt8] = [
      0xFF, 0xC3, UInt8(ascii: "a"), 0xE4, 0xBD, 0xED, 0xA0, 0x80, UInt8(ascii: "b"),
    ]
    let characters = decoder.decode(bytes)
    #expect(characters == [.key(.character("a")), .key(.character("b"))])
    let partial = decoder.decode([0xE4, 0xBD])
    #expect(partial == [])
    let flushed = decoder.flush()
    #expect(flushed == [])
    #expect(decoder.wait == nil)
  }

  @Test("An endless sequence and an endless paste are bounded")
  func bounds() {
    var decoder = InputDecoder()
    let digits = [UInt8](repeating: UInt8(ascii: "1"), count: 10_000)
    let endless = decoder.decode([0x1B, UInt8(ascii: "[")] + digits)
    #expect(endless == [])
    _ = decoder.flush()
    let next = decoder.decode("a".utf8).last
    #expect(next == .key(.character("a")))
    let long = [UInt8](repeating: UInt8(ascii: "p"), count: InputDecoder.longestPaste + 5)
    let events = decoder.decode(Array("\u{1B}[200~".utf8) + long + Array("\u{1B}[201~".utf8))
    guard case .paste(let text) = events.first else {
      Issue.record("no paste came")
      return
    }
    #expect(text.utf8.count == InputDecoder.longestPaste)
  }

  @Test(
    "Of a paste whose end is lost, what came is pasted", arguments: ["", "\u{1B}", "\u{1B}[20"])
  func lostEnd(_ rest: String) {
    var decoder = InputDecoder()
    let begun = decoder.decode("\u{1B}[200~ab\u{11}\(rest)".utf8)
    #expect(begun == [])
    #expect(decoder.wait == .paste)
    let flushed = decoder.flush()
    #expect(flushed == [.paste("ab\u{11}")])
    #expect(decoder.wait == nil)
    // An end that comes late is nothing.
    let next = decoder.decode("\u{1B}[201~\u{11}".utf8)
    #expect(next == [.key(.control("q"))])
  }

  @Test("A paste whose end is lost is bounded too")
  func lostEndOfLongPaste() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}[200~".utf8)
    let piece = [UInt8](repeating: UInt8(ascii: "p"), count: InputDecoder.longestPaste / 2)
    for _ in 0..<5 { _ = decoder.decode(piece) }
    guard case .paste(let text) = decoder.flush().first else {
      Issue.record("no paste came")
      return
    }
    #expect(text.utf8.count == InputDecoder.longestPaste)
  }

  @Test("Keys that terminfo describes come first")
  func described() {
    var decoder = InputDecoder(described: [Array("\u{1B}[Q".utf8): .home])
    let described = decoder.decode("\u{1B}[Qa".utf8)
    #expect(described == [.key(.home), .key(.character("a"))])
  }

  @Test(
    "Keys have names",
    arguments: [
      ("enter", .enter), ("ctrl-n", .control("n")), ("f12", .function(12)), ("x", .character("x")),
      ("space", .character(" ")), ("F1", .function(1)), ("f", .character("f")), ("f13", nil),
      ("banana", nil),
    ] as [(String, Key?)])
  func names(_ name: String, _ key: Key?) {
    #expect(Key(name: name) == key)
  }
}
