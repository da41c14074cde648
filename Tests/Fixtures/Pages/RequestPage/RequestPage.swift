import PageKit

/// Fetches what its argument names, in every way that a page can; with a pause, in seconds, already before it is shown.
final class RequestPage: Page {
  private var url = ""
  private var shown = "nothing yet"
  private var steps = 0
  private var taken: [String] = []
  private var waiting: Task<Void, any Error>?

  override func initData(_ arguments: [String: PageValue]) async throws {
    url = try arguments["url"]?.asString() ?? ""
    guard let pause = try arguments["pause"]?.asInteger() else { return }
    if pause > 0 { try await Task.sleep(for: .seconds(pause)) }
    shown = try await requests.fetch(url).text ?? ""
  }

  @ViewBuilder override var view: View {
    Text("Shown: \(shown)")
    Text("Steps: \(steps > 0 ? "some" : "none")")
    for line in taken { Text("Taken: \(line)") }
    Button("Fetch") { self.fetch() }
    Button("Cancel") { self.waiting?.cancel() }
    Button("Fetch publicly") { try await self.fetchPublicly(answering: "answers.take") }
    Button("Answer wrongly") { try await self.fetchPublicly(answering: "answers.wrong") }
    Button("Answer elsewhere") { try await self.fetchPublicly(answering: "others.take") }
    Button("Leave") { self.outcomes.left() }
  }

  private func fetch() {
    shown = "waiting"
    waiting = Task { @MainActor in
      do {
        let answer = try await self.requests.fetch(self.url) { _, _ in self.steps += 1 }
        let root = try await self.xml.parse(answer.body, encoding: answer.charset)
        self.shown =
          "\(answer.status) \(answer.mediaType) \(root.name): \(root.element("title")?.text ?? "")"
      } catch let error as PageError {
        self.shown = error.message
      }
      self.log("shown: \(self.shown)")
    }
  }

  private func fetchPublicly(answering action: String) async throws {
    do {
      try await requests.sendPublicly(Requests.Request(url), answering: action)
      shown = "accepted"
    } catch let error as PageError {
      shown = error.message
    }
  }

  func answersTake(status: Int64, url: String, type: String, body: [UInt8], error: String) {
    taken.append("\(status) \(String(decoding: body, as: UTF8.self))\(error)")
  }

  func answersWrong(status: Int64) {}
}
