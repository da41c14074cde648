import Glibc
import Testing

@testable import Host

@Suite @MainActor struct LoopSourceTests {
  /// A pipe, closed when `body` returns.
  private func withPipe(_ body: (_ reading: Int32, _ writing: Int32) throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer {
      close(ends[0])
      close(ends[1])
    }
    try body(ends[0], ends[1])
  }

  @Test func `A readable descriptor calls its handler until it is cancelled`() throws {
    try withLoop { loop, _ in
      try withPipe { reading, writing in
        var bytes: [UInt8] = []
        let source = try loop.poll(reading) {
          var byte: UInt8 = 0
          if read(reading, &byte, 1) == 1 { bytes.append(byte) }
        }
        loop.turn(wait: false)
        #expect(bytes.isEmpty)
        write(writing, "ab", 2)
        loop.turn(wait: true)
        loop.turn(wait: true)
        #expect(bytes == Array("ab".utf8))
        write(writing, "c", 1)
        source.cancel()
        source.cancel()
        #expect(!source.isActive)
        loop.turn(wait: false)
        #expect(bytes == Array("ab".utf8))
      }
    }
  }

  @Test func `A descriptor whose other end closes is readable`() throws {
    try withLoop { loop, _ in
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { close(ends[0]) }
      var ended = false
      let source = try loop.poll(ends[0]) { ended = true }
      close(ends[1])
      loop.turn(wait: true)
      #expect(ended)
      source.cancel()
    }
  }

  @Test func `Watching leaves the descriptor's flags as they were`() throws {
    try withLoop { loop, _ in
      try withPipe { reading, _ in
        let before = fcntl(reading, F_GETFL)
        try loop.poll(reading) {}
        #expect(fcntl(reading, F_GETFL) == before)
      }
    }
  }

  @Test func `Settling handles what a descriptor has brought`() throws {
    try withLoop { loop, _ in
      try withPipe { reading, writing in
        var order: [String] = []
        try loop.poll(reading) {
          var byte: UInt8 = 0
          _ = read(reading, &byte, 1)
          order.append("read")
          loop.later { order.append("job") }
        }
        write(writing, "ab", 2)
        #expect(loop.settle())
        #expect(
          order == ["read", "job", "read", "job"] || order == ["read", "read", "job", "job"])
      }
    }
  }

  @Test(arguments: ["closed", "regular"])
  func `A descriptor that cannot be watched is refused by number`(kind: String) throws {
    try withLoop { loop, _ in
      let descriptor = kind == "closed" ? Int32(900) : open("/etc/passwd", O_RDONLY)
      defer { if kind == "regular" { close(descriptor) } }
      let error = #expect(throws: LoopError.self) { try loop.poll(descriptor) {} }
      #expect(error?.description.hasPrefix("watching descriptor \(descriptor): ") == true)
    }
  }

  @Test func `A signal calls its handler on the loop`() throws {
    try withLoop { loop, _ in
      var count = 0
      let source = try loop.signal(SIGUSR1) { count += 1 }
      kill(getpid(), SIGUSR1)
      loop.turn(wait: true)
      #expect(count == 1)
      source.cancel()
    }
  }

  @Test func `A number that is no signal is refused`() throws {
    try withLoop { loop, _ in
      let error = #expect(throws: LoopError.self) { try loop.signal(4_000) {} }
      #expect(error?.operation == "handling signal 4000")
    }
  }
}
