internal import Glibc
internal import Synchronization

/// Many files of one folder inspected at once, with the help of a second thread.
///
/// It is a thread of its own and joined, not one of Dispatch's, which would linger: the host counts threads to find
/// those that pages leave behind.
enum Inspection {
  /// From how many files on a second thread pays: it takes as long to start as ten files to read.
  private static let crowd = 96

  /// The work, which the threads take in pieces; who is slow takes fewer.
  private final class Job {
    private let names: [String]
    private let folder: ModuleFolder.Reader
    private let decode: Registry.Decoder
    /// Uninitialized memory for a finding of each name; each is written by the thread that took its piece.
    private let findings: UnsafeMutableBufferPointer<Inspected>
    private let next = Atomic(0)

    private static let piece = 8

    init(
      _ names: [String], _ folder: ModuleFolder.Reader, _ decode: @escaping Registry.Decoder,
      _ findings: UnsafeMutableBufferPointer<Inspected>
    ) {
      self.names = names
      self.folder = folder
      self.decode = decode
      self.findings = findings
    }

    /// Takes pieces until none is left.
    func run() {
      let inspector = ModuleInspector(decode: decode)
      while true {
        // What was written is seen by the other thread because it joins this one.
        let start = next.add(Self.piece, ordering: .relaxed).oldValue
        guard start < names.count else { return }
        for index in start..<min(start + Self.piece, names.count) {
          let name = names[index]
          let inspected = folder.read(name) { inspector.inspect($0, name: name) }
          findings.initializeElement(at: index, to: inspected)
        }
      }
    }
  }

  /// Inspects the files of these names and gives what was found in their order.
  ///
  /// Wraps `pthread_create` and `pthread_join`.
  static func run(
    _ names: [String], in folder: ModuleFolder.Reader, decode: @escaping Registry.Decoder
  ) -> [Inspected] {
    [Inspected](unsafeUninitializedCapacity: names.count) { findings, count in
      let job = Job(names, folder, decode, findings)
      withExtendedLifetime(job) {
        var thread = pthread_t()
        let hasHelp = names.count >= crowd && start(&thread, job)
        job.run()
        if hasHelp { pthread_join(thread, nil) }
      }
      count = names.count
    }
  }

  /// Starts a thread that runs `job`, which must outlive it; false when there can be none.
  private static func start(_ thread: inout pthread_t, _ job: Job) -> Bool {
    let failure = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Job>.fromOpaque(context).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(job).toOpaque())
    return failure == 0
  }
}
