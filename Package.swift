// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// What every Swift target of the project is compiled with.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// How a page's image is linked: private runtime, private heap, one exported symbol.
///
/// One file of flags serves this package, packages outside and other build systems; `@here@` in it is its own folder.
let imageLink: [LinkerSetting] = {
  let folder = "\(Context.packageDirectory)/Sources/PageImage/link"
  let flags = (try? String(contentsOfFile: "\(folder)/image.flags", encoding: .utf8)) ?? ""
  let words = flags.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.isEmpty }
  return [.unsafeFlags(words.map { $0.replacingOccurrences(of: "@here@", with: folder) })]
}()

/// The pages of the app, each a module of its own.
let pages = [
  "GuidePage", "LoginPage", "HomePage", "TimelinePage", "ContactsPage", "DiscoverPage", "AboutPage",
].filter { FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Plugins/\($0)/page.json") }

/// A page's target; its module is the dynamic library of the same name.
func page(_ name: String, at path: String) -> Target {
  .target(
    name: name, dependencies: ["PageKit"], path: path, exclude: ["page.json"],
    swiftSettings: settings, linkerSettings: imageLink, plugins: ["PageManifest"])
}

/// A C library of the system, with its module map in `Sources/System`.
func system(_ name: String, _ pkgConfig: String, _ apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "PageHost",
  products: [
    .executable(name: "pagehost", targets: ["pagehost"]),
    .library(name: "Host", targets: ["Host"]),
    .library(name: "PageKit", targets: ["PageKit"]),
    .plugin(name: "PageManifest", targets: ["PageManifest"]),
  ] + pages.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  targets: [
    system("CFFI", "libffi", "libffi-dev"),
    system("CUV", "libuv", "libuv1-dev"),
    system("CJemalloc", "jemalloc", "libjemalloc-dev"),
    system("CSQLite", "sqlite3", "libsqlite3-dev"),
    system("CNcurses", "ncursesw", "libncurses-dev"),
    system("CSodium", "libsodium", "libsodium-dev"),
    .target(name: "PageABI"),
    .target(name: "PageImage", dependencies: ["PageABI"], exclude: ["link"]),
    .target(
      name: "PageKit", dependencies: ["PageABI", "PageImage"], swiftSettings: settings),
    .target(name: "ManifestModel", path: "Sources/PageManifest/Model", swiftSettings: settings),
    .executableTarget(
      name: "page-manifest", dependencies: ["ManifestModel"], path: "Sources/PageManifest/Tool",
      swiftSettings: settings),
    .plugin(
      name: "PageManifest", capability: .buildTool(), dependencies: ["page-manifest"],
      path: "Sources/PageManifest/Plugin"),
    .target(
      name: "HostC", dependencies: ["PageABI"], path: "Sources/System/HostC",
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=page_heap_opening"])]),
    .target(
      name: "Host",
      dependencies: [
        "PageABI", "ManifestModel", "HostC", "CFFI", "CUV", "CJemalloc", "CSQLite", "CNcurses",
        "CSodium",
      ], swiftSettings: settings),
    .executableTarget(name: "pagehost", dependencies: ["Host"], swiftSettings: settings),
    .executableTarget(
      name: "main-queue-fixture", dependencies: ["Host"], path: "Tests/Fixtures/MainQueue",
      swiftSettings: settings),
    .testTarget(
      name: "HostTests", dependencies: ["Host", "main-queue-fixture"], swiftSettings: settings),
    .testTarget(
      name: "PageManifestTests", dependencies: ["ManifestModel"], swiftSettings: settings),
  ] + pages.map { page($0, at: "Plugins/\($0)") }
)
