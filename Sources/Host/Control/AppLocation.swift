private import Glibc

/// Where an app is: its `app.json`, its modules, and the folder that keeps its data.
package struct AppLocation: Sendable, Hashable {
  /// How the app was found.
  package enum Origin: Sendable, Hashable {
    /// By the option `--app`.
    case option
    /// By `$PAGEHOST_APP`.
    case environment
    /// The folder that the host was started in is the app.
    case currentFolder
    /// It is installed beside the executable: `bin/pagehost`, `app/app.json`.
    case installed
    /// The executable is in SwiftPM's build folder, its modules beside it, `app.json` in `Plugins`.
    case buildFolder
  }

  /// Which data the app works on.
  package enum Data: Sendable, Hashable {
    /// The folder that was named.
    case folder(String)
    /// The app's own folder among the user's data.
    case standard
    /// A folder that is removed afterwards.
    case temporary
  }

  package let origin: Origin
  /// The path of `app.json`, absolute; whether there is one is found out when it is read.
  package let file: String
  /// The folders with modules, absolute: the app's own, then those of `$PAGEHOST_PATH`, each once.
  package let moduleFolders: [String]
  /// The only files of the first of these folders that are the app's; nil: all are.
  ///
  /// SwiftPM's build folder holds what tests are made of too.
  package let ownFiles: Set<String>?

  private let data: Data
  private let surroundings: Surroundings

  /// Finds the app: `app` if it is given, else `$PAGEHOST_APP`, else the current folder if it holds
  /// `app.json`, else the app beside the executable.
  package init(app: String?, data: Data, in surroundings: Surroundings) throws(Error) {
    self.data = data
    self.surroundings = surroundings
    let place = try Self.find(app, in: surroundings)
    origin = place.origin
    file = place.file
    var folders = [place.modules]
    for folder in surroundings["PAGEHOST_PATH"]?.split(separator: ":") ?? [] {
      let path = surroundings.absolute(String(folder))
      if !folders.contains(path) { folders.append(path) }
    }
    moduleFolders = folders
    ownFiles = place.origin == .buildFolder ? Self.ownFiles(besides: place.file) : nil
  }

  /// The folder that keeps the data of the app with this id, absolute, or nil for a temporary one.
  ///
  /// It need not exist. The standard folder follows the XDG Base Directory Specification 0.8.
  package func dataFolder(appID: String) throws(Error) -> String? {
    switch data {
    case .folder(let path): return surroundings.absolute(path)
    case .temporary: return nil
    case .standard:
      guard Self.isFolderName(appID) else { throw .unsafeID(appID) }
      // The specification says that a relative path is to be ignored.
      if let base = surroundings["XDG_DATA_HOME"], base.hasPrefix("/") {
        return surroundings.absolute("\(base)/pagehost/\(appID)")
      }
      guard let home = surroundings.home else { throw .noHome }
      return surroundings.absolute("\(home)/.local/share/pagehost/\(appID)")
    }
  }

  private typealias Place = (origin: Origin, file: String, modules: String)

  private static func find(
    _ app: String?, in surroundings: Surroundings
  ) throws(Error) -> Place {
    if let app { return try named(surroundings.absolute(app), by: .option) }
    if let app = surroundings["PAGEHOST_APP"] {
      return try named(surroundings.absolute(app), by: .environment)
    }
    let current = surroundings.currentFolder
    if let current, isFile("\(current)/app.json") { return place(current, .currentFolder) }
    guard let executable = surroundings.executable else { throw .noApp(looked: [current ?? "."]) }
    let beside = surroundings.absolute("\(executable)/../../app")
    if isFile("\(beside)/app.json") { return place(beside, .installed) }
    if let place = inBuildFolder(of: executable) { return place }
    throw .noApp(looked: [current ?? ".", beside])
  }

  /// A folder that someone named; it has to be there, but what it lacks is for its reader to say.
  private static func named(_ folder: String, by origin: Origin) throws(Error) -> Place {
    var facts = stat()
    guard stat(folder, &facts) == 0 else {
      throw .unreadable(folder, origin, reason: String(cString: strerror(errno)))
    }
    guard facts.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(folder, origin) }
    return place(folder, origin)
  }

  private static func place(_ folder: String, _ origin: Origin) -> Place {
    (origin, "\(folder)/app.json", "\(folder)/modules")
  }

  /// The package's own app when the executable is `PACKAGE/.build/…/pagehost`, as `swift run` makes it.
  private static func inBuildFolder(of executable: String) -> Place? {
    let parts = executable.split(separator: "/")
    guard let build = parts.lastIndex(of: ".build") else { return nil }
    let file = "/" + (parts[..<build] + ["Plugins", "app.json"]).joined(separator: "/")
    guard isFile(file) else { return nil }
    return (.buildFolder, file, "/" + parts.dropLast().joined(separator: "/"))
  }

  /// The files of those pages whose sources are beside `app.json`. (readdir(3))
  private static func ownFiles(besides file: String) -> Set<String> {
    let folder = file.dropLast("/app.json".count)
    guard let stream = opendir(String(folder)) else { return [] }
    defer { closedir(stream) }
    var files: Set<String> = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if isFile("\(folder)/\(name)/page.json") { files.insert("lib\(name).so") }
    }
    return files
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether an id names one folder and no other place.
  private static func isFolderName(_ id: String) -> Bool {
    !id.isEmpty && id != "." && id != ".." && id.utf8.count <= 255
      && id.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
  }
}
