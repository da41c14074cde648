/// Divides whole cells without losing any.
enum Shares {
  /// An amount in equal parts; the first ones get what does not divide.
  static func even(_ amount: Int, among count: Int) -> [Int] {
    guard count > 0 else { return [] }
    return (0..<count).map { amount / count + ($0 < amount % count ? 1 : 0) }
  }

  /// An amount in parts proportional to weights, none larger than its weight.
  static func proportional(_ amount: Int, to weights: [Int]) -> [Int] {
    var weight = weights.reduce(0, +)
    var left = min(amount, weight)
    return weights.map { own in
      guard weight > 0 else { return 0 }
      let part = min(own, (left * own + weight - 1) / weight)
      left -= part
      weight -= own
      return part
    }
  }
}
