import Testing

@testable import Host

@MainActor @Suite struct AnimationTests {
  private final class Note {
    var frames: [Double] = []
    var ends = 0
  }

  private func begin(
    _ body: (ManualClock, Loop, Note, Animation) throws -> Void
  ) throws {
    let clock = ManualClock()
    let loop = try Loop(clock: clock, servesMainQueue: false)
    defer { loop.close() }
    let note = Note()
    let animation = Animation(on: loop, duration: ScreenTransition.duration) {
      note.frames.append($0)
    } ended: {
      note.ends += 1
    }
    try body(clock, loop, note, animation)
  }

  @Test("It draws sixty frames a second at most and ends once")
  func frames() throws {
    try begin { clock, loop, note, _ in
      for _ in 0..<400 {
        clock.advance(by: 1_000_000)
        loop.turn(wait: false)
      }
      #expect(note.frames.count <= 12 && note.frames.count >= 9)
      #expect(note.frames == note.frames.sorted() && note.frames.allSatisfy { $0 > 0 && $0 < 1 })
      #expect(note.ends == 1 && loop.pendingTimers == 0)
    }
  }

  @Test("What there is no time for is left out")
  func slow() throws {
    try begin { clock, loop, note, _ in
      clock.advance(by: 100_000_000)
      loop.turn(wait: false)
      #expect(note.frames == [0.5])
      clock.advance(by: 500_000_000)
      loop.turn(wait: false)
      #expect(note.frames == [0.5] && note.ends == 1)
    }
  }

  @Test("One that is cancelled draws nothing more and has no end")
  func cancelled() throws {
    try begin { clock, loop, note, animation in
      clock.advance(by: 20_000_000)
      loop.turn(wait: false)
      animation.cancel()
      animation.cancel()
      clock.advance(by: 1_000_000_000)
      loop.turn(wait: false)
      #expect(note.frames.count == 1 && note.ends == 0 && loop.pendingTimers == 0)
    }
  }
}
