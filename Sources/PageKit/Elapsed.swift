/// How long ago something was, as roughly as people say it.
public enum Elapsed: Hashable, Sendable {
  /// Less than a minute, or not yet.
  case moments
  case minutes(Int64)
  case hours(Int64)
  case days(Int64)

  /// The time between two times of day, in microseconds as ``Page/now`` tells them.
  public init(since then: Int64, at now: Int64) {
    let (difference, overflows) = now.subtractingReportingOverflow(then)
    let minutes = overflows ? 0 : difference / 60_000_000
    self =
      switch minutes {
      case ..<1: .moments
      case ..<60: .minutes(minutes)
      case ..<1440: .hours(minutes / 60)
      default: .days(minutes / 1440)
      }
  }
}
