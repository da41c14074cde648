internal import PageABI

extension page_definition {
  /// The entries of every page that this kit serves.
  static func entries(
    name: UnsafePointer<CChar>, actions: UnsafePointer<page_action>?, count: Int
  ) -> page_definition {
    page_definition(
      size: UInt32(MemoryLayout<page_definition>.size), action_count: UInt32(count), name: name,
      actions: actions,
      create: { definition, host, instance, out in
        entered((definition, host, instance, out)) { definition, host, instance, out in
          guard let type = PageModule.type(of: String(cString: definition.pointee.name)) else {
            return PAGE_NOT_FOUND
          }
          let page = LivePage(type, host: host, instance: instance)
          out.pointee = Unmanaged.passRetained(page).toOpaque()
          return PAGE_OK
        }
      },
      destroy: { page in
        entered(page) { page in
          let live = Unmanaged<LivePage>.fromOpaque(page).takeRetainedValue()
          live.link.end()
        }
      },
      init_data: { page, call, arguments, state in
        entered((page, call, arguments, state)) { page, call, arguments, state in
          let live = live(page)
          let arguments = [String: PageValue](arguments)
          let state = [String: PageValue](state)
          live.link.begin()
          return live.serve(call) { page in
            page.savedState = state
            try await page.initData(arguments)
            return .nothing
          }
        }
      },
      appear_started: { entered($0) { page in live(page).enter { $0.appearStarted() } } },
      appear_finished: { entered($0) { page in live(page).enter { $0.appearFinished() } } },
      disappear_started: { entered($0) { page in live(page).enter { $0.disappearStarted() } } },
      disappear_finished: { entered($0) { page in live(page).enter { $0.disappearFinished() } } },
      save_state: { page, call, out in
        entered((page, call, out)) { page, call, out in
          live(page).serve(call, reply: out) { .map(try await $0.saveState()) }
        }
      },
      release_data: { entered($0) { page in live(page).release() } },
      view: { page, out in
        entered((page, out)) { page, out in
          live(page).view(into: out)
          return PAGE_OK
        }
      },
      event: { page, call, event in
        entered((page, call, event)) { page, call, event in
          live(page).event(call, event.pointee)
        }
      },
      completed: { page, token, status, value in
        entered((page, token, status, value)) { page, token, status, value in
          live(page).completed(token, status, value.pointee)
        }
      },
      get_extension: { page, id in
        guard String(cString: id) == PAGE_REQUESTS_PROGRESS else { return nil }
        return entered(page) { _ in
          UnsafeRawPointer(UnsafePointer<page_requests_progress>.ofPages)
        }
      },
      memory_warning: { page, level in
        entered((page, level)) { page, level in
          live(page).enter { $0.memoryWarning(isCritical: level >= PAGE_MEMORY_CRITICAL) }
        }
      })
  }
}

/// The page behind the pointer that the host hands back.
func live(_ page: UnsafeMutableRawPointer) -> LivePage {
  Unmanaged<LivePage>.fromOpaque(page).takeUnretainedValue()
}
