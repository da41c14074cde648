internal import Glibc

/// What tells one state of a file from every other: it changes when the file is written, replaced or given other rights.
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: UInt64
  /// When its content last changed, in nanoseconds since 1970.
  package var modified: Int64
  /// When its content, owner or rights last changed, in nanoseconds since 1970.
  package var changed: Int64

  package init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// The identity of the file that `status` describes.
  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = UInt64(max(0, status.st_size))
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Which file it is, whatever its state.
  package struct Place: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
  }

  package var place: Place { Place(device: device, inode: inode) }

  /// The inode spreads well enough; the rest is compared.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(inode)
  }
}
