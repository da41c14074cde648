internal import Glibc
internal import ManifestModel
internal import PageABI

/// Reads files that look like modules, one after the other, with the same memory.
struct ModuleInspector: ~Copyable {
  private let scratch = ELFScratch()
  private let decode: Registry.Decoder

  init(decode: @escaping Registry.Decoder) { self.decode = decode }

  /// What `file` holds, which is open and regular.
  ///
  /// - Parameters:
  ///   - source: The file's bytes.
  ///   - name: What complaints about its manifest call it.
  ///   - thoroughly: Whether to read all of its manifest rather than what a listing shows, which takes ten times as long.
  func inspect(_ source: some ByteSource, name: String, thoroughly: Bool) -> Finding {
    let image: ELFImage
    do {
      image = try ELFReader.image(of: source, using: scratch)
    } catch {
      return .problem(error.reason)
    }
    if image.machine != .host {
      return .problem("is built for \(image.machine), and this host is \(ELFImage.Machine.host)")
    }
    guard let note = image.manifest else {
      return .problem("has no manifest; embed its page.json with the PageManifest plug-in")
    }
    guard image.traits.contains(.opens) || image.traits.contains(.moreExports) else {
      return .problem(
        "does not export \(PAGE_MODULE_OPEN); define it, and do not hide or strip it")
    }
    if !thoroughly, let summary = ManifestSummary(note) {
      return .module(
        ModuleFacts(
          image, module: summary.module, version: summary.version, pages: summary.pages,
          manifest: note, isChecked: false))
    }
    do {
      let manifest = try decode(note, name)
      return .module(
        ModuleFacts(
          image, module: manifest.module, version: manifest.version,
          pages: manifest.pages.map(\.name), manifest: note, isChecked: true))
    } catch {
      return .problem("has a manifest that cannot be used: \(error)")
    }
  }
}
