import Foundation
import PackagePlugin

/// Embeds the files of a target that are not its sources, which are texts: `EmbeddedTexts.note_html`
/// is that of `note.html`, and `EmbeddedTexts.all` has them by their names.
///
/// The package manager's own way writes a number for each byte, which takes the compiler a minute.
@main
struct EmbedTexts: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let files = (target.sourceModule?.sourceFiles).map(Array.init) ?? []
        let texts = files.filter { $0.type == .unknown }.map(\.url).sorted { $0.path < $1.path }
        let script = context.package.directoryURL.appending(
            path: "Sources/Programs/EmbedTexts/embed-texts")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
        return [
            .buildCommand(
                displayName: "Embedding the texts of \(target.name)",
                executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, output.path] + texts.map(\.path),
                inputFiles: [script] + texts, outputFiles: [output])
        ]
    }
}
