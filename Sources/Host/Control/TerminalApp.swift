internal import Glibc

/// The app in a terminal: what is typed goes to the main controller, what it shows is drawn.
@MainActor package final class TerminalApp {
  private let controller: MainController
  private let loop: Loop
  private let terminal: Terminal
  private var sources: [LoopSource] = []
  private var drawIsAsked = false
  private let input: TerminalInput
  /// The signal that ended the app, if one did.
  private var ending: Int32?

  /// - Parameters:
  ///   - terminal: Taken over already; it is given back by ``run(opening:)``.
  ///   - reducesMotion: Whether pages change without transitions, as they do on a slow line.
  package init(
    _ session: AppSession, on terminal: Terminal, reducesMotion: Bool = false
  ) throws(LoopError) {
    controller = session.controller
    controller.transitions = reducesMotion || terminal.isSlow ? .none : .animated
    self.terminal = terminal
    loop = controller.loop
    input = TerminalInput(terminal, loop) { [controller] in controller.handle($0) }
    controller.screenChanged = { [weak self] in self?.drawLater() }
    controller.quit = { [weak self] in self?.loop.stop() }
    sources.append(try loop.poll(terminal.inputDescriptor) { [weak self] in self?.input.read() })
    sources.append(try loop.signal(SIGWINCH) { [weak self] in self?.resized() })
    sources.append(try loop.signal(SIGTSTP) { [weak self] in self?.pause() })
    for number in [SIGTERM, SIGINT, SIGHUP] {
      sources.append(try loop.signal(number) { [weak self] in self?.end(number) })
    }
    // From now on a change of size is told. One of before, while the terminal was taken over, is made up for here, so
    // that ncurses and the layout have the same size.
    if case .resize(let width, let height) = terminal.resized() {
      controller.screen.resize(width: width, height: height)
    }
  }

  /// Runs until the person or a signal ends it, and gives the terminal back.
  /// - Returns: The signal that ended it; nil when the person did.
  package func run(opening page: (name: String, arguments: [String: Value])? = nil) -> Int32? {
    controller.screen.hint = controller.words.keyHint
    controller.start()
    if let page { controller.open(page.name, page.arguments) }
    drawLater()
    loop.run()
    for source in sources { source.cancel() }
    input.close()
    controller.screenChanged = nil
    controller.quit = nil
    terminal.close()
    return ending
  }

  private func end(_ number: Int32) {
    ending = number
    loop.stop()
  }

  // MARK: Size

  private func resized() {
    controller.handle(terminal.resized())
    drawLater()
  }

  /// Stops the process as Ctrl-Z's signal asks for, with the terminal as it was; goes on when it is continued.
  private func pause() {
    terminal.suspend()
    kill(getpid(), SIGSTOP)
    terminal.resume()
    resized()
  }

  // MARK: Drawing

  /// Draws once for all that changes until a coming turn.
  private func drawLater() {
    guard !drawIsAsked else { return }
    drawIsAsked = true
    loop.later { [weak self] in
      guard let self else { return }
      drawIsAsked = false
      terminal.draw(controller.screen.picture())
    }
  }
}
