import Testing

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("<p>One</p><p>two</p>", "One two"), ("a &amp; b &lt;c&gt;", "a & b <c>"),
    ("&#8220;x&#x201D; &hellip;", "“x” …"), ("&nbsp;a\n\t b&nbsp;", "a b"), ("1 < 2 > 1", "1 < 2 > 1"),
    ("<a title=\"1 > 2\">link</a>", "link"), ("x<script>if (a<b) {}</script>y", "x y"),
    ("<STYLE>p { }</STYLE>落叶<!-- gone <b> -->归根", "落叶 归根"), ("&unknown; &; &", "&unknown; &; &"),
    ("<b>open", "open"), ("text <a href=\"never closed", "text"), ("<!-- never", ""), ("", ""),
    ("&#0;&#7;&#xFFFFFFFF;", "&#0;&#7;&#xFFFFFFFF;"), ("&amp;lt;", "&lt;"),
  ])
  func `Text remains of HTML`(html: String, text: String) {
    #expect(PlainText.of(html: html) == text)
  }

  @Test func `A long text ends with dots`() {
    #expect(PlainText.of(html: "abcdef", longest: 4) == "abc…")
    #expect(PlainText.of(html: "abcd", longest: 4) == "abcd")
  }

  @Test func `Plain text is the same after a way through HTML`() {
    for text in ["a < b", "&amp;", "<b>", "落叶 & co"] {
      #expect(PlainText.of(html: PlainText.html(text)) == text)
    }
  }

  @Test(arguments: ["<a x=\"", "<!--", "<script>", "&", "<", "</script", "&#"])
  func `What is never closed, many times over, takes no longer than its length`(part: String) {
    // Quadratic time would be minutes.
    _ = PlainText.of(html: String(repeating: part, count: 200_000))
  }
}
