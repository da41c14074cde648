package import ManifestModel

/// The root of the host: it owns the screen, the layers, navigation and all forwarding, and it alone touches more than
/// one page.
@MainActor package final class MainController {
  package let flow: Flow
  package let loop: Loop
  package let registry: Registry
  package let store: ModuleStore
  package let services: any PageServices
  package let screen: Screen
  /// What the app speaks.
  package var language = Language.english
  package let controllers = ControllerDictionary()
  package let dispatcher: Dispatcher
  package let stack: EntryStack
  package private(set) lazy var navigation = Navigation(pages: self)

  /// What the registry found last.
  package internal(set) var listing = Listing()
  /// The modules that are open, by name.
  package internal(set) var modules: [String: Module] = [:]
  let heaps = ModuleHeap.Pool()
  /// Where the copies of files are that the store has admitted.
  var stored: [FileIdentity: String] = [:]
  /// Images that could not be unmapped when their module was closed.
  package internal(set) var pinned: [PinnedImage] = []
  /// Pages that were initialized for a call and are in no stack.
  var background: [StackEntry] = []
  /// What pages asked of services and did not get yet, by instance and token.
  var requests: [UInt64: [UInt64: PendingService]] = [:]
  /// The page that the first-launch rule opened, until its first outcome.
  var firstLaunchPage: String?
  var lastInstance: UInt64 = 0
  /// Made where something may have to be shown anew.
  let refreshRequest = RefreshRequest()
  /// Memory warnings that wait, and whether one is under way.
  var waitingWarning = WaitingWarning()
  var isWarning = false
  /// Warnings whose report has not been made.
  var warningRounds = 0
  /// Instances that were asked for their state before their release and have not answered.
  var savingStates: Set<UInt64> = []
  /// What closing modules gave since the warning began.
  var unloadedDuringWarning: [(module: Module, report: UnloadReport)] = []
  /// How full the heaps of modules with a limit are.
  var heapStates: [String: HeapState] = [:]
  /// Instances of modules past their limit whose state could not be saved.
  var keptPastLimit: [String: Set<UInt64>] = [:]
  /// The transition that is drawn.
  var animation: Animation?
  /// What pages asked for, such as outcomes that are to be followed.
  var askedByPages: [@MainActor () -> Void] = []
  var typedAhead = TypedAhead()
  /// The instance whose page did not end what it has begun as it was asked to by going back.
  var cancelFailed: UInt64?
  /// Whether the last input was text for a field.
  var isWriting = false
  /// Runs until it is told on the screen what is being opened.
  var openingTimer: LoopTimer?
  /// Whether changes of pages are drawn as transitions; what runs without a person does without.
  package var transitions = Transitions.none {
    didSet { if transitions == .none { finishTransition() } }
  }
  /// What a script has planned for the answers of pages; nil where nothing was.
  var answerPlan: AnswerPlan?
  var archivesLater = false
  var listingIsStale = false

  /// Where it is noted which module's code runs.
  package var breadcrumb: Breadcrumb?
  /// Modules that are not loaded since they ended the app.
  package var quarantine: Quarantine?
  /// Where what is on screen is kept for the next start.
  package var archive: ScreenArchive?

  /// Told when the screen has something new to draw.
  package var screenChanged: (@MainActor () -> Void)?
  /// Told of every image that was closed.
  package var unloaded: (@MainActor (String, UnloadReport) -> Void)?
  /// Asked to end the app.
  package var quit: (@MainActor () -> Void)?

  package init(
    flow: Flow, registry: Registry, store: ModuleStore, services: any PageServices, loop: Loop,
    screen: Screen
  ) {
    self.flow = flow
    self.registry = registry
    self.store = store
    self.services = services
    self.loop = loop
    self.screen = screen
    stack = EntryStack(scheduler: loop)
    dispatcher = Dispatcher(stack: stack)
    refreshRequest.made = { [weak self] in
      self?.loop.later { self?.refresh() }
    }
    stack.waitsForPerson = { [weak self] number in
      self?.navigation.presented.contains { $0.request.presenter?.number == number } ?? false
    }
    stack.told = { [weak self] answer in self?.told(answer) ?? answer.message }
    dispatcher.wake = { [weak self] controller, completion in
      self?.wake(controller, completion: completion)
    }
  }

  // MARK: Start

  /// Lists the modules and opens the first page: that of the first start rule that holds.
  package func start() {
    if listing.modules.isEmpty { refreshModules() }
    let culprit = breadcrumb?.culprit
    if let culprit {
      let text = { (words: HostWords) in words.ended(by: culprit) }
      services.log(text(HostWords(.english)), level: 3, source: "host")
      screen.message = ScreenMessage(text(words), tone: .error)
    }
    if culprit != nil || flow.restores, openArchived() { return }
    openStart()
  }

  /// Opens the page that the start rules choose now.
  func openStart() {
    let rule = flow.start.first { rule in
      switch rule.when {
      case .firstLaunch: services.isFirstLaunch
      case .signedIn: services.account != nil
      case nil: true
      }
    }
    guard let rule else { return }
    firstLaunchPage = rule.when == .firstLaunch ? rule.open : nil
    navigation.request(.root(.init(rule.open)))
  }

  /// Looks at the module folders again; what is new can be opened at once.
  package func refreshModules(writing: Set<String> = []) {
    listing = registry.list(writing: writing, fully: true)
    listingIsStale = false
    // A file that is gone or has changed has no copy of its own any more.
    let files = Set(listing.modules.map(\.identity))
    stored = stored.filter { files.contains($0.key) }
    var manifests: [Manifest] = []
    for module in listing.modules where module.shadowedBy == nil {
      // An open module stays what it is until it is closed, whatever its file has become.
      let open = modules[module.facts.module]?.manifest
      guard var manifest = open ?? module.manifest else { continue }
      if let open, open != module.manifest { listingIsStale = true }
      manifest.pages.removeAll { module.shadowedPages[$0.name] != nil }
      manifests.append(manifest)
    }
    for module in modules.values where listing.module(named: module.name) == nil {
      manifests.append(module.manifest)
      listingIsStale = true
    }
    let gone = controllers.update(manifests)
    for controller in controllers.all {
      controller.residence = flow.resident[controller.name] ?? .none
    }
    dispatcher.update(controllers.all, chosen: flow.providers)
    services.modulesChanged(manifests)
    for controller in gone {
      dispatcher.fail(
        controller, PortAnswer(.unavailable, message: "no module has \(controller.name) any more"))
    }
  }

  // MARK: End

  /// Releases every page and closes every module.
  package func stop() {
    if flow.restores { archiveStates() }
    services.endPublicRequests()
    navigation.clear()
    for entry in background { release(entry) }
    background.removeAll()
    for module in modules.values { closeIfUnused(module) }
  }
}

extension Listing.Module {
  /// Its manifest, which was valid when its file was read.
  package var manifest: Manifest? {
    try? Manifest(json: Array(facts.manifest), file: path)
  }
}
