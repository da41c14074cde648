/// Where warnings come from, and why not from elsewhere.
package struct PressureReport: Sendable, Codable, Hashable {
  package var format = 1
  package var sources: [PressureMonitor.Status]

  /// Tries the sources as an app that starts now would, unnoticed by an app that runs.
  @MainActor package static func ofProcess() throws -> PressureReport {
    let loop = try Loop(servesMainQueue: false)
    defer { loop.close() }
    let monitor = PressureMonitor(loop: loop, isTrial: true) { _ in }
    defer { monitor.close() }
    return PressureReport(sources: monitor.status)
  }

  /// A table of the sources.
  package var text: String {
    TextTable(
      header: ["SOURCE", "IN FORCE", "PATH", "WHY NOT"],
      rows: sources.map { source in
        [source.source, source.inForce ? "yes" : "no", source.path, source.reason]
      }
    ).lines.joined(separator: "\n")
  }
}
