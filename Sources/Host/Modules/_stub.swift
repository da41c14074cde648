import PageABI
package struct ModuleError: Error { enum Code { case refused, disagrees }; init(_ c: Code, path: String, _ m: String) {} }
package struct UnloadReport { var pinned: String? }
@MainActor package final class ModuleImage { init(path: String) throws(ModuleError) {}; func open(_ h: UnsafePointer<page_host>, _ m: inout UnsafePointer<page_module>?) -> page_status { 0 }; func close() -> UnloadReport { UnloadReport() } }
