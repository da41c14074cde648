extension ModuleFacts {
  /// Whether the module can be unmapped again once its last instance is gone.
  package var unloads: Bool { why == nil }

  /// Why the module can never be unmapped, the strongest reason; nil when it can.
  ///
  /// A thread that still runs can pin an image that could be unloaded; that is known only while it is loaded.
  package var why: String? {
    if traits.contains(.staysMapped) {
      return "it is linked with -z nodelete, so the loader never unmaps it"
    }
    if traits.contains(.exportsUnique) {
      return "it exports a unique symbol (STB_GNU_UNIQUE), for which the loader never unmaps it; "
        + "link it with the version script"
    }
    if runtime == .shared {
      return "it shares the host's Swift runtime, which keeps pointers into it; "
        + "link it with -static-stdlib"
    }
    if imageVersion == nil {
      return "it is not linked with the private heap and guard; link PageImage into it"
    }
    if traits.contains(.unwrapped) {
      return "its allocations do not go to its private heap; link it with the --wrap flags"
    }
    if runtime == .private && exportsTooMuch {
      return "its Swift runtime is not hidden, so others can bind to it; "
        + "link it with the version script"
    }
    return nil
  }

  /// The link flags of `image.flags` that it was visibly linked without, each with what tells.
  package var missingFlags: [String] {
    var missing: [String] = []
    if runtime == .shared { missing.append("-static-stdlib: it needs libswiftCore.so") }
    if imageVersion == nil {
      missing.append("PageImage: the note of the private heap and guard is missing")
    }
    if traits.contains(.unwrapped) {
      missing.append("--wrap: it refers to __real_ symbols that nobody defines")
    }
    if exportsTooMuch {
      let names = otherExports.prefix(2).joined(separator: ", ")
      missing.append("--version-script: it also exports \(names.isEmpty ? "others" : names)")
    }
    if needed.contains("libstdc++.so.6") {
      missing.append("the folder of the static libstdc++: it needs libstdc++.so.6")
    }
    if traits.contains(.unpackedRelocations) {
      missing.append("-z pack-relative-relocs: its relative relocations are not packed")
    }
    if traits.contains(.executableStack) {
      missing.append("-z noexecstack: it asks for an executable stack")
    }
    return missing
  }
}
