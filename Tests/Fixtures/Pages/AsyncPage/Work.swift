/// The same sum by different parts of Swift concurrency.
enum Work {
  /// 1 + … + `end` by a group of child tasks.
  static func grouped(to end: Int64) async -> Int64 {
    guard end > 0 else { return 0 }
    return await withTaskGroup(of: Int64.self) { group in
      for number in 1...end {
        group.addTask {
          await Task.yield()
          return number
        }
      }
      return await group.reduce(0, +)
    }
  }

  /// Counts by an actor.
  static func counted(_ count: Int64) async -> Int64 {
    let counter = Counter()
    await withDiscardingTaskGroup { group in
      for _ in 0..<count { group.addTask { await counter.add(1) } }
    }
    return await counter.value
  }

  /// Counts by a stream between two tasks.
  static func streamed(_ count: Int64) async -> Int64 {
    let (stream, continuation) = AsyncStream.makeStream(of: Int64.self)
    let producer = Task {
      for _ in 0..<count {
        continuation.yield(1)
        await Task.yield()
      }
      continuation.finish()
    }
    var sum: Int64 = 0
    for await number in stream { sum += number }
    await producer.value
    return sum
  }

  private actor Counter {
    private(set) var value: Int64 = 0
    func add(_ number: Int64) { value += number }
  }
}
