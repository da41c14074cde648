import PageKit

/// The account's contacts by name, and two fields to add one.
///
/// It owns the contacts: pages that show one ask it to change and delete them.
final class ContactsPage: Page {
  private struct Contact {
    let id: Int64
    let name: String
    let note: String

    init(row: [String: PageValue]) throws {
      id = try row["id"]?.asInteger() ?? 0
      name = try row["name"]?.asString() ?? ""
      note = try row["note"]?.asString() ?? ""
    }
  }

  private lazy var words = language.choose(Words.english, [.chinese: .chinese])
  @State private var name = ""
  @State private var note = ""
  private var contacts: [Contact] = []
  private var problem: String?
  private var wasHidden = false

  override func initData(_ arguments: [String: PageValue]) async throws {
    name = try savedState["name"]?.asString() ?? ""
    note = try savedState["note"]?.asString() ?? ""
    problem = try savedState["problem"]?.asString()
    try await readContacts()
  }

  override func saveState() async -> [String: PageValue] {
    var state: [String: PageValue] = ["name": .string(name), "note": .string(note)]
    state["problem"] = problem.map(PageValue.string)
    return state
  }

  override func appearStarted() {
    if wasHidden { task { try await self.readContacts() } }
  }

  override func disappearFinished() { wasHidden = true }

  @ViewBuilder override var view: View {
    Field(words.name, text: $name)
    Field(words.note, text: $note)
    Button(words.add) { try await self.add() }.prominent()
    if let problem { Text(problem).error() }
    if contacts.isEmpty { Text(words.empty).secondary() }
    List {
      for contact in contacts {
        Row {
          Text(contact.name)
          Text(contact.note).secondary()
          Button(words.open) { self.outcomes.opened(contact: contact.id) }
          Button(words.delete) { try await self.contactsDelete(contact: contact.id) }.destructive()
        }.id("contact-\(contact.id)")
      }
    }
  }

  /// Changes a contact; an introducer of 0 is none.
  func contactsChange(contact: Int64, name: String, note: String, introducer: Int64) async throws {
    if let problem = problem(of: name) { throw PageError(problem) }
    let introducer: PageValue = introducer == 0 ? .nothing : .integer(introducer)
    let changed = try await database.run(
      "UPDATE contacts SET name = trim(?), note = trim(?), introducer = ? WHERE id = ?",
      [.string(name), .string(note), introducer, .integer(contact)])
    guard changed.changes > 0 else { throw PageError(words.gone) }
    try await readContacts()
  }

  /// Deletes a contact; those whom it introduced are introduced by nobody then.
  func contactsDelete(contact: Int64) async throws {
    try await database.run(
      "UPDATE contacts SET introducer = NULL WHERE introducer = ?", [.integer(contact)])
    try await database.run("DELETE FROM contacts WHERE id = ?", [.integer(contact)])
    try await readContacts()
  }

  private func add() async throws {
    problem = problem(of: name)
    guard problem == nil else { return }
    let (name, note) = (name, note)
    (self.name, self.note) = ("", "")
    // The form begins anew, with the focus in its first field.
    raiseEdition()
    do {
      try await database.run(
        "INSERT INTO contacts (name, note) VALUES (trim(?), trim(?))",
        [.string(name), .string(note)])
    } catch {
      // What was typed meanwhile stays behind it.
      self.name = self.name.isEmpty ? name : "\(name) \(self.name)"
      self.note = self.note.isEmpty ? note : "\(note) \(self.note)"
      throw error
    }
    try await readContacts()
    await addNotice()
  }

  private func problem(of name: String) -> String? {
    name.allSatisfy(\.isWhitespace) ? words.nameless : nil
  }

  private func readContacts() async throws {
    contacts = try await database.run(
      "SELECT id, name, note FROM contacts ORDER BY name COLLATE NOCASE, id"
    ).rows.map(Contact.init)
  }

  /// Tells whoever counts notices that there is one more; adding does not depend on it.
  private func addNotice() async {
    do {
      try await calls.noticesSet(count: calls.noticesCount() + 1)
    } catch {
      log("no notice of the contact: \(error)", level: .warning)
    }
  }
}
