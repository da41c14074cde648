// swift-tools-version: 6.3;(experimentalCGen)
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
  "GuidePage", "LoginPage", "HomePage", "TimelinePage", "PostPage", "ContactsPage", "ContactPage",
  "DiscoverPage", "AboutPage",
]

/// A page's target; its module is the dynamic library of the same name.
func page(_ name: String, at path: String) -> Target {
  .target(
    name: name, dependencies: ["PageKit"], path: path, exclude: ["page.json"],
    swiftSettings: settings, linkerSettings: imageLink, plugins: ["PageManifest"])
}

/// Images for tests, good and deliberately bad ones, each in a folder of its own.
let fixtures: [Target] = {
  func image(_ name: String, guarded: Bool, _ link: [LinkerSetting]) -> Target {
    .target(
      name: name, dependencies: guarded ? ["PageABI", "PageImage"] : ["PageABI"],
      path: "Tests/Fixtures/Images/\(name)", publicHeadersPath: ".", swiftSettings: settings,
      linkerSettings: link)
  }
  // Without Swift's start-up file nothing of Swift's runtime is linked into an image in C.
  let c: LinkerSetting = .unsafeFlags(["-nostartfiles"])
  let resident: LinkerSetting = .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "nodelete"])
  var all: [Target] = []
  for name in ["OrdinaryImage", "LeakingImage", "AsyncImage"] {
    all.append(image(name, guarded: true, imageLink))
  }
  for name in [
    "ThreadImage", "KeysImage", "ThreadLocalImage", "HandlerImage", "ProcessStateImage",
    "DescriptorsImage", "MappingsImage", "AllocationsImage", "ExitsImage",
  ] {
    all.append(image(name, guarded: true, imageLink + [c]))
  }
  all.append(image("NoDeleteImage", guarded: true, imageLink + [c, resident]))
  for name in ["PlainImage", "PlainKeysImage", "GlobalImage", "UniqueImage", "NoEntryImage"] {
    all.append(image(name, guarded: false, [c, .unsafeFlags(["-static-stdlib"])]))
  }
  all.append(image("SharedRuntimeImage", guarded: false, []))
  return all
}()

/// Pages for tests, good and deliberately bad ones; those in C prove that the contract needs no Swift.
let fixturePages: [Target] = {
  func inC(_ name: String, guarded: Bool = true, _ link: [LinkerSetting] = imageLink) -> Target {
    .target(
      name: name, dependencies: ["PageABI", "CFixture"] + (guarded ? ["PageImage"] : []),
      path: "Tests/Fixtures/Pages/\(name)", exclude: ["page.json"], publicHeadersPath: ".",
      linkerSettings: link + [.unsafeFlags(["-nostartfiles"])],
      plugins: ["PageManifest"])
  }
  func inSwift(_ name: String, _ link: [LinkerSetting] = imageLink) -> Target {
    .target(
      name: name, dependencies: ["PageKit"], path: "Tests/Fixtures/Pages/\(name)",
      exclude: ["page.json"], swiftSettings: settings, linkerSettings: link,
      plugins: ["PageManifest"])
  }
  return [
    inC("CPage"), inC("HostilePage"), inC("ThreadPage"), inC("HandlerPage"),
    inC("ContradictingPage"), inC("AbortingPage"), inC("PausingPage"),
    inC("NoDeletePage", imageLink + [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "nodelete"])]),
    inC("UniquePage", guarded: false, [.unsafeFlags(["-static-stdlib"])]),
    inSwift("LeakingPage"), inSwift("AsyncPage"), inSwift("FailingPage"), inSwift("ChainPage"),
    inSwift("LinkPage"), inSwift("StatePage"), inSwift("SlowPage"), inSwift("EssentialsPage"),
    inSwift("TouchPage"), inSwift("LifePage"), inSwift("AskingPage"),
    inSwift("CrashPage"), inSwift("GrowingPage"),
    inSwift("RequestPage"),
    inSwift("SharedRuntimePage", []),
  ]
}()

/// A C library of the system, with its module map in `Sources/System`.
func system(_ name: String, _ pkgConfig: String?, _ apt: String) -> Target {
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
  ]
    + (pages + (fixtures + fixturePages).map { $0.name }).map {
      .library(name: $0, type: .dynamic, targets: [$0])
    },
  targets: [
    system("CFFI", "libffi", "libffi-dev"),
    system("CUV", "libuv", "libuv1-dev"),
    system("CJemalloc", "jemalloc", "libjemalloc-dev"),
    system("CSQLite", "sqlite3", "libsqlite3-dev"),
    // Its pkg-config file has flags that SwiftPM refuses with a warning and that nothing needs.
    system("CNcurses", nil, "libncurses-dev"),
    system("CSodium", "libsodium", "libsodium-dev"),
    // These two are opened when they are first needed, and therefore not linked.
    .target(name: "CCurl", path: "Sources/System/CCurl"),
    .target(
      name: "CXML", path: "Sources/System/CXML",
      cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
    .target(name: "PageABI"),
    .target(
      name: "PageImage", dependencies: ["PageABI"], exclude: ["link"],
      // So that an image holds, and looks up when it is opened, only what it calls.
      cSettings: [.unsafeFlags(["-ffunction-sections", "-fdata-sections"])]),
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
      name: "HostC", dependencies: ["PageABI", "CJemalloc"], path: "Sources/System/HostC",
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=page_heap_opening"])]),
    .target(
      name: "Host",
      dependencies: [
        "PageABI", "ManifestModel", "HostC", "CFFI", "CUV", "CJemalloc", "CSQLite", "CNcurses",
        "CSodium", "CCurl", "CXML",
      ], swiftSettings: settings),
    .executableTarget(name: "pagehost", dependencies: ["Host"], swiftSettings: settings),
    .executableTarget(
      name: "main-queue-fixture", dependencies: ["Host"], path: "Tests/Fixtures/MainQueue",
      swiftSettings: settings),
    .testTarget(
      name: "HostTests", dependencies: ["Host", "HostC", "main-queue-fixture"],
      swiftSettings: settings),
    .testTarget(name: "CommandTests", exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "PageKitTests", dependencies: ["PageKit", "PageABI"], swiftSettings: settings),
    .testTarget(
      name: "PageManifestTests",
      dependencies: ["ManifestModel", "page-manifest", "PageABI", "PageKit"],
      swiftSettings: settings),
  ] + pages.map { page($0, at: "Plugins/\($0)") } + fixtures + fixturePages
    + [.target(name: "CFixture", dependencies: ["PageABI"], path: "Tests/Fixtures/Pages/CFixture")]
)
