internal import PageABI

extension ModuleFacts {
  /// Whether the module can be unmapped again once its last instance is gone.
  package var unloads: Bool { why == nil }

  /// Why the module can never be unmapped, the strongest reason; nil when it can.
  ///
  /// A thread that still runs can pin an image that could be unloaded; that is known only while it is loaded.
  package var why: String? {
    if image.traits.contains(.staysMapped) {
      return "it is linked with -z nodelete, so the loader never unmaps it"
    }
    if image.traits.contains(.exportsUnique) {
      return "it exports a unique symbol (STB_GNU_UNIQUE), for which the loader never unmaps it; "
        + "link it with image.map"
    }
    if runtime == .shared {
      return "it shares the host's Swift runtime, which keeps pointers into it; "
        + "link it with -static-stdlib"
    }
    guard let version = image.imageVersion else {
      return "it is not linked with the private heap and guard; link PageImage into it"
    }
    if version == 0 || image.traits.contains(.unwrapped) {
      return "its allocations and calls do not go through its private heap and guard; "
        + "link it with image.rsp"
    }
    if version > PAGE_IMAGE_VERSION {
      return "its heap and guard are of version \(version), and this host knows "
        + "\(PAGE_IMAGE_VERSION); use a newer host"
    }
    if runtime == .private && exportsTooMuch {
      return "its Swift runtime is not hidden, so others can bind to it; link it with image.map"
    }
    return nil
  }

  /// The link flags of `PageImage/link` that it was visibly linked without, each with what tells.
  package var missingFlags: [String] {
    var missing: [String] = []
    if runtime == .shared { missing.append("-static-stdlib: it needs libswiftCore.so") }
    switch image.imageVersion {
    case nil: missing.append("PageImage: the note of the private heap and guard is missing")
    case 0: missing.append("image.rsp (--wrap): the note of the private heap and guard says so")
    default:
      if image.traits.contains(.unwrapped) {
        missing.append("image.rsp (--wrap): it refers to __real_ symbols that nobody defines")
      }
    }
    if exportsTooMuch {
      let names = image.otherExports.prefix(2).joined(separator: ", ")
      missing.append(
        "image.map (--version-script): it also exports \(names.isEmpty ? "more" : names)")
    }
    if runtime == .private, image.needed.contains("libstdc++.so.6") {
      missing.append("static-cxx: it needs libstdc++.so.6")
    }
    if image.traits.contains(.unpackedRelocations) {
      missing.append("-z pack-relative-relocs: its relative relocations are not packed")
    }
    if image.traits.contains(.executableStack) {
      missing.append("-z noexecstack: it asks for an executable stack")
    }
    return missing
  }
}
