import Glibc
import HostC
import Testing

@testable import Host

/// The record of whose code runs, across a crash.
@Suite @MainActor struct BreadcrumbTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/breadcrumb" }

  @Test func `A good end, an absent file and a damaged one tell of nobody`() throws {
    let first = try #require(Breadcrumb(path))
    #expect(first.culprit == nil)
    first.close()
    let second = try #require(Breadcrumb(path))
    #expect(second.culprit == nil)
    second.close()
    try AppFixture.write((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 7) }, to: path)
    let third = try #require(Breadcrumb(path))
    #expect(third.culprit == nil)
    third.close()
    mkdir(folder.path + "/folder", 0o700)
    #expect(Breadcrumb(folder.path + "/folder") == nil)
    symlink(path, folder.path + "/link")
    #expect(Breadcrumb(folder.path + "/link") == nil)
  }

  @Test(arguments: [SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGTRAP, SIGSYS])
  func `A crash inside a module names it and its signal`(_ number: Int32) async throws {
    let path = self.path
    await #expect(processExitsWith: .signal(number)) {
      [path = path as String, number = number as Int32] in
      await MainActor.run {
        guard let crumb = Breadcrumb(path) else { return }
        _ = crumb
        ModuleLabel(module: "Bad", content: "/store/bad.so").during { _ = raise(number) }
      }
    }
    let crumb = try #require(Breadcrumb(path))
    #expect(crumb.culprit == .init(module: "Bad", content: "/store/bad.so", signal: number))
    crumb.close()
    // It is told once.
    let next = try #require(Breadcrumb(path))
    #expect(next.culprit == nil)
    next.close()
  }

  @Test func `A crash of the host's own is nobody's`() async throws {
    let path = self.path
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      await MainActor.run {
        guard let crumb = Breadcrumb(path) else { return }
        _ = crumb
        ModuleLabel(module: "Good", content: "/store/good.so").during {}
        _ = raise(SIGSEGV)
      }
    }
    let crumb = try #require(Breadcrumb(path))
    #expect(crumb.culprit == nil)
    crumb.close()
  }

  @Test func `A module is named again when what it entered has returned`() async throws {
    let path = self.path
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      await MainActor.run {
        guard let crumb = Breadcrumb(path) else { return }
        _ = crumb
        ModuleLabel(module: "Outer", content: "").during {
          ModuleLabel(module: "Inner", content: "").during {}
          abort()
        }
      }
    }
    let crumb = try #require(Breadcrumb(path))
    #expect(crumb.culprit?.module == "Outer")
    crumb.close()
  }

  @Test func `A name that is too long is cut and does no harm`() async throws {
    let path = self.path
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      await MainActor.run {
        guard let crumb = Breadcrumb(path) else { return }
        _ = crumb
        let long = String(repeating: "n", count: 5000)
        ModuleLabel(module: long, content: long).during { abort() }
      }
    }
    let crumb = try #require(Breadcrumb(path))
    #expect(crumb.culprit?.module == String(repeating: "n", count: 71))
    crumb.close()
  }

  @Test func `A crash on another thread is nobody's`() async throws {
    let path = self.path
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      await MainActor.run {
        guard let crumb = Breadcrumb(path) else { return }
        _ = crumb
        ModuleLabel(module: "HomePage", content: "digest").during {
          abortOnAnotherThread()
        }
      }
    }
    let crumb = try #require(Breadcrumb(path))
    #expect(crumb.culprit == nil)
    crumb.close()
  }
}

private nonisolated func abortOnAnotherThread() {
  var thread = pthread_t()
  pthread_create(&thread, nil, { _ in abort() }, nil)
  pthread_join(thread, nil)
}
