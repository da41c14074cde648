internal import Glibc
package import ManifestModel

/// Finds the modules of an app and of its search path, and reads what they tell without running any code of them.
///
/// What was found in a file is remembered by the file's identity, in memory and in one cache file, failures too; it is
/// read again when the file has changed.
@MainActor package final class Registry {
  /// Reads a manifest out of a note: its JSON, and what complaints call the file.
  package typealias Decoder = @Sendable ([UInt8], String) throws -> Manifest

  /// Gives the time in nanoseconds since 1970.
  package typealias Clock = @Sendable () -> Int64

  /// The folders that are searched, the first first.
  package let folders: [String]
  /// How many files were opened since the registry was made.
  package private(set) var opened = 0

  private var libraries: LibraryPath
  private var cache: RegistryCache
  private let inspector: ModuleInspector
  private let clock: Clock

  /// A file that changed less than this before it was read may change again and look the same, in nanoseconds.
  private static let settling: Int64 = 50_000_000

  /// - Parameters:
  ///   - folders: The folders to search, the first one wins; see `folders(app:path:)`.
  ///   - cacheFile: The path of the cache, in a folder that exists; nil to remember only in memory.
  ///   - libraries: Where the loader looks for libraries.
  ///   - decode: Reads a manifest.
  ///   - clock: Gives the time.
  package init(
    folders: [String], cacheFile: String?, libraries: LibraryPath = LibraryPath(),
    clock: @escaping Clock = Registry.systemClock, decode: @escaping Decoder
  ) {
    self.folders = folders
    self.libraries = libraries
    self.clock = clock
    cache = RegistryCache(file: cacheFile)
    inspector = ModuleInspector(decode: decode)
  }

  /// The system's time. Wraps `clock_gettime`.
  package static let systemClock: Clock = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The folders of an app: its `modules`, then those of `PAGEHOST_PATH`, which colons separate.
  nonisolated package static func folders(app: String, path: String?) -> [String] {
    var folder = app
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return ["\(folder)/modules"] + (path ?? "").split(separator: ":").map(String.init)
  }

  /// Lists the modules of all folders.
  ///
  /// Takes one `stat` for each file that is known already, and a few reads for each other. A file that cannot be used
  /// becomes a problem and stops no other.
  ///
  /// - Parameter writing: Paths of files that are being written, which are not looked at.
  package func list(writing: Set<String> = []) -> Listing {
    var listing = Listing()
    var seen: Set<FileIdentity.Place> = []
    var shadows = Shadows()
    libraries.forget()
    for path in folders {
      do {
        let folder = try ModuleFolder(path: path)
        guard seen.insert(folder.identity.place).inserted else { continue }
        list(folder, writing: writing, into: &listing, &shadows)
      } catch {
        listing.problems.append(.init(path: path, reason: error.reason))
      }
    }
    cache.save()
    return listing
  }

  private func list(
    _ folder: borrowing ModuleFolder, writing: Set<String>, into listing: inout Listing,
    _ shadows: inout Shadows
  ) {
    let prefix = folder.path.hasSuffix("/") ? folder.path : "\(folder.path)/"
    let names = folder.names { name in
      listing.problems.append(
        .init(path: prefix + name, reason: "has a name that is not UTF-8; rename it"))
    }
    listing.modules.reserveCapacity(listing.modules.count + names.count)
    shadows.beginFolder(at: listing.modules.count, count: names.count)
    for name in names {
      let path = prefix + name
      if !writing.isEmpty, writing.contains(path) {
        listing.problems.append(.init(path: path, reason: "is still being written"))
        continue
      }
      switch find(name, in: folder) {
      case (.module(let facts), let identity?):
        if let reason = libraries.objection(needed: facts.needed, runpath: facts.runpath) {
          listing.problems.append(.init(path: path, reason: reason))
        } else {
          shadows.add(facts, path, identity, to: &listing)
        }
      case (.problem(let reason), _):
        listing.problems.append(.init(path: path, reason: reason))
      default: break
      }
    }
  }

  /// What is at `name`, from the cache where it is known; nil when there is nothing.
  private func find(_ name: String, in folder: borrowing ModuleFolder) -> (Finding?, FileIdentity?)
  {
    switch folder.entry(name) {
    case .gone: return (nil, nil)
    case .problem(let reason): return (.problem(reason), nil)
    case .file(let identity):
      if let known = cache[identity] { return (known, identity) }
    }
    let before = clock()
    opened += 1
    let (finding, identity) = folder.read(name) { bytes, _ in
      inspector.inspect(bytes, name: name, thoroughly: false)
    }
    if let identity, identity.changed < before - Self.settling {
      cache[identity] = finding
    }
    return (finding, identity)
  }
}
