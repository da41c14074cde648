import PageABI
package struct ModuleError: Error { enum Code { case refused, disagrees, missing }; init(_ c: Code, path: String, _ m: String) {}; var description: String { "" } }
package struct UnloadReport { var pinned: String? }
@MainActor package final class ModuleImage { init(path: String) throws(ModuleError) {}; func open(_ h: UnsafePointer<page_host>, _ m: inout UnsafePointer<page_module>?) -> page_status { 0 }; var heapBytes: Int { 0 }; func retryClose() -> UnloadReport { UnloadReport() }; func close() -> UnloadReport { UnloadReport() } }

@MainActor package final class ModuleStore { func path(of: String) throws(ModuleError) -> String { "" } }
