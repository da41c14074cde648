import Host
import Testing

@Suite struct ViewLayoutTests {
  private func frames(_ view: ViewNode, _ width: Int, _ height: Int) -> [String: CellRect] {
    let layout = ViewLayout(view, width: width, height: height)
    var frames: [String: CellRect] = [:]
    for (entry, box) in zip(layout.outline.entries, layout.boxes) {
      frames[entry.node.id] = box.frame
    }
    return frames
  }

  private func text(_ id: String, _ words: String) -> ViewNode {
    ViewNode(.text, id: id, text: words)
  }

  @Test("Spacers of a row and of a column share the room that is left")
  func spacers() {
    let row = ViewNode(
      .row,
      children: [
        text("a", "aa"), ViewNode(.spacer, id: "s"), text("b", "bb"), ViewNode(.spacer, id: "t"),
        text("c", "cc"),
      ])
    let inRow = frames(row, 25, 5)
    #expect(inRow["a"]?.x == 0)
    #expect(inRow["b"]?.x == 12)
    #expect(inRow["c"]?.endX == 25)
    let column = ViewNode(
      .column, children: [text("a", "a"), ViewNode(.spacer, id: "s"), text("b", "b")])
    #expect(frames(column, 20, 9)["b"]?.y == 8)
  }

  @Test("What does not fit beside another goes below it")
  func flow() {
    let buttons = ["Sign in", "Create account", "Help"].map { ViewNode(.button, id: $0, text: $0) }
    let frames = frames(ViewNode(.row, children: buttons), 20, 6)
    #expect(frames["Sign in"] == CellRect(x: 0, y: 0, width: 11, height: 1))
    #expect(frames["Create account"] == CellRect(x: 0, y: 1, width: 18, height: 1))
    #expect(frames["Help"] == CellRect(x: 0, y: 2, width: 8, height: 1))
  }

  @Test("A word of up to twelve letters is not broken to make room for what is beside it")
  func words() {
    let row = ViewNode(
      .row, children: [text("name", "DiscoverPage"), text("state", "initialized")])
    let layout = ViewLayout(row, width: 21, height: 6)
    #expect(layout.boxes[1].lines == ["DiscoverPage"])
    #expect(layout.boxes[2].lines == ["initialized"])
    #expect(layout.boxes[2].frame.y == 1)
    let wide = ViewNode(.row, children: [text("a", "落叶归根落叶归根"), text("b", "落叶归根落叶归根")])
    let halves = ViewLayout(wide, width: 21, height: 6)
    #expect(halves.boxes[2].frame.y == 0, "wide characters break anywhere")
  }

  @Test("Texts beside one another wrap before they go below one another")
  func shrinking() {
    let row = ViewNode(
      .row, children: [text("a", "one two three four"), ViewNode(.button, id: "b", text: "Delete")])
    let frames = frames(row, 24, 6)
    #expect(frames["a"] == CellRect(x: 0, y: 0, width: 13, height: 2))
    #expect(frames["b"]?.x == 14)
  }

  @Test(
    "A list takes what the page can spare, and the page scrolls as a whole when that is too little")
  func lists() {
    let list = ViewNode(.list, id: "list", children: (0..<50).map { text("row\($0)", "row") })
    let view = ViewNode(
      .column, children: [text("head", "head"), list, ViewNode(.button, id: "out", text: "Out")])
    let inside = ViewLayout(view, width: 20, height: 10)
    #expect(inside.areas.map(\.contentHeight) == [10, 50])
    #expect(frames(view, 20, 10)["out"]?.y == 9)
    let whole = ViewLayout(view, width: 20, height: 5)
    #expect(whole.areas.map(\.maxOffset) == [47, 0])
  }

  @Test("What belongs to an item of a list is not parted from it by a gap")
  func items() {
    func item(_ number: Int) -> ViewNode {
      let row = ViewNode(
        .row,
        children: [text("name\(number)", "name"), ViewNode(.button, id: "b\(number)", text: "B")])
      return ViewNode(.column, children: [row, text("error\(number)", "error")])
    }
    let inList = frames(ViewNode(.list, children: [item(1), item(2)]), 20, 20)
    #expect(["name1", "error1", "name2", "error2"].map { inList[$0]?.y } == [0, 1, 2, 3])
    let alone = frames(item(1), 20, 20)
    #expect((alone["error1"]?.y ?? 0) - (alone["name1"]?.y ?? 0) == 2)
  }

  @Test("Revealing a node scrolls each area around it, and only as far as needed")
  func revealing() {
    let list = ViewNode(.list, id: "list", children: (0..<50).map { text("row\($0)", "row") })
    let view = ViewNode(.column, children: [text("head", "head"), list])
    let layout = ViewLayout(view, width: 20, height: 10)
    func index(_ id: String) -> Int { layout.outline.index(of: id) ?? 0 }
    #expect(layout.offsets(revealing: index("row3"), from: [:])["list"] == 0)
    let down = layout.offsets(revealing: index("row30"), from: [:])
    #expect(down["list"] == 22)
    #expect(layout.offsets(revealing: index("row25"), from: down)["list"] == 22)
    #expect(layout.offsets(revealing: index("row5"), from: down)["list"] == 5)
    #expect(layout.offsets(revealing: index("row5"), from: ["list": 9_999])["list"] == 5)
  }

  @Test("Only what is inside every area around it can be seen")
  func clipping() {
    let list = ViewNode(.list, id: "list", children: (0..<50).map { text("row\($0)", "row") })
    let view = ViewNode(.column, children: [text("head", "head"), list])
    let layout = ViewLayout(view, width: 20, height: 10)
    let viewport = CellRect(x: 5, y: 3, width: 20, height: 10)
    let placement = AreaPlacement(layout, viewport: viewport, offsets: ["list": 4])
    func visible(_ id: String) -> CellRect {
      placement.visible(layout.boxes[layout.outline.index(of: id) ?? 0])
    }
    #expect(visible("row3").isEmpty)
    #expect(visible("row4").y == 4)
    #expect(visible("row12").y == 12)
    #expect(visible("row13").isEmpty)
  }

  @Test("Any tree at any size has a layout, with nothing wider than its place", arguments: 0..<60)
  func anyTree(seed: Int) {
    var random = SampleViews.Random(seed: UInt64(seed))
    let view = random.view(depth: 5)
    for (width, height) in [(0, 0), (1, 1), (2, 3), (7, 2), (20, 6), (80, 24), (300, 90)] {
      let layout = ViewLayout(view, width: width, height: height)
      for (index, box) in layout.boxes.enumerated() {
        let area = layout.areas[box.area]
        #expect(box.frame.x >= 0 && box.frame.y >= 0)
        let entry = layout.outline.entries[index]
        guard let parent = entry.parent, layout.boxes[parent].area == box.area else { continue }
        #expect(box.frame.endY <= max(area.contentHeight, layout.boxes[parent].frame.endY))
        #expect(box.frame.endX <= max(layout.boxes[parent].frame.endX, box.frame.x))
      }
    }
  }
}
