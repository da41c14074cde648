extension AppSession {
  /// Why nobody was warned.
  package struct WarnError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Warns the app that runs on the data folder of a place, and waits until it has done what a warning does.
  package static func warn(_ location: AppLocation, _ level: MemoryWarning) throws -> WarningReport
  {
    let app = try App(location)
    guard let path = try location.dataFolder(appID: app.flow.id) else {
      throw WarnError(.nobody, app.flow.title)
    }
    do {
      return try WarningCall.send(level, to: path)
    } catch {
      throw WarnError(error, app.flow.title)
    }
  }
}

extension AppSession.WarnError {
  init(_ failure: WarningCall.Failure, _ title: String) {
    switch failure {
    case .nobody:
      description = "\(title) does not run on this data folder; start it, or name its --data"
    case .refused(let reason):
      description = "\(title) cannot be warned: \(reason)"
    case .noAnswer:
      description =
        "\(title) has not answered within \(WarningCall.patience / 1_000) seconds; "
        + "it does what the warning asks for when it goes on"
    case .ended:
      description = "\(title) ended before it answered; start it again"
    }
  }
}
