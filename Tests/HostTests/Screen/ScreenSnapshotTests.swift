import Host
import Testing

@MainActor @Suite struct ScreenSnapshotTests {
  @Test("A snapshot as JSON is stable, tells frames and focus, and keeps secrets")
  func json() throws {
    let screen = Screen(width: 30, height: 4)
    let view = ViewNode(
      .column, id: "root",
      children: [
        ViewNode(.field, id: "name", text: "Name", value: "a/b"),
        ViewNode(.secureField, id: "word", text: "Word", value: "hush"),
        ViewNode(.toggle, id: "on", text: "On", flags: .on),
      ])
    screen.show([SampleViews.layer(view, title: "Sample")])
    let json = try #require(try screen.snapshot?.json())
    #expect(
      json == """
        {"format":1,"height":4,"nodes":[\
        {"depth":0,"flags":[],"focused":false,"frame":{"height":4,"width":28,"x":1,"y":0},"id":"root",\
        "kind":"column","text":"","visible":true},\
        {"depth":1,"flags":[],"focused":true,"frame":{"height":1,"width":28,"x":1,"y":0},"id":"name",\
        "kind":"field","text":"Name","value":"a/b","visible":true},\
        {"depth":1,"flags":[],"focused":false,"frame":{"height":1,"width":28,"x":1,"y":1},"id":"word",\
        "kind":"secureField","text":"Word","visible":true},\
        {"depth":1,"flags":["on"],"focused":false,"frame":{"height":1,"width":28,"x":1,"y":2},"id":"on",\
        "kind":"toggle","text":"On","visible":true}],\
        "page":"SamplePage","title":"Sample","width":30}
        """)
    #expect(!screen.textSnapshot.joined().contains("hush"))
    #expect(!screen.visibleText.contains("hush"))
  }

  @Test("The container and its tabs are told apart from the page")
  func container() throws {
    let screen = Screen(width: 60, height: 16)
    screen.show([SampleViews.home(SampleViews.posts(40))])
    let snapshot = try #require(screen.snapshot)
    #expect(snapshot.page == "TimelinePage")
    #expect(snapshot.container?.page == "HomePage")
    #expect(snapshot.tabs?.map(\.selected) == [true, false, false, false])
    #expect(snapshot.nodes.first { $0.id == "delete-0" }?.visible == true)
    #expect(snapshot.nodes.first { $0.id == "delete-39" }?.visible == false)
  }

  @Test("A screen that shows nothing has no snapshot")
  func nothing() {
    #expect(Screen(width: 9, height: 2).snapshot == nil)
    #expect(Screen(width: 9, height: 2).textSnapshot == ["", ""])
  }
}
