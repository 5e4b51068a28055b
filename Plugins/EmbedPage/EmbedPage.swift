import Foundation
import PackagePlugin

/// Makes the files of a target's folder `Page` a part of the program: what is installed is one file.
@main struct EmbedPage: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let files = try FileManager.default.contentsOfDirectory(
            at: target.directoryURL.appending(path: "Page"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
        let embedded = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage.swift")
        return [
            .buildCommand(
                displayName: "Embedding the page", executable: try context.tool(named: "embed-page").url,
                arguments: [embedded.path] + files.map(\.path), inputFiles: files, outputFiles: [embedded])
        ]
    }
}
