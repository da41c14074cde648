internal import Host

/// The options of every subcommand that say which app is meant and where its data is.
struct AppOptions: Sendable {
  private static let app = CommandSyntax.Option(
    "app", value: "DIR",
    help: "The app's folder (default: $PAGEHOST_APP, else this folder if it holds app.json, else "
      + "the app installed beside pagehost).")
  private static let keptData = CommandSyntax.Option(
    "data", value: "DIR",
    help: "Where the app's data is (default: $XDG_DATA_HOME/pagehost/ID, ID being the app's id).")
  private static let temporaryData = CommandSyntax.Option(
    "data", value: "DIR", help: "Where the app's data is (default: a temporary folder).")

  /// The options of a subcommand that works on the app's own data.
  static let kept = [app, keptData]
  /// The options of a subcommand that leaves the app's own data alone unless told.
  static let temporary = [app, temporaryData]

  private let app: String?
  private let data: AppLocation.Data

  init(_ arguments: ParsedArguments) {
    app = arguments[Self.app]
    let isTemporary = arguments.syntax.options.contains(Self.temporaryData)
    let given = arguments[isTemporary ? Self.temporaryData : Self.keptData]
    data = given.map { .folder($0) } ?? (isTemporary ? .temporary : .standard)
  }

  /// Whether the data folder was named.
  var namesData: Bool { if case .folder = data { true } else { false } }

  /// Finds the app.
  /// - Parameter temporary: Whether its data is temporary unless the folder was named.
  @MainActor func location(temporary: Bool = false) throws(AppLocation.Error) -> AppLocation {
    let data = temporary && !namesData ? .temporary : data
    return try AppLocation(app: app, data: data, in: .ofProcess())
  }
}
