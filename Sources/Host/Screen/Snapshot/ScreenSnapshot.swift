internal import FoundationEssentials

/// The screen as data, for tests and JSON output.
///
/// Contents of secure fields are not in it.
package struct ScreenSnapshot: Codable, Sendable, Hashable {
  package struct Frame: Codable, Sendable, Hashable {
    package var x, y, width, height: Int
  }

  package struct Node: Codable, Sendable, Hashable {
    package var id: String
    package var kind: String
    package var text: String
    /// A field's contents, an image's source; absent for secure fields.
    package var value: String?
    package var number: Double?
    package var frame: Frame
    package var depth: Int
    /// Whether any of it can be seen.
    package var visible: Bool
    package var focused: Bool
    package var flags: [String]
  }

  /// A container's own view.
  package struct Header: Codable, Sendable, Hashable {
    package var page: String
    package var nodes: [Node]
  }

  package struct Tab: Codable, Sendable, Hashable {
    package var title: String
    package var badge: String?
    package var selected: Bool
  }

  package var format = 1
  package var page: String
  package var title: String
  package var width: Int
  package var height: Int
  package var nodes: [Node]
  package var container: Header?
  package var tabs: [Tab]?
  package var message: String?

  /// One line of JSON with its keys in order.
  package func json() throws(EncodingFailure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      throw EncodingFailure(page: page, reason: "\(error)")
    }
  }

  package struct EncodingFailure: Error, CustomStringConvertible {
    let page: String
    let reason: String
    package var description: String { "the screen of \(page) cannot be written as JSON: \(reason)" }
  }
}

extension Screen {
  /// The rows of the picture, without the spaces at their ends.
  package var textSnapshot: [String] { picture().grid.rows }

  /// The top layer as data; nil when nothing is shown.
  package var snapshot: ScreenSnapshot? {
    guard let composition else { return nil }
    let content = composition.body.content
    var snapshot = ScreenSnapshot(
      page: content.page, title: content.title, width: width, height: height,
      nodes: nodes(of: composition.body))
    snapshot.message = message?.text
    if let container = composition.layer.container {
      let header = composition.regions.count > 1 ? nodes(of: composition.regions[0]) : []
      snapshot.container = ScreenSnapshot.Header(page: container.content.page, nodes: header)
      snapshot.tabs = container.tabs.enumerated().map { index, tab in
        ScreenSnapshot.Tab(
          title: tab.title, badge: tab.badge.isEmpty ? nil : tab.badge,
          selected: index == container.selected)
      }
    }
    return snapshot
  }

  private func nodes(of region: LayerComposition.Region) -> [ScreenSnapshot.Node] {
    let state = states[region.content.instance] ?? ScreenState()
    let layout = region.layout
    let placement = AreaPlacement(layout, viewport: region.viewport, offsets: state.offsets)
    var depths: [Int] = []
    return layout.outline.entries.enumerated().map { index, entry in
      depths.append(entry.parent.map { depths[$0] + 1 } ?? 0)
      let box = layout.boxes[index]
      let frame = placement.frame(of: box)
      let node = entry.node
      return ScreenSnapshot.Node(
        id: node.id, kind: node.kind.name, text: node.text, value: value(of: node, state),
        number: node.kind == .progress && node.number.isFinite ? node.number : nil,
        frame: .init(x: frame.x, y: frame.y, width: frame.width, height: frame.height),
        depth: depths[index], visible: !placement.visible(box).isEmpty,
        focused: node.canFocus
          && focus == NodeReference(page: region.content.instance, id: node.id),
        flags: node.flags.names)
    }
  }

  private func value(of node: ViewNode, _ state: ScreenState) -> String? {
    switch node.kind {
    case .secureField: nil
    case .field: state.editors[node.id]?.text ?? node.value
    default: node.value.isEmpty ? nil : node.value
    }
  }
}

extension ViewNode.Kind {
  /// Its name in snapshots.
  package var name: String { "\(self)" }
}

extension ViewNode.Flags {
  private static let named: [(ViewNode.Flags, String)] = [
    (.on, "on"), (.disabled, "disabled"), (.heading, "heading"), (.secondary, "secondary"),
    (.error, "error"), (.badge, "badge"), (.prominent, "prominent"), (.destructive, "destructive"),
    (.touchable, "touchable"), (.cancel, "cancel"),
  ]

  /// The names of those that are set, in snapshots.
  package var names: [String] { Self.named.filter { contains($0.0) }.map(\.1) }
}
