import Glibc
import Host
import Testing

/// ncurses keeps one state in a process, so these tests come one after the other.
@MainActor @Suite(.serialized) struct TerminalTests {
  /// What leaves the alternate screen, the mouse, and bracketed pastes, for xterm.
  static let farewells = ["\u{1B}[?1049l", "\u{1B}[?1002l", "\u{1B}[?1006l", "\u{1B}[?2004l"]

  func open(
    _ pseudo: PseudoTerminal, term: String = "xterm-256color", usesColor: Bool = true
  ) throws(TerminalError) -> Terminal {
    try Terminal(
      input: pseudo.terminal, output: pseudo.terminal, term: term, usesColor: usesColor,
      rescues: false)
  }

  private func picture(_ rows: String..., style: CellStyle = .plain) -> ScreenPicture {
    var grid = CellGrid(width: 40, height: 10)
    for (y, row) in rows.enumerated() {
      grid.write(row, x: 0, y: y, style: style, clip: grid.bounds)
    }
    return ScreenPicture(grid: grid)
  }

  @Test("A picture is drawn in UTF-8, and then only what differs")
  func drawing() throws {
    let pseudo = try PseudoTerminal()
    let terminal = try open(pseudo)
    defer { terminal.close() }
    terminal.draw(picture("你好, Leaves", "second row"))
    let first = pseudo.output()
    #expect(first.contains("你好, Leaves"))
    #expect(first.contains("\u{1B}[?1049h") && first.contains("\u{1B}[?1006h"))
    terminal.draw(picture("你好, Leaves", "second now"))
    let second = pseudo.output()
    #expect(second.contains("n"))
    #expect(!second.contains("Leaves"))
  }

  @Test("Sequences are sent so that no terminal can count them otherwise")
  func sequences() throws {
    let pseudo = try PseudoTerminal()
    let terminal = try open(pseudo)
    defer { terminal.close() }
    terminal.draw(picture("👩‍👩‍👧|❤️|e\u{301}|🇩🇪|"))
    let output = pseudo.output()
    #expect(output.contains("👩|❤ |e\u{301}|"))
    #expect(
      !output.unicodeScalars.contains("\u{200D}") && !output.unicodeScalars.contains("\u{FE0F}"))
    #expect(
      output.unicodeScalars.contains("\u{1F1E9}") && output.unicodeScalars.contains("\u{1F1EA}"))
  }

  @Test("Colours are used unless they are refused", arguments: [true, false])
  func colors(usesColor: Bool) throws {
    let pseudo = try PseudoTerminal()
    let terminal = try open(pseudo, usesColor: usesColor)
    defer { terminal.close() }
    terminal.draw(picture("fault", style: CellStyle(.bold, role: .danger)))
    #expect(pseudo.output().contains("\u{1B}[31m") == usesColor)
  }

  @Test("Closing and suspending give the terminal back as it was")
  func giving() throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let terminal = try open(pseudo)
    terminal.draw(picture("one"))
    #expect(pseudo.modes != before)
    _ = pseudo.output()
    terminal.suspend()
    #expect(pseudo.modes == before)
    let suspended = pseudo.output()
    for farewell in Self.farewells { #expect(suspended.contains(farewell)) }
    terminal.draw(picture("hidden"))
    #expect(pseudo.output() == "")
    terminal.resume()
    terminal.draw(picture("again"))
    #expect(pseudo.output().contains("again"))
    terminal.close()
    terminal.close()
    #expect(pseudo.modes == before)
    let closed = pseudo.output()
    for farewell in Self.farewells { #expect(closed.contains(farewell)) }
  }

  @Test(
    "Every usual kind of terminal is drawn on and given back",
    arguments: ["xterm", "linux", "screen", "vt100", "rxvt", "ansi"])
  func kinds(term: String) throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let terminal = try open(pseudo, term: term)
    terminal.draw(picture("Leaves 你好"))
    #expect(pseudo.output().contains("Leaves"))
    terminal.close()
    #expect(pseudo.modes == before)
  }

  @Test("What is typed comes as events, and reading never waits")
  func input() throws {
    let pseudo = try PseudoTerminal()
    let terminal = try open(pseudo)
    defer { terminal.close() }
    #expect(terminal.readEvents() == [])
    pseudo.type("é\u{1B}[A\u{3}\u{1B}")
    #expect(terminal.readEvents() == [.key(.character("é")), .key(.up), .key(.control("c"))])
    #expect(terminal.wait == .key)
    #expect(terminal.flushEvents() == [.key(.escape)])
    #expect(
      fcntl(pseudo.terminal, F_GETFL) & O_NONBLOCK == 0, "the caller's descriptor is as it was")
  }

  @Test("A terminal that changes its size is drawn anew", arguments: [(1, 1), (200, 60), (20, 6)])
  func resizing(width: Int, height: Int) throws {
    let pseudo = try PseudoTerminal()
    let terminal = try open(pseudo)
    defer { terminal.close() }
    terminal.draw(picture("one"))
    _ = pseudo.output()
    pseudo.resize(width: UInt16(width), height: UInt16(height))
    #expect(terminal.resized() == .resize(width: width, height: height))
    let screen = Screen(width: width, height: height)
    screen.show([SampleViews.layer(ViewNode(.text, text: "fresh"))])
    terminal.draw(screen.picture())
    #expect(pseudo.output().contains(width > 1 ? "fresh" : "f"))
  }

  @Test(
    arguments: [
      (nil, .noTerm, "TERM is not set"), ("", .noTerm, "TERM is not set"),
      ("dumb", .dumb, "say what it is, for example TERM=xterm-256color"),
      ("no-such-terminal", .unknownTerm, "no terminfo description"),
    ] as [(String?, TerminalError.Code, String)])
  func `Case 27: what cannot show a screen is refused in plain words`(
    term: String?, code: TerminalError.Code, words: String
  ) throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let error = #expect(throws: TerminalError.self) {
      _ = try Terminal(input: pseudo.terminal, output: pseudo.terminal, term: term, usesColor: true)
    }
    #expect(error?.code == code)
    #expect("\(error as Any)".contains(words))
    #expect(pseudo.modes == before)
    #expect(pseudo.output() == "")
  }

  @Test(
    arguments: ["vt100", "linux", "ansi"])
  func
    `Case 27: a terminal without colour, keypad or a second screen shows the picture all the same`(
      term: String
    ) throws
  {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let terminal = try open(pseudo, term: term)
    terminal.draw(picture("你好, Leaves", style: CellStyle(.bold, role: .danger)))
    #expect(pseudo.output().contains("你好, Leaves"))
    terminal.close()
    #expect(pseudo.modes == before)
  }

  @Test(
    arguments: [(B1200, true), (B9600, true), (B19200, true), (B38400, false), (B115200, false)])
  func `Case 27: transitions are not drawn over a slow line`(_ speed: Int32, isSlow: Bool) throws {
    let pseudo = try PseudoTerminal()
    var modes = termios()
    tcgetattr(pseudo.terminal, &modes)
    cfsetospeed(&modes, speed_t(speed))
    tcsetattr(pseudo.terminal, TCSANOW, &modes)
    let terminal = try open(pseudo)
    #expect(terminal.isSlow == isSlow)
    terminal.close()
  }

  @Test func `Case 27: what is not a terminal is refused`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let (input, output) = (ends[0], ends[1])
    let error = #expect(throws: TerminalError.self) {
      _ = try Terminal(input: input, output: output, term: "xterm", usesColor: true)
    }
    #expect(error?.code == .notATerminal)
  }

  @Test func `Case 24: a signal that ends the process finds the terminal given back`() async throws
  {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let path = pseudo.path
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
      try await Self.raise(SIGTERM, on: path)
    }
    try Self.expectGivenBack(pseudo, before)
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      try await Self.raise(SIGSEGV, on: path)
    }
    try Self.expectGivenBack(pseudo, before)
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      try await Self.raise(SIGABRT, on: path)
    }
    try Self.expectGivenBack(pseudo, before)
    await #expect(processExitsWith: .exitCode(3)) { [path = path as String] in
      try await Self.raise(nil, on: path)
    }
    try Self.expectGivenBack(pseudo, before)
  }

  @Test func `Case 24: a fault in another thread finds the terminal given back`() async throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let path = pseudo.path
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      try await Self.raise(SIGSEGV, on: path, inThread: true)
    }
    try Self.expectGivenBack(pseudo, before)
  }

  /// Takes a terminal over and ends the process, by a signal or, for nil, by exit.
  private static func raise(
    _ number: Int32?, on path: String, inThread: Bool = false
  ) async throws {
    try await MainActor.run {
      let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY)
      // The test's runner blocks some signals, and a crash is not to be reported by the runtime's
      // own handler.
      var none = sigset_t()
      sigemptyset(&none)
      sigprocmask(SIG_SETMASK, &none, nil)
      if let number { signal(number, SIG_DFL) }
      let terminal = try Terminal(
        input: descriptor, output: descriptor, term: "xterm-256color", usesColor: true)
      var grid = CellGrid(width: 9, height: 1)
      grid.write("running", x: 0, y: 0, clip: grid.bounds)
      terminal.draw(ScreenPicture(grid: grid))
      if inThread {
        var thread = pthread_t()
        let fault: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
          UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
          return nil
        }
        pthread_create(&thread, nil, fault, nil)
        pthread_join(thread, nil)
      } else if number == SIGSEGV {
        // A true fault: address 8 is never mapped.
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      }
      if let number { Glibc.raise(number) }
      exit(3)
    }
  }

  private static func expectGivenBack(
    _ pseudo: PseudoTerminal, _ before: [UInt8]
  ) throws {
    let output = pseudo.output()
    #expect(output.contains("running"))
    for farewell in farewells { #expect(output.contains(farewell)) }
    #expect(pseudo.modes == before)
  }
}
