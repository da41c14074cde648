// A process whose loop serves Dispatch's main queue on the real main thread, which a test runner's
// process cannot be: its own main thread ends in `dispatchMain`. Prints what it saw;
// LoopMainQueueTests compares.
import Dispatch
import Glibc
import Host

let main = pthread_self()
let loop = try Loop(servesMainQueue: true)

loop.later { print("job on the main thread: \(pthread_self() == main)") }
Task { @MainActor in
  print("task on the main thread: \(pthread_self() == main)")
  let elsewhere = await Task.detached { pthread_self() }.value
  print("detached task elsewhere: \(elsewhere != main)")
  print("back on the main thread: \(pthread_self() == main)")
  DispatchQueue.main.async {
    print("block on the main thread: \(pthread_self() == main)")
    loop.stop()
  }
}
loop.run()

// A main queue that was served and whose eventfd was not read would wake the loop again and again.
var turns = 0
var isOver = false
loop.timer(after: 20_000_000) { isOver = true }
while !isOver {
  turns += 1
  loop.turn(wait: true)
}
print("idle turns until a timer: \(turns < 10 ? "few" : "\(turns)")")
loop.close()
