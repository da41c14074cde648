internal import ManifestModel
package import PageABI

/// One action's name in the host: its number, and who offers it now.
@MainActor package final class ActionSlot: Sendable {
  /// Who answers to the name.
  package enum Provider {
    case nobody
    case one(ActionOffer)
    /// Several pages offer it and `app.json` does not choose.
    case several([String])
  }

  package nonisolated let name: String
  package nonisolated let number: page_action_id
  package internal(set) var provider = Provider.nobody

  init(name: String, number: page_action_id) {
    self.name = name
    self.number = number
  }
}

/// All action names that were ever asked for or offered, by number and by name.
@MainActor package final class ActionTable {
  private(set) var slots: [ActionSlot] = []
  private var numbers: [String: Int] = [:]

  package init() {}

  /// The slot of a name, made if it is new.
  package func slot(_ name: String) -> ActionSlot {
    if let number = numbers[name] { return slots[number] }
    let slot = ActionSlot(name: name, number: page_action_id(slots.count))
    numbers[name] = slots.count
    slots.append(slot)
    return slot
  }

  /// All names that a page offers now, in order.
  package var offered: [ActionSlot] {
    slots.filter { if case .nobody = $0.provider { false } else { true } }
      .sorted { $0.name < $1.name }
  }

  /// Finds the providers anew: those of the controllers, `chosen` by the app where there are several.
  package func update(_ controllers: [Controller], chosen: [String: String]) {
    var offers: [String: [ActionOffer]] = [:]
    for controller in controllers {
      for (index, action) in controller.page.actions.enumerated() {
        offers[action.signature.name, default: []].append(
          ActionOffer(controller, index: index, action: action))
      }
    }
    for name in offers.keys { _ = slot(name) }
    for slot in slots {
      var candidates = offers[slot.name] ?? []
      if candidates.count > 1,
        let choice = candidates.first(where: { $0.controller.name == chosen[slot.name] })
      {
        candidates = [choice]
      }
      slot.provider =
        switch candidates.count {
        case 0: .nobody
        case 1: .one(candidates[0])
        default: .several(candidates.map(\.controller.name))
        }
    }
  }
}
