import PageABI
import Testing

@testable import PageKit

@MainActor @Suite struct FlatViewTests {
  private func flat(@ViewBuilder _ content: () -> View) -> FlatView { FlatView(content()) }

  @Test func listsNodesInPreOrderWithTheirDepth() {
    let view = flat {
      Text("a")
      Row {
        Text("b")
        Column { Text("c") }
      }
      Divider()
    }
    #expect(view.entries.map(\.depth) == [0, 1, 1, 2, 2, 3, 1])
    #expect(
      view.entries.map(\.id) == [
        "page", "text1", "row1", "row1/text1", "row1/column1", "row1/column1/text1", "divider1",
      ])
  }

  @Test(arguments: [false, true]) func keepsIdsWhenNodesOfOtherKindsComeAndGo(withText: Bool) {
    let view = flat {
      if withText { Text("A problem").error() }
      Field("Name", text: State(wrappedValue: "").projectedValue)
      Row { Button("Add") {} }
    }
    #expect(view.entries.contains { $0.id == "field1" && $0.node.text == "Name" })
    #expect(view.entries.contains { $0.id == "row1/button1" && $0.node.text == "Add" })
  }

  @Test func makesIdsBelowAnAuthorsId() {
    let view = flat {
      List {
        for number in [7, 3] { Row { Button("Delete") {} }.id("post-\(number)") }
      }
    }
    #expect(
      view.entries.map(\.id) == [
        "page", "list1", "post-7", "post-7/button1", "post-3", "post-3/button1",
      ])
  }

  @Test func tellsNodesOfOneIdApart() {
    let view = flat {
      Text("a").id("x")
      Text("b").id("x")
      Row { Text("c") }.id("x")
    }
    #expect(view.entries.map(\.id) == ["page", "x", "x~2", "x~3", "x~3/text1"])
    #expect(Set(view.entries.map(\.id)).count == view.entries.count)
  }

  @Test func handlesOnlyWhatCanBeActedOn() {
    let view = flat {
      Text("a")
      Button("On") {}
      Button("Off") {}.disabled()
      Toggle("Switch", isOn: State(wrappedValue: true).projectedValue)
    }
    #expect(Set(view.handlers.keys) == ["button1", "toggle1"])
  }

  @Test func handlesTouchesOfAnythingThatIsEnabled() {
    var touched: [String] = []
    let view = flat {
      Text("pad").onTouch { touched.append("\($0) \($1),\($2)") }
      Button("Off") {}.onTouch { _, _, _ in }.disabled()
    }
    #expect(view.entries.map(\.node.flags)[1] == PAGE_NODE_TOUCHABLE)
    #expect(Set(view.handlers.keys) == ["text1"])
    view.handlers["text1"]?.touch?(.moved, -1, 2)
    #expect(touched == ["moved -1,2"])
  }

  @Test func findsTheFirstMainButtonThatIsEnabled() {
    let view = flat {
      Button("First") {}.prominent().disabled()
      Row { Button("Second") {}.prominent() }
      Button("Third") {}.prominent()
    }
    #expect(view.mainButton?.text == "Second")
  }
}
