import PackagePlugin

/// Embeds a target's `page.json` and writes its glue.
@main struct PageManifest: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let manifest = target.directoryURL.appending(path: "page.json")
    let glue = context.pluginWorkDirectoryURL.appending(path: "PageManifest.swift")
    return [
      .buildCommand(
        displayName: "Reading \(target.name)/page.json",
        executable: try context.tool(named: "page-manifest").url,
        arguments: [manifest.path(), glue.path()], inputFiles: [manifest], outputFiles: [glue])
    ]
  }
}
