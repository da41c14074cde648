// What pages ask for is meant for the place where they stand.
extension Navigation {
  /// Whether a page still stands where its request is to be carried out.
  ///
  /// It may have been on screen as it asked and not be any more. What it leads to would then come over something that a
  /// person chose meanwhile, or would appear in a stack that nobody looks at; only that it goes is still right.
  func canCarryOut(_ request: Request, from asker: StackEntry) -> Bool {
    switch request {
    case .dismiss: presentation(of: asker) != nil
    case .pop: isOnScreen(asker) || (stack(of: asker)?.count ?? 0) > 1
    default: isOnScreen(asker)
    }
  }

  /// Whether an entry is what is on screen or holds it.
  func isOnScreen(_ entry: StackEntry) -> Bool { chain.contains { $0 === entry } }

  /// The presentation whose first page an entry is.
  func presentation(of entry: StackEntry) -> Presentation? {
    presented.first { $0.stack.first === entry }
  }

  /// Every stack, of tabs that are not shown too.
  private var stacks: [[StackEntry]] {
    [stack] + presented.map(\.stack) + all.compactMap(\.tabs).flatMap(\.stacks)
  }

  private func stack(of entry: StackEntry) -> [StackEntry]? {
    stacks.first { $0.contains { $0 === entry } }
  }

  /// Takes an entry out of its stack, wherever that is.
  func remove(_ entry: StackEntry) {
    for tabs in all.compactMap(\.tabs) {
      for index in tabs.stacks.indices { tabs.stacks[index].removeAll { $0 === entry } }
    }
    for presentation in presented { presentation.stack.removeAll { $0 === entry } }
    stack.removeAll { $0 === entry }
  }
}
