import ManifestModel
import Testing

@testable import Host

@Suite @MainActor struct InstanceTests {
  let port = FakePort()
  let controller = Controller(page: Manifest.Page("NotePage"), module: "NotePage")
  let module = FakeModule(Manifest(module: "NotePage", version: "1.0.0", pages: []))
  let instance: Instance

  init() {
    instance = Instance(number: 7, controller: controller, module: module, port: port)
  }

  private func initialize() {
    instance.initialize(arguments: [:], state: [:]) { _ in }
  }

  @Test func `An instance is known to its controller and its module until it is released`() {
    #expect(instance.name == "NotePage#7")
    #expect(controller.instances.count == 1 && module.instances.count == 1)
    instance.release()
    #expect(controller.instances.isEmpty && module.instances.isEmpty)
  }

  @Test func `Only an initialized instance is active`() {
    port.isHeld = ["initData"]
    #expect(controller.active == nil)
    initialize()
    #expect(controller.active == nil)
    port.answer("initData")
    #expect(controller.active === instance)
  }

  @Test func `Arguments and state reach initData`() throws {
    instance.initialize(arguments: ["note": .integer(3)], state: ["text": .string("x")]) { _ in }
    guard case .initData(let arguments, let state) = try #require(port.requests.first) else {
      Issue.record("initData was not entered first")
      return
    }
    #expect(arguments == ["note": .integer(3)])
    #expect(state == ["text": .string("x")])
  }

  @Test func `Two who initialize share one initData and its answer`() {
    port.isHeld = ["initData"]
    var answers: [PageStatus] = []
    instance.initialize(arguments: [:], state: [:]) { answers.append($0.status) }
    instance.initialize(arguments: [:], state: [:]) { answers.append($0.status) }
    #expect(port.entries == ["initData"])
    port.answer("initData")
    #expect(answers == [.ok, .ok])
    instance.initialize(arguments: [:], state: [:]) { answers.append($0.status) }
    #expect(answers == [.ok, .ok, .ok] && port.entries == ["initData"])
  }

  @Test func `Appearing and disappearing come in balance, whatever is said twice`() {
    initialize()
    instance.appear()
    instance.appear()
    instance.disappear()
    instance.disappear()
    #expect(
      port.entries == [
        "initData", "appearStarted", "appearFinished", "disappearStarted", "disappearFinished",
      ])
  }

  @Test func `Nothing is shown or hidden before it is initialized`() {
    instance.appear()
    instance.disappear()
    #expect(port.entries.isEmpty)
  }

  @Test func `Case 16: a release while it is shown hides it first, and a second one does nothing`()
  {
    initialize()
    instance.appear()
    instance.release()
    instance.release()
    #expect(
      port.entries == [
        "initData", "appearStarted", "appearFinished", "disappearStarted", "disappearFinished",
        "releaseData", "destroy",
      ])
    #expect(!port.isValid)
  }

  @Test func `One that was never initialized is only destroyed`() {
    instance.release()
    #expect(port.entries == ["destroy"])
  }

  @Test func `Case 16: a release while it is initializing lets go of its data and tells who waits`()
  {
    port.isHeld = ["initData"]
    var answer: PortAnswer?
    instance.initialize(arguments: [:], state: [:]) { answer = $0 }
    instance.release()
    #expect(port.entries == ["initData", "releaseData", "destroy"])
    #expect(answer?.status == .cancelled)
    #expect(answer?.message.contains("NotePage#7") == true)
    #expect(instance.state == .released)
  }

  @Test func `An initData that failed has nothing to let go of`() {
    port.answers["initData"] = PortAnswer(.failed, message: "no")
    initialize()
    #expect(instance.state == .created)
    instance.release()
    #expect(port.entries == ["initData", "destroy"])
  }

  @Test func `An initData that came too late may still hold data`() {
    port.answers["initData"] = PortAnswer(.timedOut)
    initialize()
    instance.release()
    #expect(port.entries == ["initData", "releaseData", "destroy"])
  }

  @Test func `A released instance is not initialized again`() {
    instance.release()
    var answer: PortAnswer?
    instance.initialize(arguments: [:], state: [:]) { answer = $0 }
    #expect(answer?.status == .cancelled)
    #expect(port.entries == ["destroy"])
  }

  @Test func `A view is read when it is stale, and one that fails keeps the last`() {
    let view = PageView(root: ViewNode(.text, text: "hello"), title: "Note")
    port.answers["view"] = PortAnswer(.ok, payload: .view(view))
    initialize()
    instance.refreshView { _ in }
    instance.refreshView { _ in }
    #expect(instance.view == view)
    #expect(port.entries == ["initData", "view"])
    port.answers["view"] = PortAnswer(.failed)
    module.wasEntered()
    instance.refreshView { _ in }
    #expect(instance.view == view && port.entries.count == 3)
  }

  @Test func `An instance outlives the dictionary's entry of its page`() {
    weak var gone: Controller?
    var instance: Instance?
    do {
      let controller = Controller(page: Manifest.Page("GonePage"), module: "GonePage")
      gone = controller
      instance = Instance(number: 1, controller: controller, module: module, port: port)
    }
    instance?.release()
    #expect(instance?.name == "GonePage#1")
    instance = nil
    #expect(gone == nil, "an instance that was released keeps nothing alive")
  }
}
