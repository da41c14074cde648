import ManifestModel

@testable import Host

// What holds after every step, and what more when the app has come to rest.
extension Walk {
  /// What does not hold; nil when all does.
  func violation(atRest: Bool) -> String? {
    topViolation(atRest: atRest) ?? holdingViolation ?? leftViolation
      ?? (atRest ? restViolation : nil)
  }

  /// Every object of every open module.
  var instances: [Instance] { app.controller.modules.values.flatMap(\.instances) }

  /// Whether a view is still to come.
  private var holdsViews: Bool {
    app.controller.answerPlan?.heldCalls.contains { $0.name == "view" } ?? false
  }

  /// There is one top, and there always is one.
  private func topViolation(atRest: Bool) -> String? {
    let controller = app.controller
    let navigation = controller.navigation
    // As the pages themselves were told; a page with tabs is shown together with one of them.
    let believers = instances.filter {
      lives.shown.contains($0.number) && controller.flow.tabs[$0.controller.name] == nil
    }
    guard believers.count <= 1 else {
      return "\(believers.map(\.name)) were each told that they are shown, and not that this ended"
    }
    guard let top = navigation.top else {
      guard navigation.opening != nil else { return "there is no top page, and none is being made" }
      return atRest && controller.screen.topLayer == nil ? "there is no layer" : nil
    }
    guard top.instance != nil || top.failure != nil || navigation.isBusy else {
      return "the top page \(top.page) has neither an object nor a reason for it"
    }
    guard !controller.screen.isMoving || navigation.passage != nil else {
      return "a transition is drawn that has ended"
    }
    guard navigation.isBusy || (controller.screen.notice == nil && controller.openingTimer == nil)
    else { return "it is told that a page is being opened, and none is" }
    guard atRest, !holdsViews else { return nil }
    guard navigation.isBusy || controller.typedAhead.isEmpty else {
      return "what was typed ahead was neither given to a page nor dropped"
    }
    guard controller.screen.topLayer?.instance == top.screenID else {
      return "the layer on top is not that of \(top.page), which is the top page"
    }
    return nil
  }

  /// Nothing lives that neither a stack nor what is under way holds.
  private var holdingViolation: String? {
    let controller = app.controller
    let navigation = controller.navigation
    let passage = navigation.passage
    let holders =
      navigation.all + (navigation.opening?.all ?? []) + navigation.making + controller.background
      + (passage?.left ?? []) + (passage?.hidden ?? [])
    let held = Set(holders.compactMap(\.instance).map(ObjectIdentifier.init))
    for instance in instances where instance.state != .released {
      guard held.contains(ObjectIdentifier(instance)) else {
        return "\(instance.name) is \(instance.state), and nothing holds it"
      }
    }
    let living = Set(instances.map(\.number))
    for instance in controller.controllers.all.flatMap(\.instances) {
      guard living.contains(instance.number) else { return "\(instance.name) is gone, but listed" }
    }
    // One that is drawn or about to be, and no other, is told that it is shown.
    let shown = Set((navigation.shown + (passage?.hidden ?? [])).compactMap { $0.instance?.number })
    for instance in instances where instance.state == .initialized {
      guard instance.appearance == .hidden || shown.contains(instance.number) else {
        return "\(instance.name) is \(instance.appearance), and is not on screen"
      }
    }
    return nil
  }

  /// Nothing is kept of what has left.
  private var leftViolation: String? {
    let controller = app.controller
    let living = Set(instances.filter { $0.state != .released }.map(\.number))
    for (number, requests) in controller.requests where !living.contains(number) {
      return "\(requests.count) requests of the object \(number), which has left, are open"
    }
    for number in controller.savingStates where !living.contains(number) {
      return "the state of the object \(number), which has left, is waited for"
    }
    let requests = controller.requests.values.reduce(0) { $0 + $1.count }
    guard network.openFetches <= requests else {
      return "\(network.openFetches) fetches are open, and pages wait for \(requests) answers"
    }
    if let touched = controller.screen.touched {
      let isShown = controller.navigation.chain.contains { $0.screenID == touched.page }
      guard isShown else { return "a finger is on \(touched.page), which is not on screen" }
    }
    return nil
  }

  /// How many buttons have presented a page; they are answered when a person has chosen.
  private var asking: Int {
    let pages = instances.filter { $0.controller.name == "AskingPage" }
    return pages.filter(app.controller.navigation.isAwaiting)
      .reduce(0) { $0 + ($1.port.inProcess?.unansweredEntries ?? 0) }
  }

  /// What must be over when every job and completion is.
  private var restViolation: String? {
    let controller = app.controller
    let navigation = controller.navigation
    if let gone = instances.first(where: { $0.state == .released }) {
      return "\(gone.name) was released and is not destroyed"
    }
    for module in controller.modules.values where module.instances.isEmpty {
      return "\(module.name) is open without a page"
    }
    let unanswered = instances.reduce(0) { $0 + ($1.port.inProcess?.unansweredEntries ?? 0) }
    let held = controller.answerPlan?.heldCalls.count ?? 0
    let owed = unanswered + held - asking
    guard owed > 0 || !navigation.isBusy else { return "navigation waits for what nobody owes it" }
    guard owed > 0 || controller.warningRounds == 0 else {
      return "a warning waits for what nobody owes it"
    }
    guard owed > 0 || controller.savingStates.isEmpty else {
      return "a state is waited for in vain"
    }
    for one in controller.controllers.all where one.isWaking && owed == 0 {
      return "\(one.name) is being woken, and nobody owes it an answer"
    }
    if navigation.passage == nil, owed == 0, let words = doubleViolation { return words }
    let isMoving = controller.animation != nil ? 1 : 0
    let turns = controller.modules.values.count { $0.cancelTurn != nil }
    let isTelling = controller.openingTimer != nil ? 1 : 0
    let explained = owed + asking + isMoving + turns + controller.warningRounds + isTelling
    guard app.loop.pendingTimers <= explained else {
      return "\(app.loop.pendingTimers) timers run, of which \(explained) are explained"
    }
    guard navigation.passage == nil || controller.animation != nil || holdsViews else {
      return "a transition is under way without being drawn"
    }
    for entry in navigation.chain where !holdsViews {
      guard let instance = entry.instance, instance.state == .initialized else { continue }
      guard !instance.viewIsStale else { return "the view of \(instance.name) was not read again" }
    }
    if navigation.passage == nil, !navigation.isBusy {
      let shown = navigation.chain.compactMap { $0.instance?.number }.sorted()
      guard lives.shown == shown else {
        return "\(lives.shown) were told that they are shown, and \(shown) are on screen"
      }
    }
    if navigation.passage == nil, !navigation.isBusy, let words = askViolation { return words }
    // What is still drawn since a view has not come is dropped when it does.
    let drawn = controller.screen.layers.flatMap { [$0.content, $0.container?.content] }
    let chain = navigation.chain.map(\.screenID)
    if let focus = controller.screen.focus, !holdsViews, !chain.contains(focus.page) {
      return "the focus is on \(focus.page), which is not on screen"
    }
    let known = Set(
      (navigation.all + controller.background).map(\.screenID)
        + drawn.compactMap { $0?.instance })
    if navigation.passage == nil,
      let stray = controller.screen.states.keys.first(where: { !known.contains($0) })
    {
      return "the screen keeps something of \(stray), which is in no stack"
    }
    return nil
  }

  /// Whoever waits for an answer has presented a page that can still give it.
  private var askViolation: String? {
    let presenters = app.controller.navigation.presented.compactMap { $0.request.presenter?.number }
    for (ask, number) in asks.open where !presenters.contains(number) {
      return "AskingPage#\(number) waits for \(ask), which nothing will answer"
    }
    for number in Set(asks.open.values) {
      let (open, given) = (asks.open.values, presenters.count { $0 == number })
      guard open.count(where: { $0 == number }) <= given else {
        return "AskingPage#\(number) waits for more answers than the \(given) that can come"
      }
    }
    return nil
  }

  /// A page that may be open once is, unless one of its objects must not be released.
  private var doubleViolation: String? {
    let navigation = app.controller.navigation
    for one in app.controller.controllers.all where one.page.instances == .one {
      let live = one.instances.filter {
        $0.state == .initialized && !navigation.hasPendingResult($0)
      }
      guard live.count > 1, !withoutState.contains(one.name) else { continue }
      return "\(live.map(\.name)) are of a page that may be open once"
    }
    return nil
  }

  /// What a warning that was just carried out has left besides what it has to.
  var warningViolation: String? {
    let controller = app.controller
    let navigation = controller.navigation
    guard navigation.passage == nil, !navigation.isBusy, controller.warningRounds == 0 else {
      return nil
    }
    let onScreen = Set(navigation.chain.compactMap { $0.instance?.number })
    for instance in instances where instance.state == .initialized {
      let page = instance.controller.name
      let mayStay =
        onScreen.contains(instance.number) || navigation.hasPendingResult(instance)
        || withoutState.contains(page) || page == "FailingPage"
      guard mayStay else { return "the warning left \(instance.name), which is not on screen" }
    }
    return nil
  }

  /// What is left after a sign-out besides the first page; nil when nothing is.
  var remains: String? {
    let controller = app.controller
    let navigation = controller.navigation
    guard navigation.all.count == 1, let top = navigation.top, let only = top.instance else {
      let making = navigation.making.map {
        "\($0.page) \($0.instance.map { "\($0.state)" } ?? "-")"
      }
      return "after the sign-out there are \(navigation.all.map(\.page)), and made is \(making)"
    }
    guard controller.modules.count == 1, instances.count == 1, lives.living == [only.number] else {
      return
        "after the sign-out \(controller.modules.keys.sorted()) are open: \(instances.map(\.name))"
    }
    guard controller.background.isEmpty, controller.requests.allSatisfy({ $0.value.isEmpty }),
      navigation.presented.isEmpty, controller.pinned.isEmpty, network.openFetches == 0
    else { return "after the sign-out the host's tables are not empty" }
    // A heap is used again by whichever module is opened next, and each file has one copy.
    let files = controller.listing.modules.count
    guard controller.heaps.count <= files, controller.stored.count <= files else {
      return
        "\(controller.heaps.count) heaps and \(controller.stored.count) copies for \(files) modules"
    }
    for one in controller.controllers.all {
      guard one.savedState.isEmpty, one.kept.isEmpty, one.badge == 0 else {
        return "after the sign-out something is kept for \(one.name)"
      }
    }
    for (what, count) in outstanding.sorted(by: { $0.key < $1.key }) where count != 0 {
      return "\(what): \(count) did not come"
    }
    return nil
  }
}
