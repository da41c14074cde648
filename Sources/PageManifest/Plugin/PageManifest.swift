import Foundation
import PackagePlugin

/// Embeds a target's `page.json`: the note and the glue for Swift, the note as assembly for C and C++.
@main struct PageManifest: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let manifest = target.directoryURL.appending(path: "page.json")
    guard FileManager.default.fileExists(atPath: manifest.path(percentEncoded: false)) else {
      throw Refusal(
        description: "the target '\(target.name)' uses the plugin PageManifest and has no "
          + "\(manifest.path(percentEncoded: false)); add it, or remove the plugin")
    }
    let output: URL
    let option: [String]
    switch target {
    case is SwiftSourceModuleTarget:
      output = context.pluginWorkDirectoryURL.appending(path: "PageManifest.swift")
      option = []
    case is ClangSourceModuleTarget:
      try checkThatAssemblyIsTaken(from: target, of: context.package)
      // Not the header: SwiftPM 6.3 compiles C sources without waiting for generated headers.
      output = context.pluginWorkDirectoryURL.appending(path: "PageManifest.S")
      option = ["--assembly"]
    default:
      throw Refusal(
        description: "the target '\(target.name)' has no sources that a page.json could go into")
    }
    return [
      .buildCommand(
        displayName: "Reading \(target.name)/page.json",
        executable: try context.tool(named: "page-manifest").url,
        arguments: [manifest.path(percentEncoded: false)] + option
          + [output.path(percentEncoded: false)],
        inputFiles: [manifest], outputFiles: [output])
    ]
  }

  /// Refuses a C target of a package that does not ask for generated C, since SwiftPM would leave the note out and
  /// only warn.
  private func checkThatAssemblyIsTaken(from target: any Target, of package: Package) throws {
    let description = package.directoryURL.appending(path: "Package.swift")
    let text = try String(contentsOf: description, encoding: .utf8)
    guard text.prefix(while: { !$0.isNewline }).contains("experimentalCGen") else {
      throw Refusal(
        description: "SwiftPM adds no generated assembly to the C target '\(target.name)'; begin "
          + "\(description.path(percentEncoded: false)) with "
          + "'// swift-tools-version: 6.3;(experimentalCGen)', or remove the plugin and run "
          + "'page-manifest page.json --assembly note.S' yourself")
    }
  }

  /// Why a target cannot be built with the plugin.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }
}
