/// Makes and releases the instances of entries for the navigation.
@MainActor package protocol PageOpener: AnyObject {
  /// Makes a page's entry, with those of its tabs, without an instance.
  /// - Throws: ``InstanceError`` when there is no such page or it cannot take the arguments.
  func entry(for target: Navigation.Target) throws(InstanceError) -> StackEntry
  /// Makes the entry's instance and initializes it; an entry that has one is done at once.
  func initialize(_ entry: StackEntry, completion: @escaping @MainActor (PortAnswer) -> Void)
  /// Releases the entry's instance, if it has one; the entry is in no stack any more.
  func release(_ entry: StackEntry)
  /// A change of what is on screen begins; true when it is drawn and ``Navigation/endPassage()`` will be called.
  func passageBegins(_ passage: Passage) -> Bool
  /// It has ended; its pages were told.
  func passageEnded(_ passage: Passage)
  /// Other entries than before are being initialized for the change under way, or none any more.
  func makingChanged()
  /// The entries on screen or their number have changed.
  func navigationChanged()
  /// A request could not be carried out; what was shown is still shown.
  func navigationFailed(_ target: Navigation.Target, _ answer: PortAnswer)
  /// A page could not be made that keeps its place, which tells so.
  func placeFailed(_ entry: StackEntry, _ answer: PortAnswer)
  /// A request was dropped: the page that asked does not stand any more where it asked.
  func requestDropped(from asker: StackEntry)
}

// Who draws nothing has no transitions and no places, and tells nobody what is being made.
extension PageOpener {
  package func passageBegins(_ passage: Passage) -> Bool { false }
  package func passageEnded(_ passage: Passage) {}
  package func makingChanged() {}
  package func placeFailed(_ entry: StackEntry, _ answer: PortAnswer) {}
}
