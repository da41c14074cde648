import Testing

@testable import Host

@Suite struct ColumnListTests {
  @Test(arguments: [
    ("a", ["a"]),
    ("a INTEGER, b TEXT", ["a", "b"]),
    ("a DEFAULT (max(1, 2)), b", ["a", "b"]),
    ("a DEFAULT 'x,y', b", ["a", "b"]),
    ("a DEFAULT 'it''s, so', b", ["a", "b"]),
    ("\"odd, name\" TEXT, [other one], `third`", ["odd, name", "other one", "third"]),
    ("\"a\"\"b\" TEXT", ["a\"b"]),
    ("a, -- first, really\n b /* , c */, d", ["a", "b", "d"]),
    (
      "id, PRIMARY KEY (id), UNIQUE (id), CHECK (id > 0), foreign key (id) references x, "
        + "CONSTRAINT c UNIQUE (id)",
      ["id"]
    ),
    ("a DECIMAL(10, 2), b CHECK (b IN (1, 2))", ["a", "b"]),
    ("größe INTEGER", ["größe"]),
    ("", []),
    (",,", []),
    ("a DEFAULT 'unclosed, b", ["a"]),
    ("a /* unclosed, b", ["a"]),
  ])
  func `Names are those of the columns`(text: String, names: [String]) {
    #expect(ColumnList(text).columns.map(\.name) == names)
  }

  @Test func `A definition is what stands between the commas`() {
    let columns = ColumnList(" a INTEGER\n DEFAULT 1 , b TEXT").columns
    #expect(columns.map(\.definition) == ["a INTEGER\n DEFAULT 1", "b TEXT"])
  }
}
