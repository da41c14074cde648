internal import PageABI

/// What is known of a module from its file alone, without any of its code being run.
package struct ModuleFacts: Sendable, Hashable {
  /// Whose Swift runtime a module uses.
  package enum Runtime: String, Sendable, Hashable, CaseIterable {
    /// Its own, linked into it.
    case `private`
    /// The host's, through `libswiftCore.so`.
    case shared
    /// None: it is not written in Swift.
    case none
  }

  package var module: String
  package var version: String
  /// The names of its pages, as its manifest orders them.
  package var pages: [String]
  /// The version of the contract that its manifest names.
  package var abi: UInt32
  package var runtime: Runtime
  /// Its manifest as JSON.
  package var manifest: ArraySlice<UInt8>
  /// Whether all of the manifest was found to be valid, not only what is shown here.
  package var isManifestChecked: Bool
  /// The version of the heap and guard that it is linked with.
  package var imageVersion: UInt32?
  package var traits: ELFImage.Traits
  /// The libraries that it needs, in the loader's order.
  package var needed: [String]
  package var runpath: String?
  package var exportCount: Int
  /// The names of the first exported symbols other than `page_module_open`.
  package var otherExports: [String]

  package var exportsTooMuch: Bool { exportCount > 1 || traits.contains(.moreExports) }
}

extension ModuleFacts {
  /// Joins what the file and its manifest tell.
  init(
    _ image: ELFImage, module: String, version: String, pages: [String], manifest: [UInt8],
    isChecked: Bool
  ) {
    self.init(
      module: module, version: version, pages: pages, abi: UInt32(PAGE_ABI_VERSION),
      runtime: image.needed.contains("libswiftCore.so")
        ? .shared : image.traits.contains(.swiftSections) ? .private : .none,
      manifest: manifest[...], isManifestChecked: isChecked, imageVersion: image.imageVersion, traits: image.traits,
      needed: image.needed, runpath: image.runpath, exportCount: image.exportCount,
      otherExports: image.otherExports)
  }
}
