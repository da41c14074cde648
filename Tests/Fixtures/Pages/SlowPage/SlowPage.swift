import Glibc
import PageKit

/// Takes ten seconds of the host's clock to be initialized.
final class SlowPage: Page {
  override func initData(_ arguments: [String: PageValue]) async throws {
    try await Task.sleep(for: .seconds(10))
  }

  @ViewBuilder override var view: View { Text("At last") }
}

/// Asks the database for something that takes a while, and can be left meanwhile.
final class StoringPage: Page {
  private var words: [String] = []
  private var isDone = false

  @ViewBuilder override var view: View {
    Text(isDone ? "Stored" : "Not stored")
    Button("Store") { try await self.store() }
    Button("Store and leave") {
      self.outcomes.done()
      try await self.store()
    }
  }

  private func store() async throws {
    try await database.run("INSERT INTO words (word) VALUES (?)", [.string("one")])
    isDone = true
    log("the answer came")
  }
}

/// Prints where a library must not: on the process's output.
final class PrintingPage: Page {
  override func initData(_ arguments: [String: PageValue]) async throws {
    print("printed by a page")
    // The first stays in libc's buffer, which the page does not flush.
    let complaint = "complained by a page\n"
    complaint.utf8.withContiguousStorageIfAvailable { _ = write(2, $0.baseAddress, $0.count) }
  }

  @ViewBuilder override var view: View { Text("Printed") }
}
