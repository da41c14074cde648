import Foundation
import Testing

/// The app in a real terminal: used, resized, quit, and ended by force.
@Suite(.enabled(if: TmuxTerminal.isAvailable)) struct TerminalRunTests {
  private static let run = "\"$TOOL\" run --app app --data data"
  private let app: TestApp

  init() throws { app = try TestApp() }

  private func start(
    _ line: String = run, width: Int = 80, height: Int = 24
  ) throws -> TmuxTerminal {
    try TmuxTerminal(line, width: width, height: height, in: app.folder)
  }

  private func signIn(_ terminal: TmuxTerminal) throws {
    for panel in ["Welcome to Leaves", "Made of pages", "Yours alone"] {
      try terminal.wait(for: panel)
      // On a small screen, Tab scrolls to the button.
      try terminal.press("Tab", "Enter")
    }
    try terminal.wait(for: "Remember me")
    try terminal.type("ada")
    try terminal.press("Tab")
    try terminal.type("correct horse")
    try terminal.wait(for: "•••")
    try terminal.press("Tab", "Tab", "Tab")
    try terminal.press("Enter")
    try terminal.wait(for: "Nothing posted yet.")
  }

  private func expectPlain(_ terminal: TmuxTerminal, status: Int) throws {
    let ending = try terminal.ending()
    #expect(ending.status == status)
    #expect(ending.isRestored)
    #expect(try terminal.modes == .plain)
  }

  @Test func `it is used by keyboard, and quit`() throws {
    let terminal = try start()
    try signIn(terminal)
    #expect(try terminal.modes.isAlternate)
    #expect(try terminal.modes.takesMouse)
    try terminal.type("Hello, 你好")
    try terminal.press("Enter")
    try terminal.wait(for: "just now")
    #expect(try terminal.screen.contains("Hello, 你好"))
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
    #expect(try !terminal.screen.contains("Hello"))
  }

  @Test(arguments: ["vt100", "linux", "ansi"])
  func `Case 27: it is used on a terminal without colours or a second screen`(term: String) throws {
    let terminal = try start("env TERM=\(term) \(Self.run)")
    try signIn(terminal)
    try terminal.type("Hello, 你好")
    try terminal.press("Enter")
    try terminal.wait(for: "just now")
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test func `it is used by mouse`() throws {
    // A click on something that is still moving would meet what is there once it has come to rest.
    let terminal = try start(Self.run + " --reduce-motion")
    try terminal.wait(for: "1 of 3")
    try terminal.click("[ Next ]")
    try terminal.wait(for: "2 of 3")
    try terminal.click("[ Next ]")
    try terminal.wait(for: "[ Get started ]")
    try terminal.click("[ Get started ]")
    try terminal.wait(for: "[ ] Remember me")
    try terminal.click("[ ] Remember me")
    try terminal.wait(for: "[x] Remember me")
    try terminal.click("Account:")
    try terminal.type("ada")
    try terminal.click("Password:")
    try terminal.type("secret")
    try terminal.click("[ Create account ]")
    try terminal.wait(for: "Nothing posted yet.")
    try terminal.click("Contacts")
    try terminal.wait(for: "No contacts yet.")
    try terminal.click("About")
    try terminal.wait(for: "[ Log out ]")
    try terminal.click("[ Log out ]")
    try terminal.wait(for: "[ ] Remember me")
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test func `it is used by mouse on the smallest screen`() throws {
    let terminal = try start(Self.run + " --reduce-motion", width: 20, height: 6)
    try signIn(terminal)
    try terminal.click("4")
    try terminal.wait(for: "[About]")
    try terminal.wheelDown(column: 3, row: 3)
    try terminal.wait(for: "PageHost", isThere: false)
    while try !terminal.screen.contains("[ Log out ]") { try terminal.wheelDown(column: 3, row: 3) }
    try terminal.click("[ Log out ]")
    try terminal.wait(for: "[ ] Remember me")
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test func `what is pasted is one line without control characters, however much it is`() throws {
    let terminal = try start()
    try signIn(terminal)
    try terminal.paste("first\nsecond\r\n\tthird\u{1}\u{7F}\u{1B}[31m你好\n")
    try terminal.wait(for: "[first second  third[31m你好")
    try terminal.press("Enter")
    try terminal.wait(for: "just now")
    try terminal.paste(String(repeating: "落叶归根\n", count: 80_000))
    try terminal.wait(for: "‹")
    try terminal.press("Enter")
    try terminal.wait(for: "A post has at most 2000 characters; this one has 16384.")
    try terminal.press("C-u")
    try terminal.type("short")
    try terminal.press("Enter")
    try terminal.wait(for: "short")
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test func `Case 28: what is typed goes to the page on top alone`() throws {
    let terminal = try start(Self.run + " --reduce-motion")
    try signIn(terminal)
    try terminal.type("of the timeline")
    try terminal.press("C-n")
    try terminal.wait(for: "No contacts yet.")
    try terminal.type("Ada")
    try terminal.wait(for: "Name: [Ada_")
    try terminal.press("C-p")
    try terminal.wait(for: "New post: [of the timeline_")
    // As fast as a terminal sends it: some of it comes before the page that it was typed for is there.
    try terminal.press("F2", "!", "Enter", "C-p")
    try terminal.wait(for: "New post: [of the timeline_")
    #expect(try !terminal.screen.contains("of the timeline!"))
    #expect(try !terminal.screen.contains("just now"))
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test func `Case 26: it is resized, down to one cell and back`() throws {
    let terminal = try start()
    try terminal.wait(for: "1 of 3")
    for (width, height) in [(40, 10), (1, 1), (200, 60), (20, 6), (3, 2), (80, 24)] {
      try terminal.resize(width: width, height: height)
    }
    try terminal.wait(for: "Welcome to Leaves")
    try terminal.resize(width: 1, height: 1)
    try terminal.resize(width: 60, height: 12)
    try terminal.wait(for: "[ Next ]")
    try terminal.press("Enter")
    try terminal.wait(for: "2 of 3")
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `Case 24: a signal that asks it to end gives the terminal back`(number: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "1 of 3")
    try terminal.signal(number)
    try expectPlain(terminal, status: 128 + Int(number))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGQUIT])
  func `Case 24: a crash gives the terminal back`(number: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "1 of 3")
    try terminal.signal(number)
    try expectPlain(terminal, status: 128 + Int(number))
  }

  @Test func `what was kept is there after a crash`() throws {
    let first = try start()
    try signIn(first)
    try first.type("Kept")
    try first.press("Enter")
    try first.wait(for: "just now")
    try first.signal(SIGSEGV)
    try expectPlain(first, status: 128 + Int(SIGSEGV))
    let run = try app.drive(
      "type \"Account\" \"ada\"", "type \"Password\" \"correct horse\"", "tap \"Sign in\"",
      "expect \"Kept\"")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
  }

  @Test func `it can be stopped and continued`() throws {
    let terminal = try start("env \(Self.run)")
    try terminal.wait(for: "1 of 3")
    try terminal.signal(SIGTSTP)
    try terminal.wait(for: "1 of 3", isThere: false)
    #expect(try terminal.modes == .plain)
    try terminal.signal(SIGCONT)
    try terminal.wait(for: "1 of 3")
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test(arguments: [true, false])
  func `Case 27: colour is left out when it is not wanted`(wanted: Bool) throws {
    let terminal = try start("env \(wanted ? "" : "NO_COLOR=1 ")\(Self.run)")
    for panel in ["1 of 3", "2 of 3", "3 of 3"] {
      try terminal.wait(for: panel)
      try terminal.press("Enter")
    }
    try terminal.wait(for: "Remember me")
    try terminal.press("Enter")
    try terminal.wait(for: "Enter the name of your account.")
    // An error is red; without colour it is told from other text by its weight.
    let hasColour = try terminal.colouredScreen.contains(#/\u{1B}\[[0-9;]*3[1-7][;m]/#)
    #expect(hasColour == wanted)
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test func `a page can be opened first`() throws {
    let terminal = try start("\(Self.run) --open LoginPage")
    try terminal.wait(for: "Remember me")
    try terminal.press("C-q")
    try expectPlain(terminal, status: 0)
  }

  @Test func `a page that is unknown is refused with the terminal as it was`() throws {
    let terminal = try start("\(Self.run) --open ZebraPage")
    try terminal.wait(for: "pagehost: error: ZebraPage: no module has this page")
    try expectPlain(terminal, status: 1)
  }
}
