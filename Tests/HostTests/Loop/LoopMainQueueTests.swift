import Glibc
import Testing

@Suite struct LoopMainQueueTests {
  @Test func `Main-actor tasks and main-queue blocks run on the loop's thread, and idle is idle`()
    throws
  {
    let output = try run("main-queue-fixture")
    #expect(
      output == """
        job on the main thread: true
        task on the main thread: true
        detached task elsewhere: true
        back on the main thread: true
        block on the main thread: true
        idle turns until a timer: few

        """)
  }

  /// Runs an executable that was built beside the tests, and gives what it prints.
  private func run(_ name: String) throws -> String {
    var path = [CChar](repeating: 0, count: 4_096)
    try #require(readlink("/proc/self/exe", &path, path.count - 1) > 0)
    let tests = String(
      decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let executable = tests.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
    let stream = try #require(popen("exec '\(executable)'", "r"))
    var output: [UInt8] = []
    var byte = getc(stream)
    while byte != EOF {
      output.append(UInt8(truncatingIfNeeded: byte))
      byte = getc(stream)
    }
    #expect(pclose(stream) == 0)
    return String(decoding: output, as: UTF8.self)
  }
}
