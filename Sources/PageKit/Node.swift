internal import PageABI

/// One element of a page's view: plain data, and what to do when a person acts on it.
public struct Node {
  /// What a node is.
  enum Kind: UInt32 {
    case column = 1
    case row, text, button, field, secureField, toggle, list, image, progress, spacer, divider
  }

  /// What a person did, with the value that came with it.
  enum Action {
    case tap(@MainActor () async throws -> Void)
    case change(@MainActor (String) -> Void)
    case toggle(@MainActor (Bool) -> Void)
  }

  var kind: Kind
  var flags: page_node_flags = 0
  var id: String?
  var text = ""
  var value = ""
  var hint = ""
  var number = 0.0
  var children: [Node] = []
  var action: Action?
  var submit: (@MainActor () async throws -> Void)?
  var touch: (@MainActor (TouchPhase, Int, Int) -> Void)?

  init(_ kind: Kind) { self.kind = kind }
}

/// Anything that stands for a node in a view.
@MainActor public protocol Element {
  /// The element as plain data.
  var node: Node { get }
}

extension Node: Element {
  /// The node itself.
  public var node: Node { self }
}

/// The content of a page: its nodes from top to bottom.
public struct View {
  var nodes: [Node]
}

/// Makes a ``View`` from the elements of a block, with `if`, `switch` and `for`.
@MainActor @resultBuilder public enum ViewBuilder {
  /// Takes an element.
  public static func buildExpression(_ element: any Element) -> [Node] { [element.node] }
  /// Takes a part of a view that another property or function makes.
  public static func buildExpression(_ view: View) -> [Node] { view.nodes }
  /// Joins the parts of a block.
  public static func buildBlock(_ parts: [Node]...) -> [Node] { parts.flatMap { $0 } }
  /// Takes an `if` without an `else`.
  public static func buildOptional(_ part: [Node]?) -> [Node] { part ?? [] }
  /// Takes the first branch of an `if` or `switch`.
  public static func buildEither(first part: [Node]) -> [Node] { part }
  /// Takes the other branch.
  public static func buildEither(second part: [Node]) -> [Node] { part }
  /// Takes what a `for` made.
  public static func buildArray(_ parts: [[Node]]) -> [Node] { parts.flatMap { $0 } }
  /// Makes the view.
  public static func buildFinalResult(_ nodes: [Node]) -> View { View(nodes: nodes) }
}

/// Where a touch is.
public enum TouchPhase: UInt32, Sendable {
  case began = 5
  case moved
  case ended
  /// The page is left, or the element is gone: the touch means nothing.
  case cancelled
}
