/// A module that has everything the glue can have, and names that are words of Swift's or collide with the glue's own.
enum GlueSample {
  static let manifest = """
    { "manifest": 1, "module": "Glue", "version": "1.0.0",
      "pages": [
        { "name": "HomePage",
          "actions": [ "notices.set(count: x)", "notices.count() -> x",
            "a.all(b, flag: b, in: d, name: s, blob: ay, many: av, page: a{sv}) -> a{sv}",
            "a.s() -> s", "a.ay() -> ay", "a.av() -> av", "a.b() -> b", "a.d() -> d",
            "a.words(x, a0: x, var: x, let: x, inout: x, call: x, reply: x) -> x" ],
          "outcomes": [ "finished", "opened(contact: x)",
            "in(for: s, page: ay, l: av, m: a{sv}, b: b, d: d)" ] },
        { "name": "Other", "type": "OtherView", "outcomes": ["default", "var(init: x)"] } ],
      "calls": [ "other.set(count: x)", "other.get(s, ay, page: av, for: a{sv}, b, d) -> s",
        "o.a() -> ay", "o.b() -> av", "o.c() -> a{sv}", "o.d() -> b", "o.e() -> d", "o.f() -> x" ] }
    """

  static let pages = """
    public import PageKit

    final class HomePage: Page {
      // An action may be simpler than its requirement: neither async nor throwing.
      func noticesSet(count: Int64) { outcomes.opened(contact: count) }
      func noticesCount() async throws -> Int64 {
        try await calls.otherSet(count: 1)
        return try await calls.oF()
      }
      func aAll(
        _ a0: Bool, flag: Bool, in number: Double, name: String, blob: [UInt8], many: [PageValue],
        page: [String: PageValue]
      ) async throws -> [String: PageValue] {
        try await calls.oC()
      }
      func aS() async throws -> String {
        try await calls.otherGet("", [], page: [], for: [:], true, 0)
      }
      func aAy() async throws -> [UInt8] { try await calls.oA() }
      func aAv() async throws -> [PageValue] { try await calls.oB() }
      func aB() async throws -> Bool { try await calls.oD() }
      func aD() async throws -> Double { try await calls.oE() }
      func aWords(
        _ first: Int64, a0: Int64, `var` second: Int64, `let` third: Int64, `inout` fourth: Int64,
        call: Int64, reply: Int64
      ) -> Int64 {
        outcomes.finished()
        outcomes.in(for: "", page: [], l: [], m: [:], b: true, d: 1)
        return first + a0
      }
    }

    public final class OtherView: Page {
      override public func appearStarted() {
        outcomes.default()
        outcomes.var(init: 1)
      }
    }
    """
}
