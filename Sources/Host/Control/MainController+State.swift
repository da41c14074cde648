internal import ManifestModel

// Pages and their states as text and as JSON, and arguments as a person writes them.
extension MainController {
  /// One line: `{"format":1,"top":"PAGE","pages":[{"page":…,"state":…}…]}`.
  package var stateJSON: String {
    let pages = controllers.all.map { controller in
      "{\"page\":\"\(controller.name)\",\"state\":\"\(state(of: controller).rawValue)\"}"
    }
    // Page names are letters and digits, so that nothing in them needs to be escaped.
    let top = navigation.top.map { "\"\($0.page)\"" } ?? "null"
    return "{\"format\":1,\"top\":\(top),\"pages\":[\(pages.joined(separator: ","))]}"
  }

  /// A table of pages, states and instances.
  package var stateTable: String {
    let rows = controllers.all.map { controller in
      (
        controller.name, state(of: controller).rawValue,
        controller.instances.map(\.name).joined(separator: " ")
      )
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, state, instances in
      let line =
        name + String(repeating: " ", count: width - name.count + 2) + state
        + String(repeating: " ", count: max(0, 13 - state.count)) + instances
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// Reads a page's arguments as texts by name.
  package func arguments(
    _ texts: [String: String], of page: String
  ) throws(InstanceError) -> [String: Value] {
    guard let controller = controllers[page] else { throw noSuchPage(page) }
    var arguments: [String: Value] = [:]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      guard let type = controller.page.arguments[name] else {
        let known = controller.page.arguments.keys.sorted().joined(separator: ", ")
        throw InstanceError(
          page: page,
          message: "it has no argument '\(name)'; it takes \(known.isEmpty ? "none" : known)")
      }
      do throws(Value.TextError) {
        arguments[name] = try Value(text, as: type)
      } catch {
        throw InstanceError(page: page, message: "its argument '\(name)': \(error)")
      }
    }
    return arguments
  }

  /// What is said of a page that nobody has.
  func noSuchPage(_ page: String) -> InstanceError {
    let known = controllers.all.map(\.name).joined(separator: ", ")
    return InstanceError(page: page, message: "no module has this page; there are \(known)")
  }
}
