internal import Glibc

/// Bytes of a known number that can be read at any offset.
package protocol ByteSource {
  /// The number of bytes.
  var size: UInt64 { get }

  /// Reads into `buffer` from `offset` on; returns the number of bytes read, fewer at the end, or -1 when it failed.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int
}

/// An open file, borrowed from its owner, whose size was asked before.
package struct FileBytes: ByteSource {
  private let descriptor: Int32
  package let size: UInt64

  /// - Parameters:
  ///   - descriptor: An open file that outlives this value.
  ///   - size: Its size in bytes, from `fstat`.
  package init(descriptor: Int32, size: UInt64) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Wraps `pread`, which it calls again when a signal interrupted it.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
    guard let start = buffer.baseAddress, let offset = off_t(exactly: offset) else { return -1 }
    while true {
      let count = pread(descriptor, start, buffer.count, offset)
      if count >= 0 || errno != EINTR { return count }
    }
  }
}

extension [UInt8]: ByteSource {
  package var size: UInt64 { UInt64(count) }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
    guard offset < size else { return 0 }
    let part = self[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }
}
