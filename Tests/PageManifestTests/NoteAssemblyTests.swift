import ManifestModel
import Testing

@testable import page_manifest

@Suite struct NoteAssemblyTests {
  @Test func writesTheNoteForEveryAssembler() {
    let manifest = Manifest(
      module: "CPage", version: "1.0.0", pages: [Manifest.Page("CPage", title: "é\"1")])
    #expect(
      NoteAssembly(manifest).text == #"""
        /* Generated from page.json. Do not edit. */
          .section .note.page,"a",%note
          .balign 4
          .4byte 9
          .4byte 100
          .4byte 1
          .asciz "PageHost"
          .balign 4
          .ascii "{\"manifest\":1,\"abi\":1,\"module\":\"CPage\",\"version\":\"1.0.0\",\"pages\""
          .ascii ":[{\"name\":\"CPage\",\"title\":\"\303\251\\\"1\"}]}"
          .balign 4
          .section .note.GNU-stack,"",%progbits

        """#)
  }
}

@Suite struct CHeaderTests {
  @Test func declaresAndListsActions() throws {
    let manifest = Manifest(
      module: "Home", version: "1.0.0",
      pages: [
        Manifest.Page(
          "HomePage",
          actions: [
            Manifest.Action(try Signature(action: "a.all(b, int: x, d, s: s, ay, av, m: a{sv})")),
            Manifest.Action(try Signature(action: "a.get() -> s")),
          ]), Manifest.Page("Quiet"),
      ])
    #expect(
      CHeader(manifest).text == """
        // Generated from page.json. Do not edit.
        #pragma once
        #include <PageABI.h>

        #define PAGE_MANIFEST_MODULE "Home"
        #define PAGE_MANIFEST_VERSION "1.0.0"

        // a.all(b, int: x, d, s: s, ay, av, m: a{sv})
        page_status homePageAAll(void *page, const page_call *call, bool a0, int64_t int_, double a2, page_string s_, page_bytes a4, page_list a5, page_map m_);
        // a.get() -> s
        page_status homePageAGet(void *page, const page_call *call, page_string *reply);
        static const page_action HomePage_actions[] = {
          {"a.all", "bxdsayava{sv}", "", (void (*)(void))homePageAAll},
          {"a.get", "", "s", (void (*)(void))homePageAGet},
        };
        #define HomePage_action_count 2u

        """)
  }
}
