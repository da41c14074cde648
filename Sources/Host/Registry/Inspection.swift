internal import Glibc

/// Many files of one folder inspected at once, half of them on a second thread.
///
/// It is a thread of its own and joined, not one of Dispatch's, which would linger: the host counts threads to find
/// those that pages leave behind.
enum Inspection {
  /// From how many files on a second thread pays: it takes as long to start as ten files to read.
  private static let crowd = 96

  /// A part of the work; the thread that starts it touches it again only when it is joined.
  private final class Part {
    let names: ArraySlice<String>
    let folder: ModuleFolder.Reader
    let decode: Registry.Decoder
    var found: [Inspected] = []

    init(
      _ names: ArraySlice<String>, _ folder: ModuleFolder.Reader,
      _ decode: @escaping Registry.Decoder
    ) {
      self.names = names
      self.folder = folder
      self.decode = decode
    }

    func run() {
      let inspector = ModuleInspector(decode: decode)
      found.reserveCapacity(names.count)
      for name in names {
        found.append(folder.read(name) { inspector.inspect($0, name: name) })
      }
    }
  }

  /// Inspects the files of these names and gives what was found in their order.
  ///
  /// Wraps `pthread_create` and `pthread_join`.
  static func run(
    _ names: [String], in folder: ModuleFolder.Reader, decode: @escaping Registry.Decoder
  ) -> [Inspected] {
    let middle = names.count >= crowd ? names.count / 2 : names.count
    let first = Part(names[..<middle], folder, decode)
    guard middle < names.count else {
      first.run()
      return first.found
    }
    let second = Part(names[middle...], folder, decode)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Part>.fromOpaque(context).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(second).toOpaque())
    first.run()
    if failure == 0 { pthread_join(thread, nil) } else { second.run() }
    return withExtendedLifetime(second) { first.found + second.found }
  }
}
