import Glibc
internal import ManifestModel

/// `page-manifest`: checks a `page.json` and writes what embeds it.
@main struct PageManifestCommand {
  static let usage = """
    usage: page-manifest PAGE.JSON [GLUE.swift] [--assembly NOTE.S] [--header GLUE.h]

    Checks a module's manifest and writes what goes into the module:
      GLUE.swift         the note and the typed glue of a Swift module
      --assembly NOTE.S  the note alone, for modules in C, Rust and others
      --header GLUE.h    a C module's names, its actions' prototypes and tables
    Without an output it only checks.

    Exit codes: 0, 1 the manifest is wrong or a file cannot be used, 64 wrong usage.

    """

  static func main() {
    let arguments: CommandArguments
    do {
      arguments = try CommandArguments(CommandLine.arguments.dropFirst())
    } catch {
      SmallFile.complain("page-manifest: error: \(error.reason)\n\(usage)")
      exit(64)
    }
    if arguments.help {
      print(usage, terminator: "")
      return
    }
    do {
      try run(arguments)
    } catch let error as ManifestError {
      SmallFile.complain("\(error.diagnostic)\n")
      exit(1)
    } catch {
      SmallFile.complain("page-manifest: error: \(error)\n")
      exit(1)
    }
  }

  private static func run(_ arguments: CommandArguments) throws {
    let json = try SmallFile.read(arguments.manifest, limit: JSONNode.maxBytes)
    let (manifest, warnings) = try Manifest.read(json: json, file: arguments.manifest)
    for warning in warnings { SmallFile.complain("\(warning.diagnostic)\n") }
    if let path = arguments.glue { try SmallFile.write(SwiftGlue(manifest).text, to: path) }
    if let path = arguments.assembly { try SmallFile.write(NoteAssembly(manifest).text, to: path) }
    if let path = arguments.header { try SmallFile.write(CHeader(manifest).text, to: path) }
  }
}
