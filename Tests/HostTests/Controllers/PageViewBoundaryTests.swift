import PageABI
import Testing

@testable import Host

@Suite struct PageViewBoundaryTests {
  private let memory = PageMemory()

  private func node(
    _ kind: page_node_kind, _ depth: UInt32, id: String, text: String = "", number: Double = 0
  ) -> page_node {
    var node = page_node()
    node.kind = kind
    node.depth = depth
    node.id = memory.string(id)
    node.text = memory.string(text)
    node.number = number
    return node
  }

  private func view(_ nodes: [page_node], title: String = "") -> page_view {
    page_view(
      size: UInt32(MemoryLayout<page_view>.size),
      node_size: UInt32(MemoryLayout<page_node>.stride), nodes: memory.array(nodes),
      count: nodes.count, title: memory.string(title))
  }

  private func column(_ depth: UInt32, _ id: String) -> page_node {
    node(PAGE_NODE_COLUMN, depth, id: id)
  }

  @Test func `A view in pre-order becomes a tree`() throws {
    var field = node(PAGE_NODE_SECURE_FIELD, 2, id: "password", text: "Password")
    field.value = memory.string("geheim")
    field.hint = memory.string("at least 8")
    field.flags = PAGE_NODE_DISABLED | PAGE_NODE_PROMINENT
    let view = view(
      [
        column(0, "root"), node(PAGE_NODE_ROW, 1, id: "row"), field,
        node(PAGE_NODE_PROGRESS, 1, id: "progress", number: 0.5),
        node(PAGE_NODE_DIVIDER, 1, id: "end"),
      ], title: "Sign in")
    let copy = try PageView(copying: view)
    #expect(copy.title == "Sign in")
    #expect(
      copy.root
        == ViewNode(
          .column, id: "root",
          children: [
            ViewNode(
              .row, id: "row",
              children: [
                ViewNode(
                  .secureField, id: "password", text: "Password", value: "geheim",
                  hint: "at least 8", flags: [.disabled, .prominent])
              ]), ViewNode(.progress, id: "progress", number: 0.5), ViewNode(.divider, id: "end"),
          ]))
  }

  @Test func `An empty view is an empty column`() throws {
    #expect(try PageView(copying: view([])).root == ViewNode(.column))
    #expect(
      try PageView(
        copying: page_view(size: 40, node_size: 88, nodes: nil, count: 0, title: page_string()))
        == .empty)
  }

  @Test func `Nodes of a newer page are larger, and what is known of them is read`() throws {
    let stride = MemoryLayout<page_node>.stride + 24
    let nodes = [column(0, "root"), node(PAGE_NODE_TEXT, 1, id: "a", text: "A"), column(1, "b")]
    let bytes = memory.array([UInt8](repeating: 0xAA, count: stride * nodes.count + 8))
    for (index, node) in nodes.enumerated() {
      UnsafeMutableRawPointer(bytes + index * stride).copyMemory(
        from: [node], byteCount: MemoryLayout<page_node>.size)
    }
    var view = view([])
    view.node_size = UInt32(stride)
    view.count = nodes.count
    view.nodes = UnsafeRawPointer(bytes).assumingMemoryBound(to: page_node.self)
    let root = try PageView(copying: view).root
    #expect(root.children.map(\.id) == ["a", "b"] && root.children[0].text == "A")
  }

  @Test(arguments: [UInt32(0), 1, UInt32(MemoryLayout<page_node>.stride) - 1, 4097, .max])
  func `A stride that is no node's`(_ size: UInt32) {
    var view = view([column(0, "root")])
    view.node_size = size
    #expect(throws: ViewError.badStride(size)) { try PageView(copying: view) }
  }

  @Test(arguments: [UInt32(0), 13, 1_000, .max]) func `A kind that is not known`(_ kind: UInt32) {
    let view = view([column(0, "root"), node(kind, 1, id: "x")])
    #expect(throws: ViewError.unknownKind(kind, at: 1)) { try PageView(copying: view) }
  }

  static let depths: [([UInt32], at: Int)] = [
    ([1], 0), ([0, 0], 1), ([0, 2], 1), ([0, 1, 3], 2), ([0, 1, 2, 1, 3], 4), ([0, 1, 0], 2),
    ([0, .max], 1),
  ]

  @Test(arguments: depths) func `A depth that does not follow from the one before`(
    _ depths: [UInt32], at index: Int
  ) {
    let nodes = depths.enumerated().map { column($1, "\($0)") }
    #expect(throws: ViewError.badDepth(depths[index], at: index)) {
      try PageView(copying: view(nodes))
    }
  }

  @Test func `Nodes nest 64 deep and no deeper`() throws {
    let nodes = (0..<64).map { column(UInt32($0), "\($0)") }
    #expect(throws: Never.self) { try PageView(copying: view(nodes)) }
    #expect(throws: ViewError.badDepth(64, at: 64)) {
      try PageView(copying: view(nodes + [column(64, "64")]))
    }
  }

  @Test func `Two nodes of one id`() {
    let nodes = [column(0, "root"), column(1, "a"), column(2, "a")]
    #expect(throws: ViewError.repeatedID("a")) { try PageView(copying: view(nodes)) }
  }

  @Test func `A count without nodes, and one that is too large`() {
    var view = view([])
    view.nodes = nil
    view.count = 3
    #expect(throws: ViewError.noNodes(3)) { try PageView(copying: view) }
    for count in [65_537, Int.max, -1] {
      view.count = count
      #expect(throws: ViewError.tooManyNodes(count)) { try PageView(copying: view) }
    }
  }

  @Test func `Text that is not UTF-8 is told with its node; that of the title as the title's`() {
    var bad = node(PAGE_NODE_TEXT, 1, id: "x")
    bad.hint = memory.string([0xFF])
    #expect(throws: ViewError.text(.notUTF8, at: 1)) {
      try PageView(copying: view([column(0, "root"), bad]))
    }
    var titled = view([column(0, "root")])
    titled.title = memory.string([0xFF])
    #expect(throws: ViewError.title(.notUTF8)) { try PageView(copying: titled) }
  }

  @Test func `The texts of a view are bounded together`() {
    let block = memory.string([UInt8](repeating: 0x61, count: 1 << 20))
    var nodes = [column(0, "root")]
    for index in 0..<20 {
      nodes.append(node(PAGE_NODE_TEXT, 1, id: "\(index)"))
      nodes[index + 1].text = block
    }
    #expect(throws: ViewError.text(.tooLarge, at: 16)) { try PageView(copying: view(nodes)) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `A number that is none is zero`(
    _ number: Double
  ) throws {
    let root = node(PAGE_NODE_PROGRESS, 0, id: "root", number: number)
    #expect(try PageView(copying: view([root])).root.number == 0)
  }

  @Test func `As many nodes as may come are copied`() throws {
    let nodes = [column(0, "root")] + (1..<65_536).map { column(1, "\($0)") }
    #expect(try PageView(copying: view(nodes)).root.children.count == 65_535)
  }

  @Test(arguments: [
    ViewError.tooManyNodes(70_000), .badStride(1), .unknownKind(99, at: 2), .badDepth(5, at: 3),
    .repeatedID("a"), .noNodes(1), .text(.notUTF8, at: 4), .title(.notUTF8),
  ])
  func `Each refusal is told in words`(_ error: ViewError) {
    #expect(error.description.contains("view"))
  }
}
