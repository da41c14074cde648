private import Glibc
internal import Host

/// A script for `drive`, from a file or from standard input.
@MainActor enum ScriptFile {
  /// A script that cannot be read.
  struct ReadError: Error, CustomStringConvertible {
    let description: String
  }

  private static let limit = 16 << 20

  /// Reads a whole script.
  static func read(_ path: String) throws(ReadError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw ReadError(description: "\(path): \(String(cString: strerror(errno))); name a script")
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw ReadError(description: "\(path): \(String(cString: strerror(errno))); name a script")
      }
      if count == 0 { break }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw ReadError(description: "\(path) is larger than \(limit) bytes; a script is shorter")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ReadError(description: "\(path) is not UTF-8; save it as UTF-8")
    }
    return text
  }

  /// The script of an app's tour, `tour.drive` beside its `app.json`, if it has one.
  static func tour(of app: AppLocation) throws(ReadError) -> (text: String, path: String)? {
    guard let slash = app.file.lastIndex(of: "/") else { return nil }
    let path = app.file[...slash] + "tour.drive"
    guard access(String(path), F_OK) == 0 else { return nil }
    return (try read(String(path)), String(path))
  }

  /// Runs standard input's lines as they come; the app goes on while none does.
  static func standardInput(
    _ drive: Drive, complain: (String) -> Void
  ) throws -> Drive.Outcome {
    let input = DriveInput(STDIN_FILENO, on: drive.loop)
    defer { input.close() }
    var number = 0
    while let line = input.nextLine() {
      number += 1
      let outcome = try drive.run(
        line: line, number: number, name: "standard input", complain: complain)
      if let outcome { return outcome }
    }
    return .done
  }
}
