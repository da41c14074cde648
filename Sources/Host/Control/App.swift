internal import Glibc
package import ManifestModel

/// An app: where it is, and its flow.
package struct App: Sendable {
  package let location: AppLocation
  package let flow: Flow
  /// What is in `app.json` and not known.
  package let warnings: [Manifest.Warning]

  /// Why an app cannot be run.
  package struct LoadError: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Reads the `app.json` of a place.
  package init(_ location: AppLocation) throws(LoadError) {
    self.location = location
    let bytes = try App.read(location.file)
    do throws(ManifestError) {
      (flow, warnings) = try Flow.read(json: bytes, file: location.file)
    } catch {
      throw LoadError(description: error.description)
    }
  }

  /// The most bytes that an `app.json` may have.
  private static let limit = 1 << 20

  private static func read(_ path: String) throws(LoadError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else {
      let reason = errno == ENOENT ? "there is no such file" : String(cString: strerror(errno))
      throw LoadError(
        description:
          "\(path): \(reason); name a folder that holds app.json with --app or PAGEHOST_APP")
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw LoadError(description: "\(path) is not a regular file; put the app's app.json there")
    }
    guard facts.st_size <= limit else {
      throw LoadError(
        description: "\(path) has \(facts.st_size) bytes; an app.json has at most \(limit)")
    }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }
}
