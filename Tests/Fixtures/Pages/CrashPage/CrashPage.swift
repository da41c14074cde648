import Glibc
import PageKit

/// Ends the process in every way that code in it can.
final class CrashPage: Page {
  override func initData(_ arguments: [String: PageValue]) async throws {
    if let way = try arguments["init"]?.asString() { Self.crash(way) }
  }

  @ViewBuilder override var view: View {
    Text("Nothing has happened yet")
    for way in ["segv", "fatal", "overflow", "abort", "trap"] {
      Button(way) { Self.crash(way) }
    }
    Button("after a call") {
      // In a turn of its own, and after another page was entered from it.
      self.task {
        await Task.yield()
        _ = try await self.calls.echoInteger(1)
        Self.crash("segv")
      }
    }
  }

  private static func crash(_ way: String) {
    switch way {
    case "segv": UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
    case "fatal": fatalError("on purpose")
    case "overflow": _ = sum(of: [UInt8](repeating: 1, count: 256), depth: 1)
    case "abort": abort()
    case "trap": _ = [Int]()[way.count]
    default: break
    }
  }

  /// Has no end.
  @inline(never) private static func sum(of bytes: [UInt8], depth: Int) -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      room.initialize(repeating: bytes[depth % bytes.count])
      return sum(of: bytes, depth: depth + 1) + Int(room[depth % 512])
    }
  }
}
