import ManifestModel
import PageABI
import Testing

@testable import Host

/// Calls that come from a page.
///
/// Each way through is tried: with numbers only, which is direct, and with values.
@Suite @MainActor struct DispatcherPagesTests {
  let fixture: DispatcherFixture
  var dispatcher: Dispatcher { fixture.dispatcher }

  init() throws { fixture = try DispatcherFixture() }

  @Test func `Numbers go there and back at once`() {
    fixture.callee.reply = 41
    #expect(fixture.call("box.add", [.integer(7)]).status == .ok)
    let result = fixture.call("box.give", [])
    #expect(result.status == .ok && result.value == .integer(41))
    #expect(fixture.callee.integers == [7])
    #expect(fixture.calleeModule.entryCount == 3, "its views are stale")
  }

  @Test func `Strings are copied there and back`() {
    let result = fixture.call("box.echo", [.string("grüße")])
    #expect(result.status == .ok && result.value == .string("grüße"))
  }

  @Test(arguments: [true, false]) func `A trace sees every crossing and changes none`(
    isTraced: Bool
  ) {
    var lines: [String] = []
    if isTraced { dispatcher.trace = { lines.append($0.description) } }
    fixture.callee.reply = 3
    #expect(fixture.call("box.give", []).value == .integer(3))
    #expect(
      lines
        == (isTraced
          ? [
            "call  CallerPage#1 → BoxPage#2  box.give()",
            "reply  BoxPage#2 → CallerPage#1  box.give(3)",
          ] : []))
  }

  nonisolated static let wrong: [(String, [Value], words: String)] = [
    ("box.add", [], "box.add(x) was called with ()"),
    ("box.add", [.integer(1), .integer(2)], "box.add(x) was called with (x, x)"),
    ("box.add", [.boolean(true)], "box.add(x) was called with (b)"),
    ("box.add", [.string("1")], "box.add(x) was called with (s)"),
    ("box.give", [.real(1)], "box.give() -> x was called with (d)"),
    ("box.echo", [.bytes([])], "box.echo(s) -> s was called with (ay)"),
  ]

  @Test(arguments: wrong) func `A wrong call is told with the signature and never reaches the page`(
    _ name: String, arguments: [Value], words: String
  ) {
    let entries = fixture.callee.entries
    let result = fixture.call(name, arguments)
    #expect(result.status == .invalid && result.value == .string(words))
    #expect(fixture.callee.entries == entries)
  }

  @Test func `An argument that cannot be taken is told with its reason`() throws {
    let (_, number) = dispatcher.find("box.echo", for: fixture.callerModule)
    let memory = PageMemory()
    var request = page_request(
      size: UInt32(MemoryLayout<page_request>.size), action: number, token: 1, parent: 0,
      arguments: memory.array([memory.value(memory.string([0xFF]))]), count: 1)
    var reply = page_value()
    let status = dispatcher.call(
      from: fixture.callerModule, instance: 1, request: &request, reply: &reply)
    #expect(status == PAGE_INVALID)
    #expect(try Value.copy(reply) == .string("box.echo: a string is not UTF-8"))
    request.arguments = nil
    #expect(
      dispatcher.call(from: fixture.callerModule, instance: 1, request: &request, reply: &reply)
        == PAGE_INVALID)
    request.size = 8
    #expect(
      dispatcher.call(from: fixture.callerModule, instance: 1, request: &request, reply: &reply)
        == PAGE_INVALID)
  }

  @Test func `A callee's failure comes with its words, by either way`() {
    for (name, entry, arguments) in [
      ("box.add", "add", [Value.integer(1)]), ("box.echo", "echo", [.string("")]),
    ] {
      fixture.callee.scripts[entry] = { [callee = fixture.callee] in
        callee.fail($0, "the box is full")
      }
      let result = fixture.call(name, arguments)
      #expect(result.status == .failed && result.value == .string("the box is full"))
    }
  }

  @Test
  func `Only actions that the manifest lists have a number, and only given numbers are called`() {
    #expect(dispatcher.find("caller.echo", for: fixture.callerModule).0 == PAGE_OK, "its own")
    #expect(dispatcher.find("other.thing", for: fixture.callerModule).0 == PAGE_DENIED)
    let number = dispatcher.actions.slot("box.add").number
    var request = page_request(
      size: UInt32(MemoryLayout<page_request>.size), action: number, token: 1, parent: 0,
      arguments: nil, count: 0)
    var reply = page_value()
    for action in [number, 999, .max] {
      request.action = action
      let status = dispatcher.call(
        from: fixture.calleeModule, instance: 2, request: &request, reply: &reply)
      #expect(status == PAGE_NOT_FOUND)
    }
  }

  @Test func `A page that has left calls nobody`() {
    fixture.callerInstance?.release()
    let result = fixture.call("box.add", [.integer(1)])
    #expect(result.status == .cancelled && fixture.callee.integers.isEmpty)
  }

  // MARK: Answers that come later

  /// Leaves an action pending and gives its token.
  private func hold(_ entry: String) -> () -> UInt64 {
    final class Held { var token: UInt64 = 0 }
    let held = Held()
    fixture.callee.scripts[entry] = { call in
      held.token = call?.pointee.token ?? 0
      return PAGE_PENDING
    }
    return { held.token }
  }

  private func port(_ instance: Instance?) throws -> InProcessPort {
    try #require(instance?.port as? InProcessPort)
  }

  @Test(arguments: [("box.give", "give", [Value]()), ("box.echo", "echo", [.string("x")])])
  func `A pending call is answered by the caller's token once the stack is clear`(
    _ name: String, entry: String, arguments: [Value]
  ) throws {
    let token = hold(entry)
    #expect(fixture.call(name, arguments, token: 88).status == .pending)
    let value: Value = entry == "give" ? .integer(5) : .string("later")
    try port(fixture.calleeInstance).complete(token(), PortAnswer(.ok, payload: .value(value)))
    #expect(fixture.caller.completed == nil)
    fixture.scheduler.run()
    #expect(fixture.caller.completed?.token == 88 && fixture.caller.completed?.value == value)
    #expect(fixture.caller.completed?.status == PAGE_OK)
  }

  @Test(arguments: [("box.give", "give", [Value]()), ("box.echo", "echo", [.string("x")])])
  func `A caller learns that the page it waits for has left`(
    _ name: String, entry: String, arguments: [Value]
  ) {
    _ = hold(entry)
    #expect(fixture.call(name, arguments, token: 9).status == .pending)
    fixture.calleeInstance?.release()
    fixture.scheduler.run()
    #expect(fixture.caller.completed?.token == 9)
    #expect(fixture.caller.completed?.status == PAGE_CANCELLED)
    #expect(fixture.caller.completed?.value == .string("BoxPage#2 has left"))
  }

  @Test func `A caller that has left is not told, and nothing keeps it`() throws {
    let token = hold("give")
    #expect(fixture.call("box.give", []).status == .pending)
    fixture.callerInstance?.release()
    try port(fixture.calleeInstance).complete(
      token(), PortAnswer(.ok, payload: .value(.integer(1))))
    fixture.scheduler.run()
    #expect(fixture.caller.completed == nil && fixture.caller.entries.last == "destroy")
  }

  @Test func `A call that is never answered times out`() {
    _ = hold("give")
    #expect(fixture.call("box.give", [], token: 3).status == .pending)
    fixture.scheduler.fire()
    fixture.scheduler.run()
    #expect(fixture.caller.completed?.status == PAGE_TIMED_OUT)
  }

  // MARK: Entered once

  @Test func `A call for a page on the stack waits until it is clear`() throws {
    var inner: DispatcherFixture.Result?
    fixture.callee.scripts["echo"] = { [fixture] _ in
      inner = fixture.callBack("caller.echo", [.string("back")], token: 61)
      return PAGE_OK
    }
    fixture.caller.scripts["event"] = { [fixture] _ in
      #expect(fixture.call("box.echo", [.string("there")]).status == .ok)
      return PAGE_OK
    }
    try port(fixture.callerInstance).enter(.event(.tap(id: "go"))) { _ in }
    #expect(inner?.status == .pending && !fixture.caller.entries.contains("echo"))
    fixture.scheduler.run()
    #expect(fixture.caller.entries.contains("echo"))
    #expect(fixture.callee.completed?.token == 61)
    #expect(fixture.callee.completed?.value == .string("back"))
  }

  @Test
  func `A call that waited is carried out as it was checked, whoever offers the name by then`()
    throws
  {
    fixture.callee.scripts["add"] = { [fixture] _ in
      fixture.callee.scripts["add"] = nil
      #expect(fixture.callBack("box.echo", [.string("self")]).status == .pending)
      return PAGE_OK
    }
    // Its own action, so that the call waits; meanwhile another page is chosen for the name.
    let calls = Manifest.Page(
      "Other",
      actions: [Manifest.Action(Signature(name: "box.echo", arguments: [.init(type: .map)]))])
    #expect(fixture.call("box.add", [.integer(1)]).status == .ok)
    dispatcher.update(
      [fixture.calleeController, Controller(page: calls, module: "Other")],
      chosen: ["box.echo": "Other"])
    fixture.scheduler.run()
    #expect(fixture.callee.completed?.value == .string("self"))
  }

  // MARK: Chains

  @Test func `Thirty-two calls in a chain are carried out, the next fails and names the chain`()
    throws
  {
    var depths = 0
    var refusal: DispatcherFixture.Result?
    // Each page calls the other when it is called; entered once means that each call goes through the loop.
    fixture.caller.scripts["echo"] = { [fixture] call in
      depths += 1
      let result = fixture.call("box.echo", [.string("a")], parent: call?.pointee.token ?? 0)
      if result.status == .tooDeep { refusal = result }
      return PAGE_OK
    }
    fixture.callee.scripts["echo"] = { [fixture] call in
      depths += 1
      let result = fixture.callBack("caller.echo", [.string("b")], parent: call?.pointee.token ?? 0)
      if result.status == .tooDeep { refusal = result }
      return PAGE_OK
    }
    _ = fixture.call("box.echo", [.string("a")])
    fixture.scheduler.run()
    #expect(depths == CallChain.limit - 1, "the page that began is the chain's first link")
    guard case .string(let words) = refusal?.value else {
      Issue.record("no call was refused")
      return
    }
    #expect(
      words.hasPrefix("more than 32 calls in a chain: CallerPage#1 → box.echo (BoxPage#2) → "))
  }

  @Test func `A chain is counted across suspensions`() throws {
    var tokens: [UInt64] = []
    fixture.callee.scripts["echo"] = { call in
      tokens.append(call?.pointee.token ?? 0)
      return PAGE_PENDING
    }
    let port = try port(fixture.calleeInstance)
    _ = fixture.call("box.echo", [.string("a")])
    #expect(
      port.chain(of: try #require(tokens.first))?.path == "CallerPage#1 → box.echo (BoxPage#2)")
    // Its task goes on in a turn of its own, with nothing on the stack, and calls the next.
    for _ in 0..<(CallChain.limit - 2) {
      let token = try #require(tokens.last)
      #expect(fixture.callBack("box.echo", [.string("a")], parent: token).status == .pending)
    }
    let result = fixture.callBack("box.echo", [.string("a")], parent: try #require(tokens.last))
    #expect(result.status == .tooDeep)
  }

  @Test func `What was answered is no link of a chain any more`() throws {
    let token = hold("echo")
    _ = fixture.call("box.echo", [.string("a")])
    let port = try port(fixture.calleeInstance)
    port.complete(token(), PortAnswer(.ok, payload: .value(.string(""))))
    #expect(port.chain(of: token()) == nil)
    #expect(port.chain(of: 0) == nil)
  }

  @Test func `Nested direct calls are counted by the stack`() throws {
    let number = dispatcher.find("box.add", for: fixture.callerModule).1
    #expect(number == dispatcher.actions.slot("box.add").number)
    var depth = 0
    fixture.callee.scripts["add"] = { [stack = fixture.stack] _ in
      depth = stack.frames.count
      return PAGE_OK
    }
    fixture.caller.scripts["event"] = { [fixture] _ in
      _ = fixture.call("box.add", [.integer(1)])
      return PAGE_OK
    }
    try port(fixture.callerInstance).enter(.event(.tap(id: ""))) { _ in }
    #expect(depth == 2 && fixture.stack.isClear)
  }
}
