package import PageABI
package struct ModuleError: Error { package struct Code: RawRepresentable, Sendable, Hashable { package let rawValue: String; package init(rawValue: String) { self.rawValue = rawValue }}; package init(_ c: Code, path: String, cause: String = "", advice: String) {}; var description: String { "" } }
package struct UnloadReport { var pinned: String? }
@MainActor package final class ModuleHeap { @MainActor package final class Pool {}; struct Usage { var bytes = 0 }; var usage: Usage { Usage() } }
@MainActor package final class ModuleImage { package let path = ""; package var heap: ModuleHeap?;
  static func open(_ p: String, heaps: ModuleHeap.Pool) throws(ModuleError) -> ModuleImage { ModuleImage() };  package typealias Entry =
    @convention(c) (
      UnsafePointer<page_host>, UnsafeMutablePointer<UnsafePointer<page_module>?>
    ) -> page_status
  package var entry: Entry { { _, _ in 0 } }; func resume() {}; func retryClose() -> UnloadReport { UnloadReport() }; func close() -> UnloadReport { UnloadReport() } }
@MainActor package final class ModuleStore { func path(of: String) throws(ModuleError) -> String { "" } }
