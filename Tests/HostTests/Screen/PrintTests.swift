import Testing
import Host
@MainActor @Suite struct PrintTests {
  @Test func show() {
    let about = ViewNode(.column, children: [
      ViewNode(.text, id: "t", text: "About", flags: .heading),
      ViewNode(.text, id: "v", text: "Version 0.1.0", flags: .secondary),
      ViewNode(.progress, id: "p", text: "Heap", number: 0.43),
      ViewNode(.divider, id: "d"),
      ViewNode(.list, id: "l", children: (0..<9).map { n in ViewNode(.row, children: [
        ViewNode(.text, text: ["HomePage","LoginPage","TimelinePage"][n%3]),
        ViewNode(.text, text: "initialized"), ViewNode(.text, text: "\(n*1234) KB")]) }),
      ViewNode(.button, id: "out", text: "Log out", flags: .destructive)])
    for (layer, msg) in [(SampleViews.layer(SampleViews.login, title: "Sign in"), nil), (SampleViews.home(SampleViews.posts(30)), ScreenMessage("Saved.")), (SampleViews.layer(SampleViews.chinese), nil), (SampleViews.home(about, selected: 3), ScreenMessage("Tab next · Enter choose · Esc back · Ctrl-Q quit", tone: .hint))] {
      for (w,h) in [(80,24),(20,6),(40,10),(7,3),(1,1)] {
        let screen = Screen(width: w, height: h)
        screen.message = msg
        screen.show([layer])
        print("--- \(w)x\(h) caret \(screen.picture().caret as Any)")
        for row in screen.textSnapshot { print(row) }
        print("---")
      }
    }
  }
}
