import ManifestModel
import PageABI

@testable import Host

/// Two pages, a caller and a callee whose actions are real C functions, and what lies between them.
@MainActor final class DispatcherFixture {
  let scheduler = ManualScheduler()
  let stack: EntryStack
  let dispatcher: Dispatcher
  let caller: ScriptedPage
  let callee: ScriptedPage
  let callerModule: FakeModule
  let calleeModule: FakeModule
  let callerController: Controller
  let calleeController: Controller
  private(set) var callerInstance: Instance?
  private(set) var calleeInstance: Instance?
  private var number: UInt64 = 0

  static let actions: [(name: String, arguments: String, reply: String, ActionFunction)] = [
    ("box.add", "x", "", ScriptedActions.addInteger),
    ("box.give", "", "x", ScriptedActions.giveInteger),
    ("box.echo", "s", "s", ScriptedActions.echoString),
  ]

  static func declared(_ whenAbsent: Manifest.WhenAbsent) -> [Manifest.Action] {
    [
      Manifest.Action(
        Signature(name: "box.add", arguments: [.init(type: .integer)]), whenAbsent: whenAbsent),
      Manifest.Action(Signature(name: "box.give", reply: .integer), whenAbsent: whenAbsent),
      Manifest.Action(
        Signature(name: "box.echo", arguments: [.init(type: .string)], reply: .string),
        whenAbsent: whenAbsent),
    ]
  }

  /// - Parameters:
  ///   - whenAbsent: What the callee's actions do where it is not initialized.
  ///   - isOpen: Whether both pages are initialized.
  init(_ whenAbsent: Manifest.WhenAbsent = .unavailable, isOpen: Bool = true) throws {
    stack = EntryStack(scheduler: scheduler)
    dispatcher = Dispatcher(stack: stack)
    caller = ScriptedPage(
      "CallerPage", actions: [("caller.echo", "s", "s", ScriptedActions.echoString)])
    callee = ScriptedPage("BoxPage", actions: DispatcherFixture.actions)
    let callerPage = Manifest.Page(
      "CallerPage",
      actions: [
        Manifest.Action(
          Signature(name: "caller.echo", arguments: [.init(type: .string)], reply: .string))
      ])
    let calleePage = Manifest.Page("BoxPage", actions: DispatcherFixture.declared(whenAbsent))
    callerModule = FakeModule(
      Manifest(
        module: "CallerPage", version: "1.0.0", pages: [callerPage],
        calls: DispatcherFixture.declared(.unavailable).map(\.signature)))
    calleeModule = FakeModule(
      Manifest(
        module: "BoxPage", version: "1.0.0", pages: [calleePage],
        calls: [Signature(name: "caller.echo", arguments: [.init(type: .string)], reply: .string)]))
    callerController = Controller(page: callerPage, module: "CallerPage")
    calleeController = Controller(page: calleePage, module: "BoxPage")
    dispatcher.update([callerController, calleeController], chosen: [:])
    callerInstance = try make(caller, callerController, callerModule)
    if isOpen { try openCallee() }
  }

  /// Makes the callee's instance and initializes it.
  func openCallee() throws {
    calleeInstance = try make(callee, calleeController, calleeModule)
    dispatcher.deliverKept(to: calleeController)
  }

  private func make(
    _ page: ScriptedPage, _ controller: Controller, _ module: FakeModule
  ) throws -> Instance {
    number += 1
    let port = try page.open(number, in: module, stack)
    let instance = Instance(number: number, controller: controller, module: module, port: port)
    instance.initialize(arguments: [:], state: [:]) { _ in }
    return instance
  }

  /// What a page's call of the host gave.
  struct Result {
    var status: PageStatus
    var value: Value?
  }

  /// Calls an action as the caller page does.
  func call(
    _ name: String, _ arguments: [Value], token: UInt64 = 50, parent: UInt64 = 0
  ) -> Result {
    call(name, arguments, from: callerModule, callerInstance, token: token, parent: parent)
  }

  /// Calls an action as the callee page does.
  func callBack(_ name: String, _ arguments: [Value], token: UInt64 = 60, parent: UInt64 = 0)
    -> Result
  {
    call(name, arguments, from: calleeModule, calleeInstance, token: token, parent: parent)
  }

  private func call(
    _ name: String, _ arguments: [Value], from module: FakeModule, _ instance: Instance?,
    token: UInt64, parent: UInt64
  ) -> Result {
    let (found, number) = dispatcher.find(name, for: module)
    guard found == PAGE_OK else { return Result(status: PageStatus(rawValue: found)) }
    let memory = ValueMemory()
    let list = memory.list(arguments)
    var request = page_request(
      size: UInt32(MemoryLayout<page_request>.size), action: number, token: token, parent: parent,
      arguments: list.items, count: list.count)
    var reply = page_value()
    let status = dispatcher.call(
      from: module, instance: instance?.number ?? 0, request: &request, reply: &reply)
    return Result(
      status: PageStatus(rawValue: status),
      value: status == PAGE_PENDING ? nil : (try? Value.copy(reply)) ?? nil)
  }
}
