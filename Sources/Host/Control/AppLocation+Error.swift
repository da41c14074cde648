extension AppLocation {
  /// Why an app or its data has no place.
  package enum Error: Swift.Error, Hashable, CustomStringConvertible {
    /// Nothing was named and no usual place holds an app.
    case noApp(looked: [String])
    /// The folder that was named cannot be looked at, most often because there is none.
    case unreadable(String, Origin, reason: String)
    /// What was named is a file.
    case notAFolder(String, Origin)
    /// The app's id cannot be the name of a folder.
    case unsafeID(String)
    /// There is no home folder to keep data in.
    case noHome

    package var description: String {
      switch self {
      case .noApp(let looked):
        "no app found in \(looked.map { "'\($0)'" }.joined(separator: " or ")); "
          + "name the folder that holds app.json with --app or PAGEHOST_APP"
      case .unreadable(let path, let origin, let reason):
        "cannot open the app's folder '\(path)', named by \(Self.name(origin)): \(reason); "
          + "name the folder that holds app.json"
      case .notAFolder(let path, let origin):
        "'\(path)', named by \(Self.name(origin)), is not a folder; "
          + "name the folder that holds app.json"
      case .unsafeID(let id):
        "the app's id '\(id)' cannot name a data folder; correct \"id\" in app.json or use --data"
      case .noHome:
        "no folder for the app's data: neither XDG_DATA_HOME nor HOME is set; use --data"
      }
    }

    private static func name(_ origin: Origin) -> String {
      origin == .environment ? "PAGEHOST_APP" : "--app"
    }
  }
}
