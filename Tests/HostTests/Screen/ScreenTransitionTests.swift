import Testing

@testable import Host

@Suite struct ScreenTransitionTests {
  private static func picture(_ rows: [String], caret: ScreenPicture.Caret? = nil) -> ScreenPicture
  {
    var grid = CellGrid(width: 10, height: rows.count)
    for (y, row) in rows.enumerated() { grid.write(row, x: 0, y: y, clip: grid.bounds) }
    return ScreenPicture(grid: grid, caret: caret)
  }

  static let leaving = picture(["Title", "aaaaaaaaaa", "你好你好你", "", "cccc", "[tab] two"])
  static let entering = picture(
    ["Title", "bbbbbbbbbb", "再见再见再", "dddd", "", "[tab] two"], caret: .init(x: 1, y: 1))

  /// The literals are the frames; the eased share of one eighth of the time is about a third.
  static let frames: [(ScreenTransition, Double, [String])] = [
    (.init(.push), 0, ["Title", "aaaaaaaaaa", "你好你好你", "", "cccc", "[tab] two"]),
    (.init(.push), 0.125, ["Title", "aaaaaaabbb", " 你好你再", "       ddd", "c", "[tab] two"]),
    (.init(.push), 0.5, ["Title", "abbbbbbbbb", " 再见再见", " dddd", "", "[tab] two"]),
    (
      .init(.push, isReversed: true), 0.125,
      ["Title", "bbbaaaaaaa", " 再你好你", "", "   cccc", "[tab] two"]
    ),
    (.init(.push), 1, ["Title", "bbbbbbbbbb", "再见再见再", "dddd", "", "[tab] two"]),
    (.init(.cover), 0.125, ["Title", "aaaaaaaaaa", "你好你好你", "", "bbbbbbbbbb", "[tab] two"]),
    (
      .init(.cover), 0.5,
      ["Title", "bbbbbbbbbb", "再见再见再", "dddd", "", "[tab] two"]
    ),
    (
      .init(.cover, isReversed: true), 0.125,
      ["Title", "bbbbbbbbbb", "aaaaaaaaaa", "你好你好你", "", "[tab] two"]
    ),
    (.init(.none), 0.5, ["Title", "bbbbbbbbbb", "再见再见再", "dddd", "", "[tab] two"]),
  ]

  @Test("Each moment of an effect is as it is drawn here", arguments: frames)
  func golden(_ transition: ScreenTransition, _ progress: Double, _ rows: [String]) {
    let frame = transition.frame(
      from: Self.leaving, to: Self.entering, page: 1..<5, progress: progress)
    #expect(frame.grid.rows == rows)
  }

  @Test("A fade dims both and changes cell after cell, none twice")
  func fade() {
    let fade = ScreenTransition(.fade)
    var before = 0
    for step in 0...20 {
      let progress = Double(step) / 20
      let frame = fade.frame(from: Self.leaving, to: Self.entering, page: 1..<5, progress: progress)
      let changed = frame.grid.row(1).count { $0.character == "b" }
      #expect(changed >= before)
      before = changed
      #expect(frame.grid[0, 1].style.attributes.contains(.dim) == (progress < 1))
      if progress < 0.15 { #expect(changed == 0) }
    }
    #expect(before == 10)
  }

  @Test(
    "A wide character has both of its cells or is a space, whatever the views and the moment",
    arguments: 1...12 as ClosedRange<UInt64>)
  func wide(_ seed: UInt64) {
    var random = SampleViews.Random(seed: seed)
    let (width, height) = (random.number(60) + 1, random.number(20) + 1)
    let pictures = (0..<2).map { _ in
      LayerComposition(
        SampleViews.layer(random.view(depth: 5)), message: nil, width: width, height: height
      ).paint(states: [:], focus: nil)
    }
    for effect in Flow.Transition.allCases {
      for step in 0...16 {
        for isReversed in [false, true] {
          let frame = ScreenTransition(effect, isReversed: isReversed)
            .frame(
              from: pictures[0], to: pictures[1], page: 0..<height, progress: Double(step) / 16)
          #expect(frame.grid.bounds == pictures[1].grid.bounds)
          #expect(frame.grid.pairsAreWhole, "\(effect) at \(step)/16")
        }
      }
    }
  }

  @Test("The ends are the pictures themselves, and only the last has a caret")
  func ends() {
    for effect in Flow.Transition.allCases where effect != .none {
      let transition = ScreenTransition(effect)
      let first = transition.frame(
        from: Self.leaving, to: Self.entering, page: 1..<5, progress: 0.01)
      #expect(first.caret == nil)
      #expect(first.grid.rows == Self.leaving.grid.rows)
      let last = transition.frame(from: Self.leaving, to: Self.entering, page: 1..<5, progress: 1)
      #expect(last == Self.entering)
    }
  }

  @Test("Rows around the page stand still only where they are the same, rows of the page move all")
  func still() {
    let push = ScreenTransition(.push)
    let same = push.frame(
      from: Self.leaving, to: Self.leaving, page: 0..<2, progress: 0.125)
    #expect(same.grid.rows[0] == "le     Tit")
    #expect(same.grid.rows[2...] == Self.leaving.grid.rows[2...])
  }

  @Test("Pictures of two sizes are not mixed")
  func sizes() {
    let small = Self.picture(["x"])
    let frame = ScreenTransition(.push).frame(
      from: small, to: Self.entering, page: 1..<5, progress: 0.5)
    #expect(frame == Self.entering)
  }
}

extension CellGrid {
  /// Whether each first half of a pair stands before a second one, and the other way round.
  fileprivate var pairsAreWhole: Bool {
    (0..<height).allSatisfy { y in
      let widths = row(y).map(\.width)
      return widths.indices.allSatisfy { x in
        let before = x > 0 ? widths[x - 1] : 1
        let after = x + 1 < widths.count ? widths[x + 1] : 1
        return (widths[x] == 2) == (after == 0) && (widths[x] == 0) == (before == 2)
      }
    }
  }
}
