import ManifestModel
import Testing

@Suite struct SignatureTests {
  @Test(arguments: [
    ("notices.set(count: x)", "x", ""), ("notices.count() -> x", "", "x"),
    ("a.b()", "", ""), ("a.b.c(x, s, ay)", "xsay", ""),
    ("posts.find(b, x: x, d, s: s, av, map: a{sv}) -> a{sv}", "bxdsava{sv}", "a{sv}"),
    ("a.b(b, x, d, s, ay, av, a{sv}) -> av", "bxdsayava{sv}", "av"),
  ])
  func readsAndPrintsActions(text: String, arguments: String, reply: String) throws {
    let signature = try Signature(action: text)
    #expect(signature.description == text)
    #expect(signature.argumentCodes == arguments)
    #expect(signature.replyCode == reply)
  }

  @Test(arguments: [
    ("  notices.set ( count :x )  ", "notices.set(count: x)"),
    ("notices.count()→x", "notices.count() -> x"),
    ("notices.count ( )   →   x ", "notices.count() -> x"),
    ("notices.count()->x", "notices.count() -> x"),
    ("a.b(x,s)", "a.b(x, s)"),
  ])
  func printsOneSpelling(text: String, canonical: String) throws {
    #expect(try Signature(action: text).description == canonical)
  }

  @Test(arguments: ["finished", "opened(contact: x)", "sent(to: s, body: ay, more: a{sv})"])
  func readsAndPrintsOutcomes(text: String) throws {
    #expect(try Signature(outcome: text).description == text)
    #expect(try Signature(outcome: " finished( ) ").description == "finished")
  }

  @Test func joinsNamesAsSwiftDoes() throws {
    #expect(try Signature(action: "notices.set()").swiftName == "noticesSet")
    #expect(try Signature(action: "a.bCd.e()").swiftName == "aBCdE")
  }

  @Test func agreesByTypesAndNotByLabels() throws {
    let offered = try Signature(action: "notices.set(count: x)")
    #expect(offered.agrees(with: try Signature(action: "notices.set(x)")))
    #expect(!offered.agrees(with: try Signature(action: "notices.set(d)")))
    #expect(!offered.agrees(with: try Signature(action: "notices.set(x) -> x")))
    #expect(!offered.agrees(with: try Signature(action: "notices.put(x)")))
  }

  @Test(arguments: [
    ("", "'' is no action's name"), ("notices()", "'notices' is no action's name"),
    ("Notices.set()", "'Notices.set' is no action's name"), ("a..b()", "'a..b' is no"),
    (".a()", "'.a' is no"), ("a.()", "'a.' is no"), ("a.B()", "'a.B' is no"),
    ("a.b_c()", "'a.b_c' is no"), ("a b.c()", "'a b.c' is no"), ("a.é()", "'a.é' is no"),
    ("notices.set", "expected '(' after 'notices.set', not the end; without arguments write"),
    ("a.b(", "'' is no type"), ("a.b(x", "expected ',' or ')', not the end"),
    ("a.b(x,)", "'' is no type"),
    ("a.b(i)", "'i' is no type; write one of b, x, d, s, ay, av, a{sv}"),
    ("a.b(count: int)", "'int' is no type"), ("a.b(Count: x)", "'Count' is no label"),
    ("a.b(: x)", "'' is no label"), ("a.b(x: )", "'' is no type"),
    ("a.b(self: x)", "the label 'self' is a word of Swift's"),
    ("a.b(n: x, n: s)", "'a.b' has two arguments labelled 'n'"),
    ("a.b() ->", "'' is no type"), ("a.b() -> x y", "'x y' is no type"),
    ("a.b() - x", "expected '->', not '-' and 'x'"), ("a.b() x", "expected the end, not 'x'"),
    ("a.b())", "expected the end, not ')'"), ("a.b() -> v", "'v' is no type"),
    (
      "a.b(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x)", "'a.b' has 17 arguments; at most 16"
    ),
  ])
  func refusesWrongActions(text: String, reason: String) {
    let error = #expect(throws: SignatureError.self) { try Signature(action: text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    ("", "'' is no outcome's name"), ("a.b", "'a.b' is no outcome's name"),
    ("Opened", "'Opened' is no outcome's name"),
    ("opened(x)", "a value of the outcome 'opened' has no label; write such as 'opened(value: x)'"),
    ("opened() -> x", "the outcome 'opened' cannot have a reply; remove it"),
    ("opened(a: x, a: x)", "'opened' has two arguments labelled 'a'"),
    ("opened)", "expected the end, not ')'"),
  ])
  func refusesWrongOutcomes(text: String, reason: String) {
    let error = #expect(throws: SignatureError.self) { try Signature(outcome: text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func boundsNames() throws {
    let part = String(repeating: "a", count: 63)
    #expect(try Signature(action: "\(part).\(part)()").name.utf8.count == 127)
    #expect(throws: SignatureError.self) { try Signature(action: "\(part).\(part).b()") }
    #expect(throws: SignatureError.self) { try Signature(outcome: part + "aa") }
  }
}
