import Testing

@testable import Host

/// Damages good libraries at random, the same way in each run: whatever comes out, the reader gives an image or an error.
@Suite struct ELFReaderMutationTests {
  private static let samples: [[UInt8]] = {
    var swift = ELFBuilder()
    swift.sections += ["swift5_typeref", "swift5_protocols"]
    swift.undefined = ["malloc", "free", "__real_malloc", "strlen"]
    swift.runpath = "$ORIGIN"
    var old = ELFBuilder()
    old.hash = .systemV
    old.exports.append(.init(name: "unique", binding: 10))
    old.flags1 = 8
    var large = ELFBuilder()
    large.undefined = (1...400).map { "function_number_\($0)" }
    large.padding = 20_000
    return [ELFBuilder().bytes, swift.bytes, old.bytes, large.bytes]
  }()

  private static let interesting: [UInt64] = [
    0, 1, 7, 8, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1 << 47, .max >> 1,
    .max - 63, .max - 7, .max,
  ]

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // The tables are at the beginning and the end.
      let near = Int.random(in: 0..<min(bytes.count, 1200), using: &random)
      let offset = Bool.random(using: &random) ? near : bytes.count - 1 - near
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[offset] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2, 3:
        let width = [2, 4, 8].randomElement(using: &random) ?? 8
        let start = offset / width * width
        guard start + width <= bytes.count else { continue }
        let value = interesting.randomElement(using: &random) ?? 0
        for index in 0..<width {
          bytes[start + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))
        }
      default:
        let length = min(16, bytes.count - offset)
        let source = Int.random(in: 0...bytes.count - length, using: &random)
        bytes.replace(at: offset, with: Array(bytes[source..<source + length]))
      }
    }
    if Int.random(in: 0..<16, using: &random) == 0 {
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
    }
  }

  @Test(arguments: 0..<4)
  func `Reads within bounds whatever the bytes are`(sample: Int) {
    var random = SeededGenerator(seed: UInt64(sample) + 1)
    var outcomes = (images: 0, errors: Set<ELFError.Code>())
    let scratch = ELFScratch()
    for _ in 0..<5000 {
      var bytes = Self.samples[sample]
      Self.mutate(&bytes, &random)
      let source = CountingSource(bytes, size: UInt64(bytes.count))
      do {
        _ = try ELFReader.image(of: source, using: scratch)
        outcomes.images += 1
      } catch {
        outcomes.errors.insert(error.code)
      }
      #expect(source.reads <= 96 && source.total <= 1 << 19)
    }
    // That some pass and each kind of error occurs shows that the damage goes deep enough.
    #expect(outcomes.images > 0)
    #expect(outcomes.errors.isSuperset(of: [.notELF, .unsupported, .truncated, .malformed]))
  }
}
