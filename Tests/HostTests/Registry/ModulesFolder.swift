import Glibc
import ManifestModel

@testable import Host

/// A temporary folder that modules are put into; removed with this value.
final class ModulesFolder {
  private let folder = TemporaryFolder()
  var path: String { folder.path }

  struct Failure: Error {
    var what: String
    var number = errno
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = path(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(what: path) }
    defer { close(descriptor) }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw Failure(what: path) }
    return path
  }

  /// Puts a module there whose file is named after it.
  @discardableResult func add(
    _ module: String, pages: [String]? = nil, version: String = "1.0.0", file: String? = nil,
    _ change: (inout ELFBuilder) -> Void = { _ in }
  ) throws -> String {
    var builder = ELFBuilder()
    builder.manifest = ELFBuilder.manifest(module, pages: pages, version: version)
    change(&builder)
    return try write(file ?? "lib\(module).so", builder.bytes)
  }

  func makeFolder(_ name: String) throws -> String {
    guard mkdir(path(name), 0o755) == 0 else { throw Failure(what: name) }
    return path(name)
  }

  func link(_ name: String, to target: String) throws {
    guard symlink(target, path(name)) == 0 else { throw Failure(what: name) }
  }

  func remove(_ name: String) { TemporaryFolder.remove(path(name)) }

  func setMode(_ mode: mode_t, of name: String? = nil) throws {
    guard chmod(name.map(path) ?? path, mode) == 0 else { throw Failure(what: "chmod") }
  }
}

extension Registry {
  /// A registry at a time at which all files are settled, unless another is given.
  convenience init(
    testing folders: [String], cacheFile: String? = nil, clock: @escaping Clock = { .max }
  ) {
    self.init(
      folders: folders, cacheFile: cacheFile, clock: clock,
      decode: { try Manifest(json: $0, file: $1) })
  }
}
