import CNcurses
import Glibc
import HostC

/// The surface that shows the screen on a terminal, by ncursesw; it takes pictures and gives
/// events.
///
/// ncurses draws; what is typed is read and decoded here, because the loop waits on the descriptor
/// itself. One terminal can be open at a time. Nothing is printed but to the descriptor that it was
/// given.
@MainActor
package final class Terminal {
  /// What the loop waits on for input: a description of the terminal of its own, which never
  /// blocks, so that neither the shell's nor the one for output is changed by that.
  package let inputDescriptor: Int32

  private let output: Int32
  private let streams: (input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>)
  /// ncurses' SCREEN; nil once closed.
  private var handle: OpaquePointer?
  private let modes: termios
  private let sequences: TerminalSequences
  private var decoder: InputDecoder
  private let pen: TerminalPen
  /// What is on the terminal now; nil when that is not known.
  private var shown: CellGrid?
  package private(set) var isSuspended = false

  /// Takes the terminal over: alternate screen, raw keys, mouse, bracketed pastes.
  ///
  /// - Parameters:
  ///   - input: A descriptor of the terminal to read from; stays the caller's.
  ///   - output: One to write to; stays the caller's, and must stay open.
  ///   - term: The value of `TERM`.
  ///   - usesColor: False when `NO_COLOR` is set and not empty.
  ///   - rescues: Whether signals that end the process restore the terminal first; see
  ///     ``restoreFromSignal()``.
  package init(
    input: Int32, output: Int32, term: String?, usesColor: Bool, rescues: Bool = true
  ) throws(TerminalError) {
    var modes = termios()
    guard isatty(input) == 1, isatty(output) == 1, tcgetattr(output, &modes) == 0 else {
      throw TerminalError(.notATerminal)
    }
    let isUTF8 = cncurses_use_utf8()
    sequences = try TerminalSequences(term: term, output: output)
    let name = term ?? ""
    inputDescriptor = try Self.reopen(input)
    let streams = try Self.streams(input: inputDescriptor, output: output)
    self.streams = streams
    self.output = output
    self.modes = modes
    decoder = InputDecoder(described: sequences.keys)
    if rescues { hostc_terminal_rescue() }
    sequences.arm(output, modes)
    handle = Self.withSignalActionsKept { newterm(name, streams.output, streams.input) }
    guard handle != nil else {
      hostc_terminal_restore()
      fclose(streams.input)
      fclose(streams.output)
      Glibc.close(inputDescriptor)
      throw TerminalError(.unknownTerm, subject: name)
    }
    cncurses_raw()
    pen = TerminalPen(usesColor: usesColor, isUTF8: isUTF8)
    resized()
    write(sequences.enter)
  }

  // A terminal must be closed; ncurses keeps global state that only the main thread may touch.
  isolated deinit { precondition(handle == nil, "a Terminal was dropped without close()") }

  /// Gives the terminal back as it was.
  ///
  /// A closed terminal does nothing more.
  package func close() {
    guard let handle else { return }
    suspend()
    self.handle = nil
    delscreen(handle)
    fclose(streams.input)
    fclose(streams.output)
    Glibc.close(inputDescriptor)
  }

  /// Whether it is on a line so slow that a transition would take seconds to be drawn. cfgetospeed(3)
  package var isSlow: Bool {
    var modes = modes
    let speed = cfgetospeed(&modes)
    return speed > speed_t(B0) && speed < speed_t(B38400)
  }

  // MARK: Size

  /// The size of the terminal now.
  package var size: (width: Int, height: Int) {
    var size = winsize()
    if ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      return (Int(size.ws_col), Int(size.ws_row))
    }
    return (max(1, Int(cncurses_columns())), max(1, Int(cncurses_rows())))
  }

  /// Fits to the size of the terminal after SIGWINCH, and tells it.
  @discardableResult
  package func resized() -> InputEvent {
    let size = size
    if handle != nil {
      resizeterm(Int32(min(size.height, Screen.largest)), Int32(min(size.width, Screen.largest)))
      shown = nil
    }
    return .resize(width: size.width, height: size.height)
  }

  // MARK: Drawing

  /// Shows a picture; only what differs is sent.
  package func draw(_ picture: ScreenPicture) {
    guard handle != nil, !isSuspended else { return }
    let grid = picture.grid
    if shown == nil {
      cncurses_erase()
      cncurses_redraw_all()
    }
    for y in 0..<grid.height {
      if let shown, shown.width == grid.width, y < shown.height, shown.row(y) == grid.row(y) {
        continue
      }
      pen.draw(grid.row(y), y: y)
    }
    shown = grid
    curs_set(picture.caret == nil ? 0 : 1)
    let caret = picture.caret
    cncurses_refresh(
      Int32(caret?.y ?? max(0, grid.height - 1)), Int32(caret?.x ?? max(0, grid.width - 1)))
  }

  // MARK: Input

  /// The events that have come; never waits.
  ///
  /// When ``wait`` is not nil afterwards, ``flushEvents()`` must be called if nothing more comes
  /// for a time; ``TerminalInput`` does so.
  package func readEvents() -> [InputEvent] {
    var events: [InputEvent] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while handle != nil, !isSuspended {
      let count = read(inputDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      events += decoder.decode(buffer[..<count])
    }
    return events
  }

  /// What has come only in part.
  package var wait: InputDecoder.Wait? { decoder.wait }

  /// Takes what has come for what it is by itself.
  package func flushEvents() -> [InputEvent] { decoder.flush() }

  // MARK: Giving back

  /// Gives the terminal back for a while, for example before the process stops itself.
  package func suspend() {
    guard handle != nil, !isSuspended else { return }
    isSuspended = true
    write(sequences.leave)
    curs_set(1)
    endwin()
    hostc_terminal_disarm()
    var modes = modes
    tcsetattr(output, TCSADRAIN, &modes)
  }

  /// Takes the terminal again after ``suspend()``.
  package func resume() {
    guard handle != nil, isSuspended else { return }
    isSuspended = false
    sequences.arm(output, modes)
    cncurses_refresh(0, 0)
    write(sequences.enter)
    resized()
  }

  /// Restores the terminal from a signal handler; async-signal-safe, and harmless when none is
  /// open.
  ///
  /// With `rescues` this happens by itself for the signals of a crash, and for others that have the
  /// default action.
  package nonisolated static func restoreFromSignal() { hostc_terminal_restore() }

  // MARK: Calls

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Opens the terminal of a descriptor once more, without waiting for reads. open(2)
  private static func reopen(_ descriptor: Int32) throws(TerminalError) -> Int32 {
    let path = "/proc/self/fd/\(descriptor)"
    let own = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard own >= 0 else { throw TerminalError(.systemCall, subject: "open \(path)", errno: errno) }
    return own
  }

  /// Streams of duplicates, as ncurses wants them. fdopen(3)
  private static func streams(
    input: Int32, output: Int32
  ) throws(TerminalError) -> (
    input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>
  ) {
    func stream(_ descriptor: Int32, _ mode: String) -> UnsafeMutablePointer<FILE>? {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { return nil }
      if let stream = fdopen(copy, mode) { return stream }
      Glibc.close(copy)
      return nil
    }
    guard let reading = stream(input, "r") else {
      let error = errno
      Glibc.close(input)
      throw TerminalError(.systemCall, subject: "fdopen", errno: error)
    }
    guard let writing = stream(output, "w") else {
      let error = errno
      fclose(reading)
      Glibc.close(input)
      throw TerminalError(.systemCall, subject: "fdopen", errno: error)
    }
    return (reading, writing)
  }

  /// newterm installs handlers of its own where a signal has the default action; the host's loop
  /// handles signals.
  private static func withSignalActionsKept(_ body: () -> OpaquePointer?) -> OpaquePointer? {
    let numbers = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
    let actions = numbers.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return action
    }
    defer {
      for (number, action) in zip(numbers, actions) {
        var action = action
        sigaction(number, &action, nil)
      }
    }
    return body()
  }
}
