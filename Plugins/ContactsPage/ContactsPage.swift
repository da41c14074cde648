import PageKit

/// The account's contacts by name, and two fields to add one.
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

  @State private var name = ""
  @State private var note = ""
  private var contacts: [Contact] = []
  private var problem: String?

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

  @ViewBuilder override var view: View {
    Field("Name", text: $name)
    Field("Note", text: $note)
    Button("Add") { try await self.add() }.prominent()
    if let problem { Text(problem).error() }
    if contacts.isEmpty { Text("No contacts yet.").secondary() }
    List {
      for contact in contacts {
        Row {
          Text(contact.name)
          Text(contact.note).secondary()
          Button("Delete") { try await self.delete(contact) }.destructive()
        }.id("contact-\(contact.id)")
      }
    }
  }

  private func add() async throws {
    problem = name.allSatisfy(\.isWhitespace) ? "A contact needs a name." : nil
    guard problem == nil else { return }
    let (name, note) = (name, note)
    (self.name, self.note) = ("", "")
    do {
      try await database.run(
        "INSERT INTO contacts (name, note) VALUES (trim(?), trim(?))",
        [.string(name), .string(note)])
    } catch {
      (self.name, self.note) = (name, note)
      throw error
    }
    try await readContacts()
    await addNotice()
  }

  private func delete(_ contact: Contact) async throws {
    try await database.run("DELETE FROM contacts WHERE id = ?", [.integer(contact.id)])
    try await readContacts()
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
