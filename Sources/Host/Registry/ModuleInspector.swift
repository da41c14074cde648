internal import ManifestModel
internal import PageABI

/// Reads files that look like modules, one after the other, with the same memory; runs none of their code.
struct ModuleInspector: ~Copyable {
  private let scratch = ELFScratch()
  private let decode: Registry.Decoder

  init(decode: @escaping Registry.Decoder) { self.decode = decode }

  /// What an open file holds.
  ///
  /// - Parameters:
  ///   - source: The file's bytes.
  ///   - name: What complaints about its manifest call it.
  func inspect(_ source: some ByteSource, name: String) -> Finding {
    let image: ELFImage
    let note: [UInt8]?
    do {
      (image, note) = try ELFReader.image(of: source, using: scratch)
    } catch {
      return .problem(error.reason)
    }
    guard image.machine == .host else {
      return .problem(
        "is built for \(image.machine), and this host is \(ELFImage.Machine.host); "
          + "build it for this processor")
    }
    guard let note else {
      return .problem("has no manifest; embed its page.json with the PageManifest plug-in")
    }
    guard image.traits.contains(.opens) || image.traits.contains(.moreExports) else {
      return .problem("does not export \(PAGE_MODULE_OPEN); define it, and do not hide it")
    }
    guard let summary = ManifestSummary(note) else {
      return Self.check(note[...], of: image, name: name, decode: decode)
    }
    return .module(
      ModuleFacts(
        module: summary.module, version: summary.version, pages: summary.pages,
        manifest: note[...], isManifestChecked: false, image: image))
  }

  /// Reads all of a manifest, which takes ten times as long as what a listing shows of it.
  static func check(
    _ note: ArraySlice<UInt8>, of image: ELFImage, name: String, decode: Registry.Decoder
  ) -> Finding {
    do {
      let manifest = try decode(Array(note), name)
      return .module(
        ModuleFacts(
          module: manifest.module, version: manifest.version, pages: manifest.pages.map(\.name),
          manifest: note, isManifestChecked: true, image: image))
    } catch {
      return .problem("has a manifest that cannot be used: \(error)")
    }
  }
}
