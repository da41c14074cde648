import ManifestModel
import Testing

@testable import page_manifest

@Suite struct SwiftGlueTests {
  private func glue(_ manifest: Manifest) -> String {
    // The note is another test's; its words would hide what is read here.
    let text = SwiftGlue(manifest).text
    guard let start = text.firstRange(of: " = [\n"), let end = text.firstRange(of: "\n]\n") else {
      return text
    }
    return text.replacingCharacters(start.upperBound..<end.lowerBound, with: "  …")
  }

  @Test func writesAPageWithoutActions() {
    let manifest = Manifest(module: "Small", version: "1.0.0", pages: [Manifest.Page("SmallPage")])
    #expect(
      glue(manifest) == """
        // Generated from page.json. Do not edit.
        public import PageABI
        import PageKit

        /// The manifest as an ELF note; `readelf -n` shows it.
        @used @section(".note.page") let pageManifestNote: InlineArray<28, UInt32> = [
          …
        ]

        /// What the host calls first; the one symbol that the module exports.
        @c(page_module_open)
        public func pageModuleOpen(
          _ host: UnsafePointer<page_host>,
          _ module: UnsafeMutablePointer<UnsafePointer<page_module>?>
        ) -> page_status {
          unsafe PageModule.open(
            host, module, name: "Small", version: "1.0.0",
            pages: [
              PageEntry("SmallPage", SmallPage.self, actions: []),
            ])
        }

        """)
  }

  @Test func writesActionsOutcomesAndCalls() throws {
    let manifest = Manifest(
      module: "Home", version: "1.2.3",
      pages: [
        Manifest.Page(
          "HomePage", type: "HomeView",
          actions: [
            Manifest.Action(try Signature(action: "notices.set(count: x)")),
            Manifest.Action(try Signature(action: "notes.put(s, in: ay) -> a{sv}")),
          ],
          outcomes: [
            try Signature(outcome: "finished"), try Signature(outcome: "default(page: x)"),
          ])
      ],
      calls: [
        try Signature(action: "posts.find(text: s, d) -> av"),
        try Signature(action: "posts.clear()"),
      ])
    let text = glue(manifest)
    let body = text[(text.firstRange(of: "    pages: [")?.lowerBound ?? text.startIndex)...]
    #expect(
      body == """
            pages: [
              PageEntry("HomePage", HomeView.self, actions: [
                ActionEntry(
                  "notices.set", arguments: "x", reply: "",
                  function: unsafe unsafeBitCast(homePageNoticesSet, to: (@convention(c) () -> Void).self)),
                ActionEntry(
                  "notes.put", arguments: "say", reply: "a{sv}",
                  function: unsafe unsafeBitCast(homePageNotesPut, to: (@convention(c) () -> Void).self)),
              ]),
            ])
        }

        /// The actions that page.json declares for HomePage; write them in HomeView.
        @MainActor protocol HomePageActions: Page {
          /// `notices.set(count: x)`
          func noticesSet(count: Int64) async throws
          /// `notes.put(s, in: ay) -> a{sv}`
          func notesPut(_ a0: String, `in`: [UInt8]) async throws -> [String: PageValue]
        }

        extension HomeView: HomePageActions {}

        private let homePageNoticesSet: @convention(c) (
          UnsafeMutableRawPointer, UnsafePointer<page_call>, Int64
        ) -> page_status = { page, call, a0 in
          return unsafe PageModule.perform(page, call, HomeView.noticesSet(count:), a0)
        }

        private let homePageNotesPut: @convention(c) (
          UnsafeMutableRawPointer, UnsafePointer<page_call>, page_string, page_bytes, UnsafeMutablePointer<page_map>
        ) -> page_status = { page, call, a0, a1, reply in
          let a0 = unsafe String(a0)
          let a1 = unsafe [UInt8](a1)
          return unsafe PageModule.perform(page, call, HomeView.notesPut(_:in:), a0, a1, reply: reply, as: PageValue.map)
        }

        extension HomeView {
          /// What the page may announce.
          var outcomes: HomePageOutcomes { HomePageOutcomes(page: self) }
        }

        /// The outcomes that page.json declares for HomePage.
        @MainActor struct HomePageOutcomes {
          let page: Page

          /// Announces `finished`; the app's flow decides where it leads.
          func finished() {
            self.page.announce("finished")
          }

          /// Announces `default(page: x)`; the app's flow decides where it leads.
          func `default`(page: Int64) {
            self.page.announce("default", ["page": .integer(page)])
          }
        }

        /// The actions of others that page.json asks to call.
        @MainActor struct Calls {
          let page: Page

          /// Calls `posts.find(text: s, d) -> av`, whichever page offers it.
          func postsFind(text: String, _ a1: Double) async throws -> [PageValue] {
            try await self.page.call("posts.find", [.string(text), .real(a1)]).asList()
          }

          /// Calls `posts.clear()`, whichever page offers it.
          func postsClear() async throws {
            _ = try await self.page.call("posts.clear", [])
          }
        }

        extension HomeView {
          /// The actions of others that the module may call.
          var calls: Calls { Calls(page: self) }
        }

        """)
  }

  @Test func keepsUnlabelledArgumentsApartFromLabels() throws {
    let signature = try Signature(action: "a.b(x, a0: x, a2: s, x)")
    #expect(signature.variables == ["a0_", "a0", "a2", "a3"])
    #expect(signature.parameters == "(_ a0_: Int64, a0: Int64, a2: String, _ a3: Int64)")
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
