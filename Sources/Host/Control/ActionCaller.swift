internal import ManifestModel

/// Calls actions from outside of the pages, with arguments as a person writes them.
@MainActor package final class ActionCaller {
  /// Why a call was not made: the name, the number or the types of its arguments.
  package struct UsageError: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Why a call that was made has no reply.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// What an action replied.
  package struct Reply: Sendable, Encodable {
    package var format = 1
    package var action: String
    package var reply: Value?

    /// The reply for a person; empty when there is none.
    package var text: String {
      if case .string(let text) = reply { return text }
      return reply?.description ?? ""
    }
  }

  private let controller: MainController

  package init(_ controller: MainController) { self.controller = controller }

  /// Reads an action's arguments.
  /// - Throws: ``UsageError`` that shows the right signature.
  package func values(_ texts: [String], for action: String) throws(UsageError) -> [Value] {
    let signature = try signature(of: action)
    let count = signature.arguments.count
    guard texts.count == count else {
      throw UsageError(
        description:
          "\(action) takes \(count == 1 ? "1 argument" : "\(count) arguments"), not \(texts.count): \(signature)"
      )
    }
    var values: [Value] = []
    for (text, argument) in zip(texts, signature.arguments) {
      do throws(Value.TextError) {
        values.append(try Value(text, as: argument.type))
      } catch {
        throw UsageError(description: "\(error): \(signature)")
      }
    }
    return values
  }

  private func signature(of action: String) throws(UsageError) -> Signature {
    let offered = controller.dispatcher.actions.offered
    guard let slot = offered.first(where: { $0.name == action }) else {
      let names = offered.map(\.name).joined(separator: ", ")
      throw UsageError(
        description: "no page offers \(action); there are \(names.isEmpty ? "no actions" : names)")
    }
    guard case .one(let offer) = slot.provider else {
      throw UsageError(description: slot.refusal.message)
    }
    return offer.action.signature
  }

  /// Calls an action; its page is initialized for it.
  package func call(_ action: String, _ values: [Value]) throws(Failure) -> Reply {
    guard case .one(let offer) = controller.dispatcher.actions.slot(action).provider else {
      throw Failure(description: controller.dispatcher.actions.slot(action).refusal.message)
    }
    let page = offer.controller
    if page.active == nil {
      let opened = try wait("\(page.name) did not end its initData") {
        controller.wake(page, completion: $0)
      }
      guard opened.status == .ok else {
        throw Failure(description: "\(page.name) could not be opened: \(opened.message)")
      }
    }
    let answer = try wait("\(action) did not answer in 5 seconds") {
      controller.dispatcher.call(action, values, completion: $0)
    }
    guard answer.status == .ok else {
      throw Failure(
        description:
          "\(action): \(answer.message.isEmpty ? answer.status.description : answer.message)")
    }
    return Reply(action: action, reply: answer.value)
  }

  private func wait(
    _ complaint: String, _ begin: (@escaping @MainActor (PortAnswer) -> Void) -> Void
  ) throws(Failure) -> PortAnswer {
    let box = AnswerBox()
    begin { box.answer = $0 }
    // A page may sleep before it answers, so timers are waited for too.
    let end = controller.loop.timer(after: Drive.limit) { box.isLate = true }
    while box.answer == nil, !box.isLate { controller.loop.turn(wait: true) }
    end.cancel()
    guard let answer = box.answer else { throw Failure(description: complaint) }
    return answer
  }
}

/// An answer that is waited for.
@MainActor final class AnswerBox {
  var answer: PortAnswer?
  var isLate = false
}

extension Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    // JSON has no infinities, and an encoder refuses them.
    case .real(let value) where value.isFinite: try container.encode(value)
    case .real: try container.encodeNil()
    case .string(let value): try container.encode(value)
    case .bytes(let value):
      try container.encode(
        value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    case .list(let values): try container.encode(values)
    case .map(let values): try container.encode(values)
    }
  }
}
