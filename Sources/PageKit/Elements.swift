internal import PageABI

/// Elements below one another.
public struct Column: Element {
  /// The element as plain data.
  public let node: Node
  /// A column of what the block names.
  public init(@ViewBuilder _ content: () -> View) { node = Node(.column, content()) }
}

/// Elements beside one another.
public struct Row: Element {
  /// The element as plain data.
  public let node: Node
  /// A row of what the block names.
  public init(@ViewBuilder _ content: () -> View) { node = Node(.row, content()) }
}

/// Elements below one another that scroll when they need more room than there is.
public struct List: Element {
  /// The element as plain data.
  public let node: Node
  /// A list of what the block names.
  public init(@ViewBuilder _ content: () -> View) { node = Node(.list, content()) }
}

/// Text, wrapped where it is too long.
public struct Text: Element {
  /// The element as plain data.
  public let node: Node
  /// A text; modifiers such as ``Element/heading()`` say what it is.
  public init(_ text: String) { node = Node(.text, text: text) }
}

/// A button.
public struct Button: Element {
  /// The element as plain data.
  public let node: Node
  /// A button that does something when it is chosen.
  ///
  /// - Parameter action: What it does; an error that it throws is shown to the person.
  public init(_ title: String, action: @escaping @MainActor () async throws -> Void) {
    var node = Node(.button, text: title)
    node.action = .tap(action)
    self.node = node
  }
}

/// A question before something is lost.
///
/// Enter keeps it, and so does going back.
public struct Question: Element {
  /// The element as plain data.
  public let node: Node
  /// A question with two answers.
  ///
  /// - Parameters:
  ///   - keep: The words of the button that loses nothing; its id is `keep`.
  ///   - lose: The words of the other one; its id is `lose`.
  ///   - kept: What the one does; an error that it throws is shown to the person, as with a ``Button``.
  ///   - lost: What the other one does.
  public init(
    _ text: String, keep: String, lose: String,
    kept: @escaping @MainActor () async throws -> Void,
    lost: @escaping @MainActor () async throws -> Void
  ) {
    node =
      Column {
        Text(text)
        Row {
          Button(keep, action: kept).prominent().cancelling().id("keep")
          Button(lose, action: lost).destructive().id("lose")
        }
      }.node
  }
}

/// A line of text that a person edits.
public struct Field: Element {
  /// The element as plain data.
  public let node: Node
  /// A field for a value.
  ///
  /// - Parameters:
  ///   - hint: What is shown while it is empty.
  ///   - submit: What Enter does; without it, Enter is a tap on the page's main button.
  public init(
    _ label: String, text: Binding<String>, hint: String = "",
    submit: (@MainActor () async throws -> Void)? = nil
  ) {
    node = Node(.field, label, text, hint, submit)
  }
}

/// A field whose contents are never shown.
public struct SecureField: Element {
  /// The element as plain data.
  public let node: Node
  /// A field for a password and the like; its parameters are those of ``Field``.
  public init(
    _ label: String, text: Binding<String>, hint: String = "",
    submit: (@MainActor () async throws -> Void)? = nil
  ) {
    node = Node(.secureField, label, text, hint, submit)
  }
}

/// Something that is on or off.
public struct Toggle: Element {
  /// The element as plain data.
  public let node: Node
  /// A switch for a value.
  public init(_ label: String, isOn: Binding<Bool>) {
    var node = Node(.toggle, text: label)
    if isOn.wrappedValue { node.flags |= PAGE_NODE_ON }
    node.action = .toggle { isOn.wrappedValue = $0 }
    self.node = node
  }
}

/// A picture, by its source, with the words that stand for it where it cannot be shown.
public struct Image: Element {
  /// The element as plain data.
  public let node: Node
  /// A picture from a source.
  public init(_ source: String, description: String) {
    var node = Node(.image, text: description)
    node.value = source
    self.node = node
  }
}

/// How far something is.
public struct Progress: Element {
  /// The element as plain data.
  public let node: Node
  /// A bar that tells how far something is.
  ///
  /// - Parameter fraction: From 0 to 1; nil when it is not known.
  public init(_ label: String, fraction: Double?) {
    var node = Node(.progress, text: label)
    node.number = fraction ?? -1
    self.node = node
  }
}

/// Takes the room that is left.
public struct Spacer: Element {
  /// The element as plain data.
  public let node = Node(.spacer)
  /// A spacer.
  public init() {}
}

/// A line across.
public struct Divider: Element {
  /// The element as plain data.
  public let node = Node(.divider)
  /// A divider.
  public init() {}
}

extension Node {
  fileprivate init(_ kind: Kind, _ content: View) {
    self.init(kind)
    children = content.nodes
  }

  fileprivate init(_ kind: Kind, text: String) {
    self.init(kind)
    self.text = text
  }

  @MainActor fileprivate init(
    _ kind: Kind, _ label: String, _ text: Binding<String>, _ hint: String,
    _ submit: (@MainActor () async throws -> Void)?
  ) {
    self.init(kind)
    self.text = label
    self.value = text.wrappedValue
    self.hint = hint
    self.action = .change { text.wrappedValue = $0 }
    self.submit = submit
  }
}
