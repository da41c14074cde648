internal import ManifestModel
internal import PageABI

/// The functions of the services as pages see them: one table of C functions each, made once.
@MainActor enum ServiceTables {
  /// The table of an extension, or nil where there is none or the manifest does not ask for it.
  static func table(_ id: String, for manifest: Manifest) -> UnsafeRawPointer? {
    let permissions = manifest.permissions
    switch id {
    case PAGE_DATABASE: return permissions.database ? UnsafeRawPointer(database) : nil
    case PAGE_PREFERENCES: return permissions.preferences ? UnsafeRawPointer(preferences) : nil
    case PAGE_SESSION: return permissions.session ? UnsafeRawPointer(session) : nil
    case PAGE_NAVIGATION: return UnsafeRawPointer(navigation)
    case PAGE_CENSUS: return permissions.census ? UnsafeRawPointer(census) : nil
    case PAGE_JSON: return UnsafeRawPointer(json)
    case PAGE_LANGUAGE: return UnsafeRawPointer(language)
    case PAGE_REQUESTS: return permissions.requests.isEmpty ? nil : UnsafeRawPointer(requests)
    case PAGE_XML: return permissions.xml ? UnsafeRawPointer(xml) : nil
    default: return nil
    }
  }

  private static func kept<Table>(_ table: Table) -> UnsafePointer<Table> {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafePointer(memory)
  }

  // The tables are made by functions without isolation, as closures that belong to the main actor would end the process
  // when a page calls them on another thread.

  private static let database = kept(makeDatabase())

  private nonisolated static func makeDatabase() -> page_database {
    page_database(
      size: UInt32(MemoryLayout<page_database>.size),
      run: { host, instance, token, sql, parameters in
        serve(host, instance, token) {
          .database(sql: try Value.copy(sql), parameters: try Value.copy(parameters))
        }
      })
  }

  private static let preferences = kept(makePreferences())

  private nonisolated static func makePreferences() -> page_preferences {
    page_preferences(
      size: UInt32(MemoryLayout<page_preferences>.size),
      get: { host, instance, token, name in
        serve(host, instance, token) { .preference(try Value.copy(name)) }
      },
      set: { host, instance, token, name, value in
        serve(host, instance, token) {
          .setPreference(try Value.copy(name), try Value.copy(value.pointee))
        }
      })
  }

  private static let session = kept(makeSession())

  private nonisolated static func makeSession() -> page_session {
    page_session(
      size: UInt32(MemoryLayout<page_session>.size),
      current: { host, instance, token in serve(host, instance, token) { .currentAccount } },
      sign_in: { host, instance, token, account, password, remember in
        serve(host, instance, token) {
          .signIn(
            account: try Value.copy(account), password: try Value.copy(password),
            remember: remember)
        }
      },
      create_account: { host, instance, token, account, password, remember in
        serve(host, instance, token) {
          .createAccount(
            try Value.copy(account), password: try Value.copy(password), remember: remember)
        }
      })
  }

  private static let navigation = kept(makeNavigation())

  private nonisolated static func makeNavigation() -> page_navigation {
    page_navigation(
      size: UInt32(MemoryLayout<page_navigation>.size),
      present: { host, instance, token, outcome, values in
        serve(host, instance, token) {
          .present(outcome: try Value.copy(outcome), values: try Value.copy(values))
        }
      },
      set_badge: { host, instance, count in
        Module.entered(host, (instance, count)) { module, given in
          module.calls.setBadge(module, instance: given.0, count: given.1)
        }
      },
      raise_edition: { host, instance in
        Module.entered(host, instance) { $0.calls.raiseEdition($0, instance: $1) }
      })
  }

  private static let census = kept(makeCensus())

  private nonisolated static func makeCensus() -> page_census {
    page_census(
      size: UInt32(MemoryLayout<page_census>.size),
      read: { host, instance, token in serve(host, instance, token) { .census } })
  }

  private static let json = kept(makeJson())

  private nonisolated static func makeJson() -> page_json {
    page_json(
      size: UInt32(MemoryLayout<page_json>.size),
      parse: { host, instance, token, document in
        serve(host, instance, token) { .json(try Value.copy(document)) }
      })
  }

  private static let language = kept(makeLanguage())

  private nonisolated static func makeLanguage() -> page_language {
    page_language(
      size: UInt32(MemoryLayout<page_language>.size),
      current: { host in
        Module.entered(host, ()) { module, _ in
          ServiceTables.names[module.calls.language]
        }.flatMap(\.self) ?? page_string(data: nil, length: 0)
      })
  }

  /// The languages' names for modules, which may keep them.
  private static let names: [Language: page_string] = Dictionary(
    uniqueKeysWithValues: Language.allCases.map { language in
      let text = Array(language.rawValue.utf8CString)
      let memory = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      memory.initialize(from: text, count: text.count)
      return (language, page_string(data: memory, length: text.count - 1))
    })

  private static let requests = kept(makeRequests())

  private nonisolated static func makeRequests() -> page_requests {
    page_requests(
      size: UInt32(MemoryLayout<page_requests>.size),
      fetch: { host, instance, token, fetch in
        serve(host, instance, token) { .fetch(try FetchRequest(copying: fetch)) }
      },
      cancel: { host, instance, token in serve(host, instance, token) { .cancelFetch(token) } })
  }

  private static let xml = kept(makeXml())

  private nonisolated static func makeXml() -> page_xml {
    page_xml(
      size: UInt32(MemoryLayout<page_xml>.size),
      parse: { host, instance, token, document, encoding in
        serve(host, instance, token) {
          .parseXML(try Value.copy(document), encoding: try Value.copy(encoding))
        }
      })
  }
}

/// Hands a page's request to the host; `request` copies what crosses.
private func serve(
  _ host: UnsafePointer<page_host>, _ instance: page_instance, _ token: page_token,
  _ request: () throws -> ServiceCall
) -> page_status {
  guard let request = try? request() else { return PAGE_INVALID }
  return Module.entered(host, request) { module, request in
    module.calls.serve(module, instance: instance, token: token, request)
  } ?? PAGE_INVALID
}
