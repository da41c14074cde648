internal import PageABI

#if canImport(Glibc)
  internal import Glibc
#endif

extension Module {
  /// The functions that every module is given.
  ///
  /// Not of the main actor, as its functions would then check on each call, and end the process, where a module calls
  /// from another thread; some may be, and ``entered(_:_:)`` refuses the others.
  nonisolated static func makeTable(for module: Module) -> page_host {
    page_host(
      size: UInt32(MemoryLayout<page_host>.size), abi: PAGE_ABI_VERSION,
      context: Unmanaged.passUnretained(module).toOpaque(),
      turn: { host, deadline in
        Module.entered(host, deadline) { $0.calls.turn($0, deadline: $1) }
      },
      now: { Module.of($0) { $0.time.now } },
      wall: { Module.of($0) { $0.time.wall } },
      log: { host, instance, level, text in
        Module.entered(host, (instance, level, text)) { module, given in
          let (instance, level, text) = given
          guard let text = try? Value.copy(text) else { return }
          module.calls.log(module, instance: instance, level: level, text: text)
        }
      },
      find: { host, name, action in
        let answer = Module.entered(host, name) { module, name -> (page_status, page_action_id) in
          guard let name = try? Value.copy(name) else { return (PAGE_INVALID, 0) }
          return module.calls.find(module, action: name)
        }
        action.pointee = answer?.1 ?? 0
        return answer?.0 ?? PAGE_INVALID
      },
      call: { host, instance, request, reply in
        Module.entered(host, (instance, request, reply)) { module, given in
          let (instance, request, reply) = given
          return module.calls.call(module, instance: instance, request: request, reply: reply)
        } ?? PAGE_INVALID
      },
      announce: { host, instance, outcome, values in
        Module.entered(host, (instance, outcome, values)) { module, given in
          let instance = given.0
          guard let outcome = try? Value.copy(given.1), let values = try? Value.copy(given.2) else {
            return PAGE_INVALID
          }
          return module.calls.announce(
            module, instance: instance, outcome: outcome, values: values)
        } ?? PAGE_INVALID
      },
      complete: { host, token, status, value, error in
        Module.entered(host, (token, status, value, error)) { module, given in
          let (token, status, value, error) = given
          var answer: PortAnswer
          if status == PAGE_OK {
            answer = value.map { PortAnswer(copying: $0.pointee, of: module.name) } ?? .done
          } else {
            answer = PortAnswer(
              ofPage: PageStatus(rawValue: status == PAGE_PENDING ? PAGE_INVALID : status),
              message: (try? Value.copy(error)) ?? "")
          }
          module.completed(token, answer)
        }
      },
      invalidate: { host, instance in
        Module.entered(host, instance) { $0.calls.invalidate($0, instance: $1) }
      },
      get_extension: { host, id in
        Module.entered(host, id) { module, id in
          String(validatingCString: id).flatMap { ServiceTables.table($0, for: module.manifest) }
        } ?? nil
      })
  }

  /// Finds the module of a table.
  ///
  /// It is not retained: nobody closes a module while its code runs.
  private nonisolated static func of<T>(
    _ host: UnsafePointer<page_host>, _ body: (Module) -> T
  ) -> T {
    Unmanaged<Module>.fromOpaque(host.pointee.context)._withUnsafeGuaranteedRef(body)
  }

  /// Runs host code in a call from a module; nil when the module is closed, or called from another thread than the
  /// host's, which the contract forbids and which would race.
  nonisolated static func entered<Given, T>(
    _ host: UnsafePointer<page_host>, _ given: Given,
    _ body: @escaping @MainActor (Module, Given) -> T
  ) -> T? {
    of(host) { module in
      guard pthread_equal(pthread_self(), module.thread) != 0, module.isOpen else { return nil }
      // The host's thread is the main actor's, so what was just checked need not be checked by `body` again.
      let checked = unsafeBitCast(HostWork(body: body), to: CheckedWork<Given, T>.self)
      return checked.body(module, given)
    }
  }
}

// Work for the host's thread, and the same work on it. Two types of one layout, since a function cannot be cast to
// another type without wrapping it into a third, which is allocated.
private struct HostWork<Given, Result> {
  let body: @MainActor (Module, Given) -> Result
}

private struct CheckedWork<Given, Result> {
  let body: (Module, Given) -> Result
}
