import Glibc
import Host

/// A pseudo-terminal, whose other end a test holds.
final class PseudoTerminal {
  let controller: Int32
  /// The descriptor of the terminal itself.
  let terminal: Int32
  let path: String

  // Requests of ioctl_tty(2) that are macros to the compiler.
  private static let unlock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430
  private static let getModes: UInt = 0x5401
  private static let setSize: UInt = 0x5414

  struct Unavailable: Error {}

  init(width: UInt16 = 40, height: UInt16 = 10) throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    guard controller >= 0, ioctl(controller, Self.unlock, &lock) == 0,
      ioctl(controller, Self.number, &number) == 0
    else { throw Unavailable() }
    path = "/dev/pts/\(number)"
    terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw Unavailable() }
    resize(width: width, height: height)
  }

  deinit {
    close(terminal)
    close(controller)
  }

  func resize(width: UInt16, height: UInt16) {
    // A struct winsize.
    var size = [height, width, 0, 0]
    _ = ioctl(terminal, Self.setSize, &size)
  }

  /// What was sent to the terminal and not taken yet.
  func output() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(controller, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  /// The modes of its line discipline, to compare: a struct termios of the kernel.
  var modes: [UInt8] {
    var modes = [UInt8](repeating: 0, count: 64)
    _ = ioctl(terminal, Self.getModes, &modes)
    return modes
  }
}
