/// What an ELF shared library tells about itself without any of its code being run.
package struct ELFImage: Sendable, Hashable {
  /// A processor that modules are built for; the raw value is ELF's `e_machine`.
  package enum Machine: UInt16, Sendable, Hashable, CaseIterable {
    case amd64 = 62
    case arm64 = 183

    /// The processor that this host was built for.
    package static var host: Machine {
      #if arch(x86_64)
        .amd64
      #elseif arch(arm64)
        .arm64
      #else
        #error("PageHost runs on x86_64 and aarch64")
      #endif
    }
  }

  /// Properties that are either there or not.
  package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `DF_1_NODELETE`: the loader never unmaps it.
    package static let staysMapped = Traits(rawValue: 1 << 0)
    /// It exports a symbol of binding `STB_GNU_UNIQUE`, for which the loader never unmaps it.
    package static let exportsUnique = Traits(rawValue: 1 << 1)
    /// Its relative relocations are not packed (`DT_RELACOUNT` without `DT_RELR`).
    package static let unpackedRelocations = Traits(rawValue: 1 << 2)
    /// It has `swift5_` sections.
    package static let swiftSections = Traits(rawValue: 1 << 3)
    /// It leaves a `__real_` symbol of the linker's `--wrap` undefined: it was linked without that flag.
    package static let unwrapped = Traits(rawValue: 1 << 4)
    /// It calls libc's `malloc` or `free`.
    package static let importsAllocator = Traits(rawValue: 1 << 5)
    /// It asks for an executable stack.
    package static let executableStack = Traits(rawValue: 1 << 6)
    /// It exports more symbols than were looked at.
    package static let moreExports = Traits(rawValue: 1 << 7)
    /// It exports `page_module_open`.
    package static let opens = Traits(rawValue: 1 << 8)
    /// It needs `libswiftCore.so`.
    package static let needsSwift = Traits(rawValue: 1 << 9)
  }

  package var machine: Machine
  package var traits: Traits
  /// The version of the heap and guard that it is linked with.
  package var imageVersion: UInt32?
  /// `DT_NEEDED`, in order.
  package var needed: [String]
  /// `DT_RUNPATH`, or `DT_RPATH` where there is no other.
  package var runpath: String?
  /// The number of symbols that it exports.
  package var exportCount: Int
  /// The names of the first exported symbols other than `page_module_open`.
  package var otherExports: [String]

  /// How many names `otherExports` holds at most.
  static let namedExports = 4
}
