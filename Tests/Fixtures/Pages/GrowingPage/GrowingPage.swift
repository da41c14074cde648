import PageKit

/// Takes a mebibyte of memory at every tap, and gives it back when it is warned and was told to obey.
final class GrowingPage: Page {
  @State private var obeys = false
  private var number: Int64 = 0
  private var taken: [[UInt8]] = []
  private var warnings: [String] = []

  override func initData(_ arguments: [String: PageValue]) async throws {
    number = try arguments["number"]?.asInteger() ?? 0
    let count = Int(try savedState["taken"]?.asInteger() ?? 0)
    taken = (0..<count).map { _ in Self.mebibyte() }
  }

  override func saveState() async -> [String: PageValue] {
    ["taken": .integer(Int64(taken.count))]
  }

  override func memoryWarning(isCritical: Bool) {
    warnings.append(isCritical ? "critical" : "low")
    if obeys { taken.removeAll() }
  }

  override func releaseData() { taken.removeAll() }

  @ViewBuilder override var view: View {
    Text("Number \(number): \(taken.count) MiB, warned: \(warnings.joined(separator: " "))")
    Button("Grow") { self.taken.append(Self.mebibyte()) }
    Toggle("Obey", isOn: $obeys)
  }

  /// With the array's own 32 bytes, which would else need a block of the next size.
  private static func mebibyte() -> [UInt8] { [UInt8](repeating: 0xA5, count: (1 << 20) - 32) }
}
