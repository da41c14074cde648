/// The memory that ELF files are read into, allocated once for any number of files.
struct ELFScratch: ~Copyable {
  /// A part of the memory; each is for one kind of table, so that reading one does not evict another.
  enum Part: Int, CaseIterable {
    /// The file's beginning: header, program headers and, as a rule, notes.
    case head
    /// Program headers, notes, the dynamic section and section headers where they do not lie in the head.
    case tables
    case symbols
    case strings
  }

  /// What is read of a file first: header, program headers and, as a rule, notes.
  static let headSize = 12288
  /// The size of each other part; the largest piece that can be had at once.
  static let partSize = 1 << 16

  private let memory: UnsafeMutableRawBufferPointer

  init() {
    memory = .allocate(
      byteCount: Self.headSize + (Part.allCases.count - 1) * Self.partSize, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The memory of `part`, valid as long as this value.
  func buffer(_ part: Part) -> UnsafeMutableRawBufferPointer {
    guard part != .head else { return .init(rebasing: memory[..<Self.headSize]) }
    let start = Self.headSize + (part.rawValue - 1) * Self.partSize
    return .init(rebasing: memory[start..<start + Self.partSize])
  }
}
