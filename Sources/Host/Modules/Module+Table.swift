internal import PageABI

#if canImport(Glibc)
  internal import Glibc
#endif

extension Module {
  /// The functions that every module is given.
  ///
  /// Not isolated, so that neither are the functions: Swift would end the process when one that belongs to the main actor
  /// is called on another thread, before it could refuse.
  nonisolated static func makeTable(for module: Module) -> page_host {
    page_host(
      size: UInt32(MemoryLayout<page_host>.size), abi: PAGE_ABI_VERSION,
      context: Unmanaged.passUnretained(module).toOpaque(),
      turn: { host, deadline in
        Module.entered(host) { $0.calls?.turn($0, deadline: deadline) }
      },
      now: { Module.of($0).time.now },
      wall: { Module.of($0).time.wall },
      log: { host, instance, level, text in
        let text = Crossing(text)
        Module.entered(host) { module in
          guard let text = try? Value.copy(text.value) else { return }
          module.calls?.log(module, instance: instance, level: level, text: text)
        }
      },
      find: { host, name, action in
        let name = Crossing(name)
        let answer = Module.entered(host) { module -> (page_status, page_action_id) in
          guard let name = try? Value.copy(name.value) else { return (PAGE_INVALID, 0) }
          return module.calls?.find(module, action: name) ?? (PAGE_UNAVAILABLE, 0)
        }
        action.pointee = answer?.1 ?? 0
        return answer?.0 ?? PAGE_INVALID
      },
      call: { host, instance, request, reply in
        let given = Crossing((request, reply))
        return Module.entered(host) { module in
          module.calls?.call(module, instance: instance, request: given.value.0, reply: given.value.1)
            ?? PAGE_UNAVAILABLE
        } ?? PAGE_INVALID
      },
      announce: { host, instance, outcome, values in
        let given = Crossing((outcome, values))
        return Module.entered(host) { module in
          guard let outcome = try? Value.copy(given.value.0),
            let values = try? Value.copy(given.value.1)
          else { return PAGE_INVALID }
          return module.calls?.announce(
            module, instance: instance, outcome: outcome, values: values) ?? PAGE_UNAVAILABLE
        } ?? PAGE_INVALID
      },
      complete: { host, token, status, value, error in
        let given = Crossing((value, error))
        Module.entered(host) { module in
          var answer: PortAnswer
          if status == PAGE_OK {
            answer = given.value.0.map { PortAnswer(copying: $0.pointee, of: module.name) } ?? .done
          } else {
            answer = PortAnswer(
              PageStatus(rawValue: status == PAGE_PENDING ? PAGE_INVALID : status),
              message: (try? Value.copy(given.value.1)) ?? "")
          }
          module.completed(token, answer)
        }
      },
      invalidate: { host, instance in
        Module.entered(host) { $0.calls?.invalidate($0, instance: instance) }
      },
      get_extension: { host, id in
        let id = Crossing(id)
        return Module.entered(host) { module in
          String(validatingCString: id.value).flatMap { ServiceTables.table($0, for: module.manifest) }
        } ?? nil
      })
  }

  private nonisolated static func of(_ host: UnsafePointer<page_host>) -> Module {
    Unmanaged<Module>.fromOpaque(host.pointee.context).takeUnretainedValue()
  }

  /// Runs host code in a call from a module; nil when the module called from another thread than the host's, which the
  /// contract forbids and which would race.
  nonisolated static func entered<T>(
    _ host: UnsafePointer<page_host>, _ body: @MainActor (Module) -> T
  ) -> T? {
    let module = of(host)
    guard pthread_equal(pthread_self(), module.thread) != 0 else {
      return nil
    }
    return withoutActuallyEscaping(body) { body in
      unsafeBitCast(body, to: ((Module) -> T).self)(module)
    }
  }
}

/// What a module gave to a function of the host, taken to the main actor.
///
/// Invariant of `@unchecked Sendable`: it is read during the call that made it, on the thread that made it.
struct Crossing<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
