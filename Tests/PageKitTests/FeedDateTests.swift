import Testing

@Suite struct FeedDateTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2003-12-13T18:30:02Z", 1_071_340_202),
    ("2003-12-13T18:30:02.25+01:00", 1_071_336_602), ("2024-02-29T12:00:00-05:30", 1_709_227_800),
    ("2024-02-29", 1_709_164_800), ("2003-12-13 18:30Z", 1_071_340_200),
    ("Sat, 13 Dec 2003 18:30:02 GMT", 1_071_340_202), ("13 Dec 03 18:30 EST", 1_071_358_200),
    ("Sat, 13 Dec 2003 18:30:02 +0100", 1_071_336_602), (" Thu,  01 Jan 1970 00:00:00 UT ", 0),
  ] as [(String, Int64)])
  func `Times of both kinds are read`(text: String, seconds: Int64) {
    #expect(FeedDate.microseconds(text) == seconds * 1_000_000)
  }

  @Test(arguments: [
    "", "yesterday", "2003-13-01T00:00:00Z", "2003-12-13T25:00:00Z", "2003-12-13Tnoon",
    "Sat, 13 Foo 2003 18:30:02 GMT", "Sat, 13 Dec 2003", "99999999999999999999-01-01T00:00:00Z",
    "2003-12-13T18:30:02 Mars", "--", "2003-12-13T18:30:02+1",
  ])
  func `What is no time is none`(text: String) {
    #expect(FeedDate.microseconds(text) == nil)
  }
}
