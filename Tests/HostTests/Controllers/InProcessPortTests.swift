import HostC
import ManifestModel
import PageABI
import Testing

@testable import Host

@Suite @MainActor struct InProcessPortTests {
  let scheduler = ManualScheduler()
  let stack: EntryStack
  let module = FakeModule(Manifest(module: "NotePage", version: "1.0.0", pages: []))
  let page = ScriptedPage("NotePage")

  init() { stack = EntryStack(scheduler: scheduler) }

  private func open() throws -> InProcessPort { try page.open(7, in: module, stack) }

  @Test func `A page that is not created says so and is not entered`() {
    page.scripts["create"] = { _ in PAGE_UNSUPPORTED }
    let error = #expect(throws: InstanceError.self) { try open() }
    #expect(error?.description == "NotePage#7: its create function gave unsupported")
    #expect(page.entries == ["create"] && stack.isClear)
  }

  private let all: [PortEntry] = [
    .initData(arguments: ["x": .integer(1)], state: [:]), .appearStarted, .appearFinished,
    .event(.submit(id: "field", text: "é")), .completed(token: 4, .done), .saveState,
    .memoryWarning(.critical), .view, .disappearStarted, .disappearFinished, .releaseData,
    .destroy,
  ]

  @Test func `Each entry reaches its function`() throws {
    let port = try open()
    var statuses: [PageStatus] = []
    for entry in all { port.enter(entry) { statuses.append($0.status) } }
    #expect(page.entries == ["create"] + all.map(\.name))
    #expect(statuses == all.map { _ in .ok })
    #expect(page.arguments == ["x": .integer(1)])
    #expect(page.completed?.token == 4 && page.completed?.value == nil)
  }

  @Test func `A null function is an entry that does nothing and succeeds`() throws {
    page.definition.pointee.init_data = nil
    page.definition.pointee.appear_started = nil
    page.definition.pointee.save_state = nil
    page.definition.pointee.view = nil
    page.definition.pointee.event = nil
    page.definition.pointee.completed = nil
    page.definition.pointee.release_data = nil
    page.definition.pointee.memory_warning = nil
    let port = try open()
    var statuses: [PageStatus] = []
    for entry in all { port.enter(entry) { statuses.append($0.status) } }
    #expect(statuses == all.map { _ in .ok })
    #expect(
      page.entries == [
        "create", "appearFinished", "disappearStarted", "disappearFinished", "destroy",
      ])
  }

  @Test func `A failure brings the page's own words`() throws {
    let port = try open()
    page.scripts["initData"] = { [page] in page.fail($0, "the note is gone") }
    var answer: PortAnswer?
    port.enter(.initData(arguments: [:], state: [:])) { answer = $0 }
    #expect(answer?.status == .failed && answer?.message == "the note is gone")
  }

  @Test func `A failed request comes with its reason as a string`() throws {
    let port = try open()
    port.enter(.completed(token: 9, PortAnswer(.denied, message: "not yours"))) { _ in }
    #expect(page.completed?.status == PAGE_DENIED)
    #expect(page.completed?.value == .string("not yours"))
  }

  @Test func `Every entry but a view's makes the module's views stale`() throws {
    let port = try open()
    port.enter(.view) { _ in }
    #expect(module.entryCount == 0)
    port.enter(.appearStarted) { _ in }
    #expect(module.entryCount == 1)
  }

  // MARK: Entered once

  @Test func `What comes while the page is on the stack waits, in order, and is not overtaken`()
    throws
  {
    let port = try open()
    page.scripts["event"] = { _ in
      port.enter(.appearStarted) { _ in }
      port.enter(.appearFinished) { _ in }
      return PAGE_OK
    }
    port.enter(.event(.tap(id: "a"))) { _ in }
    #expect(page.entries == ["create", "event"])
    port.enter(.saveState) { _ in }
    #expect(page.entries == ["create", "event"], "it comes behind what waits")
    scheduler.run()
    #expect(page.entries == ["create", "event", "appearStarted", "appearFinished", "saveState"])
    port.enter(.view) { _ in }
    #expect(page.entries.last == "view", "nothing waits any more")
  }

  @Test func `A page that always calls itself does not keep a turn from ending`() throws {
    let port = try open()
    page.scripts["event"] = { _ in
      port.enter(.event(.tap(id: "again"))) { _ in }
      return PAGE_OK
    }
    port.enter(.event(.tap(id: "first"))) { _ in }
    #expect(!scheduler.run(), "each turn enters it once")
    #expect(page.entries.count { $0 == "event" } == 101)
  }

  @Test func `A release from within the page's own call destroys it once the stack is clear`()
    throws
  {
    let port = try open()
    let controller = Controller(page: Manifest.Page("NotePage"), module: "NotePage")
    let instance = Instance(number: 7, controller: controller, module: module, port: port)
    instance.initialize(arguments: [:], state: [:]) { _ in }
    instance.appear()
    var ended = false
    page.scripts["event"] = { _ in
      port.enter(.saveState) { _ in }
      instance.release { ended = true }
      return PAGE_OK
    }
    port.enter(.event(.tap(id: "leave"))) { _ in }
    #expect(page.entries.last == "event" && !ended)
    #expect(module.instances.count == 1, "its module must not be closed before")
    scheduler.run()
    #expect(
      page.entries.suffix(4) == ["disappearStarted", "disappearFinished", "releaseData", "destroy"])
    #expect(ended && module.instances.isEmpty && controller.instances.isEmpty)
  }

  // MARK: Answers that come later

  @Test func `A pending entry is answered by its token, once`() throws {
    let port = try open()
    var tokens: [UInt64] = []
    page.scripts["initData"] = { call in
      tokens.append(call?.pointee.token ?? 0)
      return PAGE_PENDING
    }
    var answers: [PortAnswer] = []
    port.enter(.initData(arguments: [:], state: [:])) { answers.append($0) }
    #expect(answers.isEmpty)
    let token = try #require(tokens.first)
    port.complete(token + 1, .done)
    #expect(answers.isEmpty, "that token is nobody's")
    port.complete(token, .done)
    port.complete(token, PortAnswer(.failed))
    #expect(answers.map(\.status) == [.ok])
    #expect(scheduler.timers.isEmpty, "its deadline is gone")
  }

  @Test func `An answer of another type is refused`() throws {
    let port = try open()
    var token: UInt64 = 0
    page.scripts["saveState"] = { call in
      token = call?.pointee.token ?? 0
      return PAGE_PENDING
    }
    var answer: PortAnswer?
    port.enter(.saveState) { answer = $0 }
    port.complete(token, PortAnswer(.ok, payload: .value(.integer(1))))
    #expect(answer?.status == .invalid)
  }

  @Test func `Case 17: one that is never answered times out, and a late answer is dropped`() throws
  {
    let port = try open()
    var token: UInt64 = 0
    page.scripts["event"] = { call in
      token = call?.pointee.token ?? 0
      return PAGE_PENDING
    }
    var answers: [PortAnswer] = []
    port.enter(.event(.tap(id: "a"))) { answers.append($0) }
    #expect(scheduler.delays == [30_000_000_000])
    scheduler.fire()
    scheduler.run()
    port.complete(token, .done)
    #expect(answers.map(\.status) == [.timedOut])
    #expect(answers.first?.message == "NotePage#7 did not answer in 30 seconds")
  }

  @Test func `An answer that is on its way when the time is over counts`() throws {
    let port = try open()
    var token: UInt64 = 0
    page.scripts["event"] = { call in
      token = call?.pointee.token ?? 0
      return PAGE_PENDING
    }
    var answers: [PortAnswer] = []
    port.enter(.event(.tap(id: "a"))) { answers.append($0) }
    scheduler.later { port.complete(token, PortAnswer(.failed, message: "too slow")) }
    scheduler.fire()
    scheduler.run()
    #expect(answers.map(\.message) == ["too slow"])
  }

  @Test func `What a released page owes is cancelled, and it is not entered again`() throws {
    let port = try open()
    page.scripts["event"] = { _ in PAGE_PENDING }
    var statuses: [PageStatus] = []
    port.enter(.event(.tap(id: "a"))) { statuses.append($0.status) }
    port.enter(.event(.tap(id: "b"))) { statuses.append($0.status) }
    port.invalidate()
    #expect(statuses == [.cancelled, .cancelled] && scheduler.timers.isEmpty)
    port.enter(.view) { statuses.append($0.status) }
    #expect(statuses.last == .cancelled)
    #expect(page.entries == ["create", "event", "event"])
  }

  @Test func `Tokens are never used twice, whatever the page`() throws {
    let other = ScriptedPage("OtherPage")
    let ports = [try open(), try other.open(8, in: module, stack)]
    var tokens: [UInt64] = []
    for page in [page, other] {
      page.scripts["event"] = { call in
        tokens.append(call?.pointee.token ?? 0)
        return PAGE_OK
      }
    }
    for _ in 0..<3 { for port in ports { port.enter(.event(.tap(id: ""))) { _ in } } }
    #expect(Set(tokens).count == 6 && !tokens.contains(0))
  }

  @Test func `Whose code runs is noted, also after a page that was entered from it`() throws {
    let host = hostc_breadcrumb_enter(nil)
    defer { _ = hostc_breadcrumb_enter(host) }
    let label = ModuleLabel(module: "NotePage", content: "/store/1.so")
    let other = ModuleLabel(module: "OtherPage", content: "/store/2.so")
    module.label = label
    let port = try open()
    var noted: [UnsafePointer<hostc_breadcrumb_name>?] = []
    page.scripts["view"] = { _ in
      other.during { noted.append(running()) }
      noted.append(running())
      return PAGE_OK
    }
    port.enter(.view) { _ in }
    noted.append(running())
    #expect(noted == [UnsafePointer(other.name), UnsafePointer(label.name), nil])
    #expect(withUnsafeBytes(of: label.name.pointee.module) { $0.starts(with: "NotePage\0".utf8) })
  }

  /// The name that is noted now.
  private func running() -> UnsafePointer<hostc_breadcrumb_name>? {
    let name = hostc_breadcrumb_enter(nil)
    _ = hostc_breadcrumb_enter(name)
    return name
  }
}
