internal import CUV
internal import HostC
private import Synchronization

/// Work that a worker does for the loop.
@MainActor package final class LoopWork {
  private let request: UnsafeMutablePointer<uv_work_t>
  fileprivate var finish: (@MainActor () -> Void)?
  fileprivate var isDone = false

  fileprivate init(
    _ request: UnsafeMutablePointer<uv_work_t>, finish: @escaping @MainActor () -> Void
  ) {
    self.request = request
    self.finish = finish
  }

  /// Drops the completion.
  ///
  /// What no worker has begun is not begun.
  package func cancel() {
    finish = nil
    guard !isDone else { return }
    _ = UnsafeMutableRawPointer(request).withMemoryRebound(to: uv_req_t.self, capacity: 1) {
      uv_cancel($0)
    }
  }

  fileprivate func complete() {
    isDone = true
    finish?()
    finish = nil
  }
}

/// What libuv's two callbacks need, one on the worker and one on the loop's thread.
private final class WorkRequest: Sendable {
  let run: @Sendable () -> Void
  let done: @MainActor () -> Void

  init(run: @escaping @Sendable () -> Void, done: @escaping @MainActor () -> Void) {
    self.run = run
    self.done = done
  }
}

/// Where a worker leaves its result.
private final class ResultCell<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  func put(_ new: Value) { value.withLock { $0 = new } }
  func take() -> Value? { value.withLock { $0.take() } }
}

/// libuv's call on a worker.
///
/// A function of its own: a closure would be taken for the loop's thread's.
private func runOnWorker(_ request: UnsafeMutablePointer<uv_work_t>?) {
  guard let data = request?.pointee.data else { return }
  Unmanaged<WorkRequest>.fromOpaque(data).takeUnretainedValue().run()
  // No warning reaches a worker, and what its cache keeps would grow with each of them.
  hostc_thread_trim()
}

/// libuv's call on the loop's thread, also for what was cancelled before a worker began it.
private func completeOnLoop(_ request: UnsafeMutablePointer<uv_work_t>?, _ status: Int32) {
  guard let request, let data = request.pointee.data else { return }
  let state = Unmanaged<WorkRequest>.fromOpaque(data).takeRetainedValue()
  request.deallocate()
  MainActor.assumeIsolated { state.done() }
}

extension Loop {
  /// Runs `body` on a worker and then `completion` on the loop's thread (`uv_queue_work`).
  ///
  /// There are four workers (`UV_THREADPOOL_SIZE`); more work waits in order. When it is cancelled
  /// or the loop is closed, the completion is not called.
  @discardableResult
  package func work<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value, completion: @escaping @MainActor (Value) -> Void
  ) -> LoopWork {
    precondition(!isClosed, "the loop is closed")
    let cell = ResultCell<Value>()
    let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    let work = LoopWork(request) {
      if let value = cell.take() { completion(value) }
    }
    let identity = ObjectIdentifier(work)
    let state = WorkRequest(run: { cell.put(body()) }) { [unowned self] in
      pendingWork -= 1
      activity += 1
      works[identity] = nil
      work.complete()
    }
    request.pointee.data = Unmanaged.passRetained(state).toOpaque()
    let code = uv_queue_work(raw, request, runOnWorker, completeOnLoop)
    precondition(code == 0, "uv_queue_work refuses only a missing function")
    pendingWork += 1
    works[identity] = work
    return work
  }
}
