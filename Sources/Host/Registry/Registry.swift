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
  /// The only files of the first folder that are looked at; nil: all are.
  private let ownFiles: Set<String>?
  /// How many files were opened since the registry was made.
  package private(set) var opened = 0

  private var libraries: LibraryPath
  private var cache: RegistryCache
  private let decode: Decoder
  private let clock: Clock

  /// From how many new files in a folder on their manifests are checked only in what is listed.
  private static let crowd = 33

  /// A file that changed less than this before it was read may change again and look the same, in nanoseconds.
  private static let settling: Int64 = 50_000_000

  /// - Parameters:
  ///   - folders: The folders to search, the first one wins; see `folders(app:path:)`.
  ///   - ownFiles: The only files of the first folder that are looked at; nil for all.
  ///   - cacheFile: The path of the cache, in a folder that exists; nil to remember only in memory.
  ///   - libraries: Where the loader looks for libraries.
  ///   - decode: Reads a manifest.
  ///   - clock: Gives the time.
  package init(
    folders: [String], ownFiles: Set<String>? = nil, cacheFile: String?,
    libraries: LibraryPath = LibraryPath(),
    clock: @escaping Clock = Registry.systemClock, decode: @escaping Decoder
  ) {
    self.folders = folders
    self.ownFiles = ownFiles
    self.libraries = libraries
    self.clock = clock
    cache = RegistryCache(file: cacheFile)
    self.decode = decode
  }

  /// The system's time, from `clock_gettime`.
  package static let systemClock: Clock = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The folders of an app: its `modules`, then those of `PAGEHOST_PATH`, which colons separate.
  nonisolated package static func folders(app: String, path: String?) -> [String] {
    var folder = app
    while folder.hasSuffix("/") { folder.removeLast() }
    return ["\(folder)/modules"] + (path ?? "").split(separator: ":").map(String.init)
  }

  /// Lists the modules of all folders.
  ///
  /// Takes one `stat` for each file that is known already, and a few reads for each other. A file that cannot be used
  /// becomes a problem and stops no other.
  ///
  /// - Parameters:
  ///   - writing: Paths of files that are being written, which are not looked at.
  ///   - fully: Whether every manifest is checked in full, as for an app that is going to use them. Else those of a crowd of
  ///     new files are checked only in what is listed, so that a thousand are listed in a few milliseconds.
  package func list(writing: Set<String> = [], fully: Bool = false) -> Listing {
    var listing = Listing()
    var seen: Set<FileIdentity.Place> = []
    var shadows = Shadows()
    libraries.forget()
    for (index, path) in folders.enumerated() {
      do {
        let folder = try ModuleFolder(path: path)
        guard seen.insert(folder.place).inserted else { continue }
        list(
          folder, only: index == 0 ? ownFiles : nil, writing: writing, fully: fully,
          into: &listing, &shadows)
      } catch {
        listing.problems.append(.init(path: path, reason: error.reason))
      }
    }
    cache.save()
    return listing
  }

  private func list(
    _ folder: borrowing ModuleFolder, only files: Set<String>?, writing: Set<String>, fully: Bool,
    into listing: inout Listing, _ shadows: inout Shadows
  ) {
    let prefix = folder.path.hasSuffix("/") ? folder.path : "\(folder.path)/"
    var names = folder.names { name in
      listing.problems.append(
        .init(path: prefix + name, reason: "has a name that is not UTF-8; rename it"))
    }
    if let files { names.removeAll { !files.contains($0.text) } }
    listing.modules.reserveCapacity(listing.modules.count + names.count)
    shadows.beginFolder(at: listing.modules.count, count: names.count)
    let isWriting = { !writing.isEmpty && writing.contains(prefix + $0) }
    let found = find(names, in: folder, fully: fully, isWriting: isWriting)
    for (name, inspected) in zip(names, found) {
      let path = prefix + name.text
      switch (inspected.finding, inspected.identity) {
      case (.module(let facts), let identity?):
        if let reason = libraries.objection(needed: facts.needed, runpath: facts.image.runpath) {
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

  /// What is at each name, from the cache where it is known.
  private func find(
    _ names: [ModuleFolder.Name], in folder: borrowing ModuleFolder, fully: Bool,
    isWriting: (String) -> Bool
  ) -> [Inspected] {
    var found: [Inspected] = []
    found.reserveCapacity(names.count)
    var unknown: [Int] = []
    // When nothing is known, looking before opening is of no use where the folder says what is a file.
    let looksFirst = !cache.isEmpty
    for (index, name) in names.enumerated() {
      if isWriting(name.text) {
        found.append(Inspected(.problem("is still being written")))
      } else if !looksFirst, name.isFile {
        unknown.append(index)
        found.append(.nothing)
      } else {
        switch folder.files.entry(name.text) {
        case .gone: found.append(.nothing)
        case .problem(let reason): found.append(Inspected(.problem(reason)))
        case .file(let identity):
          guard let known = cache[identity] else {
            unknown.append(index)
            found.append(.nothing)
            continue
          }
          found.append(Inspected(known, of: identity))
          if fully { check(&found[index], name.text, isSettled: true) }
        }
      }
    }
    read(unknown, of: names, in: folder, fully: fully, into: &found)
    return found
  }

  /// Reads the files that are not known, and remembers what was found.
  private func read(
    _ unknown: [Int], of names: [ModuleFolder.Name], in folder: borrowing ModuleFolder,
    fully: Bool, into found: inout [Inspected]
  ) {
    guard !unknown.isEmpty else { return }
    let before = clock()
    opened += unknown.count
    let read = Inspection.run(unknown.map { names[$0].text }, in: folder.files, decode: decode)
    cache.reserve(unknown.count)
    for (index, inspected) in zip(unknown, read) {
      found[index] = inspected
      guard let identity = inspected.identity, let finding = inspected.finding else { continue }
      let isSettled = identity.changed < before - Self.settling
      if isSettled { cache[identity] = finding }
      if fully || unknown.count < Self.crowd {
        check(&found[index], names[index].text, isSettled: isSettled)
      }
    }
  }

  /// Reads all of a manifest of which only the summary was read.
  private func check(_ inspected: inout Inspected, _ name: String, isSettled: Bool) {
    guard case .module(let facts) = inspected.finding, !facts.isManifestChecked else { return }
    let finding = ModuleInspector.check(
      facts.manifest, of: facts.image, name: name, decode: decode)
    inspected.finding = finding
    if isSettled, let identity = inspected.identity { cache[identity] = finding }
  }
}
