import PageKit

/// One contact, to be read, changed or deleted, with ways to those it is linked to.
final class ContactPage: Page {
  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  private var id: Int64 = 0
  /// Nil when it is not there, or not any more.
  private var contact: Contact?
  private var isEditing = false
  /// Whether the person is asked before something is lost: what was typed while it is edited, else the contact.
  private var asks = false
  @State private var name = ""
  @State private var note = ""
  @State private var introducer = ""
  private var problem: String?
  private var wasHidden = false

  override func initData(_ arguments: [String: PageValue]) async throws {
    id = try arguments["contact"]?.asInteger() ?? 0
    isEditing = try savedState["isEditing"]?.asBoolean() ?? false
    name = try savedState["name"]?.asString() ?? ""
    note = try savedState["note"]?.asString() ?? ""
    introducer = try savedState["introducer"]?.asString() ?? ""
    problem = try savedState["problem"]?.asString()
    try await readContact()
  }

  override func saveState() async -> [String: PageValue] {
    var state: [String: PageValue] = [:]
    if isEditing {
      state = [
        "isEditing": true, "name": .string(name), "note": .string(note),
        "introducer": .string(introducer),
      ]
    }
    state["problem"] = problem.map(PageValue.string)
    return state
  }

  override func appearStarted() {
    if wasHidden { task { try await self.readContact() } }
  }

  override func disappearFinished() { wasHidden = true }

  override var title: String? { contact?.name }

  @ViewBuilder override var view: View {
    if isEditing {
      if asks { asksToDiscard } else { editor }
    } else if let contact {
      if asks { asksToDelete } else { reader(contact) }
    } else {
      Text(words.gone).secondary()
      Button(words.close) { self.outcomes.closed() }.prominent()
    }
  }

  @ViewBuilder private func reader(_ contact: Contact) -> View {
    List {
      Text(contact.name).heading()
      if !contact.note.isEmpty { Text(contact.note) }
      if let introducer = contact.introducer {
        Row {
          Text(words.introducedBy).secondary()
          link(introducer)
        }
      }
      for (number, other) in contact.introduced.enumerated() {
        Row {
          Text(number == 0 ? words.introduced : "").secondary()
          link(other)
        }
      }
    }
    if let problem { Text(problem).error() }
    Row {
      Button(words.edit) { self.edit(contact) }.id("edit")
      Button(words.delete) { self.asks = true }.destructive().id("delete")
      Button(words.close) { self.outcomes.closed() }.id("close")
    }
  }

  private func link(_ other: Contact.Link) -> Node {
    Button(other.name) { self.outcomes.opened(contact: other.id) }.id("contact-\(other.id)")
  }

  @ViewBuilder private var editor: View {
    Field(words.name, text: $name)
    Field(words.note, text: $note)
    Field(words.introducedBy, text: $introducer)
    if let problem { Text(problem).error() }
    Row {
      Button(words.save) { try await self.save() }.prominent().id("save")
      Button(words.cancel) { self.cancel() }.cancelling().id("cancel")
    }
  }

  private var asksToDiscard: Question {
    Question(words.unsaved, keep: words.keepEditing, lose: words.discard) {
      self.asks = false
    } lost: {
      self.stopEditing()
    }
  }

  private var asksToDelete: Question {
    Question(words.deleteQuestion, keep: words.keep, lose: words.delete) {
      self.asks = false
    } lost: {
      try await self.delete()
    }
  }

  private func edit(_ contact: Contact) {
    (name, note, introducer) = (contact.name, contact.note, contact.introducer?.name ?? "")
    isEditing = true
  }

  /// Ends the editing, unless something would be lost by it.
  private func cancel() {
    let isAsStored =
      name == contact?.name && note == contact?.note
      && introducer == contact?.introducer?.name ?? ""
    if isAsStored { stopEditing() } else { asks = true }
  }

  private func stopEditing() {
    isEditing = false
    asks = false
    problem = nil
  }

  private func save() async throws {
    let saved = (name: name, note: note, introducer: introducer)
    do {
      try await calls.contactsChange(
        contact: id, name: saved.name, note: saved.note,
        introducer: try await find(saved.introducer))
    } catch {
      problem = "\(error)"
      return
    }
    problem = nil
    try await readContact()
    // What was typed meanwhile is not saved, so the editing goes on.
    if (name, note, introducer) == saved { stopEditing() }
  }

  /// The number of the contact whose name was typed; 0 for none.
  private func find(_ introducer: String) async throws -> Int64 {
    if introducer.allSatisfy(\.isWhitespace) { return 0 }
    // Of several contacts with one name the one that was chosen before stays chosen.
    if let known = contact?.introducer, known.name == introducer { return known.id }
    guard let found = try await Contact.Link.named(introducer, in: database) else {
      throw PageError(words.unknown(introducer))
    }
    guard found.id != id else { throw PageError(words.itself) }
    return found.id
  }

  private func delete() async throws {
    asks = false
    do {
      try await calls.contactsDelete(contact: id)
    } catch {
      problem = "\(error)"
      return
    }
    outcomes.closed()
  }

  private func readContact() async throws { contact = try await Contact(id, in: database) }
}
