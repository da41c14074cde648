import ManifestModel
import PageABI

@testable import Host

/// A page whose entries are real C functions and do what a test says.
@MainActor final class ScriptedPage {
  /// What happens when it is entered; the call is nil where the contract has none.
  typealias Script = @MainActor (UnsafePointer<page_call>?) -> page_status

  let name: String
  private(set) var entries: [String] = []
  /// What an entry does besides being noted, by the entry's or the action's name.
  var scripts: [String: Script] = [:]
  var view = page_view()
  var savedState = page_map()
  /// Arguments of the last `initData`, and what came with the last event and the last completion.
  var arguments: [String: Value]?
  var event: page_event?
  var completed: (token: UInt64, status: page_status, value: Value?)?
  /// What actions got and give.
  var integers: [Int64] = []
  var reply: Int64 = 0
  /// Memory of what it hands out.
  let memory = ValueMemory()
  let definition: UnsafeMutablePointer<page_definition>

  /// The page that `create` makes next.
  private static var next: ScriptedPage?
  private let actions: UnsafeMutablePointer<page_action>
  private let texts = ValueMemory()

  init(
    _ name: String, actions: [(name: String, arguments: String, reply: String, ActionFunction)] = []
  ) {
    self.name = name
    definition = .allocate(capacity: 1)
    self.actions = .allocate(capacity: max(1, actions.count))
    for (index, action) in actions.enumerated() {
      self.actions.advanced(by: index).initialize(
        to: page_action(
          name: cString(action.name), arguments: cString(action.arguments),
          reply: cString(action.reply), function: action.3))
    }
    definition.initialize(
      to: ScriptedPage.entryTable(
        name: cString(name), actions: UnsafePointer(self.actions), count: actions.count))
  }

  isolated deinit {
    definition.deallocate()
    actions.deallocate()
  }

  /// Makes an object of the page behind a port.
  func open(_ number: UInt64, in module: FakeModule, _ stack: EntryStack) throws -> InProcessPort {
    guard let copy = PageDefinition(copying: definition) else {
      throw InstanceError(page: name, message: "the host does not take its definition")
    }
    ScriptedPage.next = self
    return try InProcessPort(copy, of: module, number: number, stack: stack)
  }

  /// Fails an entry with words.
  func fail(_ call: UnsafePointer<page_call>?, _ words: String) -> page_status {
    call?.pointee.error.pointee = memory.string(words)
    return PAGE_FAILED
  }

  func entered(_ entry: String, _ call: UnsafePointer<page_call>?) -> page_status {
    entries.append(entry)
    return scripts[entry]?(call) ?? PAGE_OK
  }

  private func cString(_ text: String) -> UnsafePointer<CChar> {
    // A text of a definition ends with a zero, which one that crosses does not have.
    guard let data = texts.string(text + "\0").data else { preconditionFailure("it is not empty") }
    return data
  }

  /// The page behind a pointer that the host holds.
  nonisolated static func of(_ page: UnsafeMutableRawPointer) -> ScriptedPage {
    Unmanaged<ScriptedPage>.fromOpaque(page).takeUnretainedValue()
  }

  private static func entryTable(
    name: UnsafePointer<CChar>, actions: UnsafePointer<page_action>, count: Int
  ) -> page_definition {
    page_definition(
      size: UInt32(MemoryLayout<page_definition>.size), action_count: UInt32(count), name: name,
      actions: actions, create: create,
      destroy: { page in note(page, "destroy") }, init_data: initData,
      appear_started: { page in note(page, "appearStarted") },
      appear_finished: { page in note(page, "appearFinished") },
      disappear_started: { page in note(page, "disappearStarted") },
      disappear_finished: { page in note(page, "disappearFinished") }, save_state: saveState,
      release_data: { page in note(page, "releaseData") }, view: readView, event: takeEvent,
      completed: takeCompletion, get_extension: nil,
      memory_warning: { page, _ in note(page, "memoryWarning") })
  }

  private static let create:
    @convention(c) (
      UnsafePointer<page_definition>, UnsafePointer<page_host>, page_instance,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> page_status = { _, _, _, page in
      nonisolated(unsafe) let page = page
      return MainActor.assumeIsolated {
        guard let next = ScriptedPage.next else { return PAGE_FAILED }
        ScriptedPage.next = nil
        let status = next.entered("create", nil)
        page.pointee = status == PAGE_OK ? Unmanaged.passUnretained(next).toOpaque() : nil
        return status
      }
    }

  private static let initData:
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<page_call>, page_map, page_map
    ) -> page_status = { page, call, arguments, _ in
      nonisolated(unsafe) let (page, call, arguments) = (page, call, arguments)
      return MainActor.assumeIsolated {
        ScriptedPage.of(page).arguments = try? Value.copy(arguments)
        return ScriptedPage.of(page).entered("initData", call)
      }
    }

  private static let saveState:
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<page_call>, UnsafeMutablePointer<page_map>
    ) -> page_status = { page, call, state in
      nonisolated(unsafe) let (page, call, state) = (page, call, state)
      return MainActor.assumeIsolated {
        state.pointee = ScriptedPage.of(page).savedState
        return ScriptedPage.of(page).entered("saveState", call)
      }
    }

  private static let readView:
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<page_view>) -> page_status = {
      page, view in
      nonisolated(unsafe) let (page, view) = (page, view)
      return MainActor.assumeIsolated {
        let live = ScriptedPage.of(page)
        if live.view.count > 0 { view.pointee = live.view }
        return live.entered("view", nil)
      }
    }

  private static let takeEvent:
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<page_call>, UnsafePointer<page_event>
    ) -> page_status = { page, call, event in
      nonisolated(unsafe) let (page, call, event) = (page, call, event)
      return MainActor.assumeIsolated {
        ScriptedPage.of(page).event = event.pointee
        return ScriptedPage.of(page).entered("event", call)
      }
    }

  private static let takeCompletion:
    @convention(c) (
      UnsafeMutableRawPointer, page_token, page_status, UnsafePointer<page_value>
    ) -> Void = { page, token, status, value in
      nonisolated(unsafe) let (page, value) = (page, value)
      MainActor.assumeIsolated {
        ScriptedPage.of(page).completed = (token, status, try? Value.copy(value.pointee))
        _ = ScriptedPage.of(page).entered("completed", nil)
      }
    }
}

/// The C type that `page_action.function` has for every signature.
typealias ActionFunction = @convention(c) () -> Void

/// Notes an entry that has no answer.
private func note(_ page: UnsafeMutableRawPointer, _ entry: String) {
  nonisolated(unsafe) let page = page
  MainActor.assumeIsolated { _ = ScriptedPage.of(page).entered(entry, nil) }
}

/// Functions of actions, by signature; each notes its entry by the name of the signature.
enum ScriptedActions {
  typealias AddInteger =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<page_call>, Int64) -> page_status
  typealias GiveInteger =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<page_call>, UnsafeMutablePointer<Int64>
    ) -> page_status
  typealias EchoString =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<page_call>, page_string,
      UnsafeMutablePointer<page_string>
    ) -> page_status

  /// `x`, no reply.
  static let addInteger: ActionFunction = {
    let function: AddInteger = { page, call, integer in
      nonisolated(unsafe) let (page, call) = (page, call)
      return MainActor.assumeIsolated {
        ScriptedPage.of(page).integers.append(integer)
        return ScriptedPage.of(page).entered("add", call)
      }
    }
    return unsafeBitCast(function, to: ActionFunction.self)
  }()

  /// No argument, reply `x`.
  static let giveInteger: ActionFunction = {
    let function: GiveInteger = { page, call, reply in
      nonisolated(unsafe) let (page, call, reply) = (page, call, reply)
      return MainActor.assumeIsolated {
        let status = ScriptedPage.of(page).entered("give", call)
        reply.pointee = ScriptedPage.of(page).reply
        return status
      }
    }
    return unsafeBitCast(function, to: ActionFunction.self)
  }()

  /// `s`, reply `s`: what it was given, in memory of its own.
  static let echoString: ActionFunction = {
    let function: EchoString = { page, call, text, reply in
      nonisolated(unsafe) let (page, call, text, reply) = (page, call, text, reply)
      return MainActor.assumeIsolated {
        let live = ScriptedPage.of(page)
        let status = live.entered("echo", call)
        if let copy = try? Value.copy(text) { reply.pointee = live.memory.string(copy) }
        return status
      }
    }
    return unsafeBitCast(function, to: ActionFunction.self)
  }()
}
