internal import PageABI

/// What is known of a module from its file alone, without any of its code being run.
///
/// It never changes, so that the cache and any number of listings share it.
package final class ModuleFacts: Sendable {
  /// Whose Swift runtime a module uses.
  package enum Runtime: String, Sendable, Hashable, CaseIterable {
    /// Its own, linked into it.
    case `private`
    /// The host's, through `libswiftCore.so`.
    case shared
    /// None: it is not written in Swift.
    case none
  }

  package let module: String
  package let version: String
  /// The names of its pages, as its manifest orders them.
  package let pages: [String]
  /// The version of the contract that its manifest names.
  package let abi: UInt32
  /// Its manifest as JSON.
  package let manifest: ArraySlice<UInt8>
  /// Whether all of the manifest was found to be valid, not only what is shown here.
  package let isManifestChecked: Bool
  /// What its file tells, but for the manifest.
  package let image: ELFImage

  package init(
    module: String, version: String, pages: [String], abi: UInt32 = UInt32(PAGE_ABI_VERSION),
    manifest: ArraySlice<UInt8>, isManifestChecked: Bool, image: ELFImage
  ) {
    self.module = module
    self.version = version
    self.pages = pages
    self.abi = abi
    self.manifest = manifest
    self.isManifestChecked = isManifestChecked
    self.image = image
  }

  package var runtime: Runtime {
    if image.traits.contains(.needsSwift) { return .shared }
    return image.traits.contains(.swiftSections) ? .private : .none
  }

  /// The libraries that it needs, in the loader's order.
  package var needed: [String] { image.needed }

  /// The names of the first exported symbols other than `page_module_open`.
  package var otherExports: [String] { image.otherExports }

  /// Whether it exports more than `page_module_open`.
  package var exportsTooMuch: Bool {
    image.exportCount > 1 || image.traits.contains(.moreExports)
  }
}

extension ModuleFacts: Hashable {
  package static func == (left: ModuleFacts, right: ModuleFacts) -> Bool {
    left === right
      || left.module == right.module && left.version == right.version && left.pages == right.pages
        && left.abi == right.abi && left.manifest == right.manifest
        && left.isManifestChecked == right.isManifestChecked && left.image == right.image
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(module)
    hasher.combine(version)
  }
}
