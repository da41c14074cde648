import PageABI
import Testing

@testable import PageKit

@MainActor @Suite struct ViewBuilderTests {
  private func texts(@ViewBuilder _ content: () -> View) -> [String] {
    content().nodes.map(\.text)
  }

  @Test func takesIfSwitchForAndOtherViews() {
    func part(_ number: Int) -> View { texts(number) }
    @ViewBuilder func texts(_ number: Int) -> View {
      if number > 1 { Text("many") } else { Text("few") }
      switch number {
      case 0: Text("none")
      case 1: Text("one")
      default: for index in 0..<number { Text("\(index)") }
      }
    }
    #expect(
      self.texts {
        part(0)
        part(1)
        part(2)
      } == ["few", "none", "few", "one", "many", "0", "1"])
  }

  @Test func isEmptyWithoutElements() {
    #expect(texts {}.isEmpty)
    #expect(texts { if false { Text("a") } }.isEmpty)
  }

  @Test func combinesModifiers() {
    let node = Button("Delete") {}.destructive().prominent().disabled().id("it").node
    #expect(node.flags == PAGE_NODE_DESTRUCTIVE | PAGE_NODE_PROMINENT | PAGE_NODE_DISABLED)
    #expect(node.id == "it")
    #expect(Button("Back") {}.cancelling().node.flags == PAGE_NODE_CANCEL)
    #expect(node.disabled(false).flags == PAGE_NODE_DESTRUCTIVE | PAGE_NODE_PROMINENT)
  }

  @Test func asksBeforeSomethingIsLost() {
    let node = Question("Delete it?", keep: "Keep", lose: "Delete") {
    } lost: {
    }.node
    #expect(node.children.first?.text == "Delete it?")
    let buttons = node.children.last?.children ?? []
    #expect(buttons.map(\.id) == ["keep", "lose"] && buttons.map(\.text) == ["Keep", "Delete"])
    #expect(
      buttons.map(\.flags) == [PAGE_NODE_PROMINENT | PAGE_NODE_CANCEL, PAGE_NODE_DESTRUCTIVE])
  }

  @Test func bindsToState() {
    let text = State(wrappedValue: "before")
    let isOn = State(wrappedValue: true)
    let field = Field("Name", text: text.projectedValue, hint: "who").node
    #expect(field.value == "before" && field.hint == "who")
    #expect(Toggle("On", isOn: isOn.projectedValue).node.flags == PAGE_NODE_ON)
    guard case .change(let change) = field.action else {
      Issue.record("a field has no change")
      return
    }
    change("after")
    #expect(text.wrappedValue == "after")
  }

  @Test(arguments: [(0.25, 0.25), (nil, -1)] as [(Double?, Double)])
  func tellsProgressThatIsNotKnown(fraction: Double?, number: Double) {
    #expect(Progress("Loading", fraction: fraction).node.number == number)
  }
}
