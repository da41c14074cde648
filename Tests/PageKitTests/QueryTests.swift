import PageKit
import Testing

@Suite struct QueryTests {
  @Test(arguments: [
    ("first", "\"first\"", []), ("  first\tpage ", "\"first\" \"page\"", []),
    ("say \"hello\" OR *", "\"say\" \"\"\"hello\"\"\"", ["%OR%", "%*%"]),
    ("你好", "", ["%你好%"]), ("落叶归根", "\"落叶归根\"", []), ("50% a_", "\"50%\"", ["%a\\_%"]),
    ("\\", "", ["%\\\\%"]), ("NEAR(a, b)", "\"NEAR(a,\"", ["%b)%"]), ("a\u{0}b", "", ["%a%", "%b%"]),
  ] as [(String, String, [String])])
  func `Whatever is typed is looked for as it is`(text: String, match: String, patterns: [String]) {
    let query = Query(text)
    #expect(query.match == match)
    #expect(query.patterns == patterns)
  }

  @Test func `A condition has a value for each of its parameters`() {
    let condition = Query("long ab").condition(on: "t", columns: ["x", "y"])
    #expect(
      condition.sql
        == "t.rowid IN (SELECT rowid FROM t_search WHERE t_search MATCH ?) "
        + "AND (t.x LIKE ? ESCAPE '\\' OR t.y LIKE ? ESCAPE '\\')")
    #expect(condition.parameters == ["\"long\"", "%ab%", "%ab%"])
    #expect(Query(" \n ").isEmpty)
  }
}
