import LocalFiles
import OutputPlan
import OutputTree

/// The stage that encrypts the book of an edition with a password, which is its whole site.
struct SealStage {
    let sink: ExportSink
    let folder: OutputFolder
    /// The path of a folder for the encrypted page, which has to exist until it is published.
    let scratch: String

    static let page = "index.html"
    private static let pieceSize = 1 << 20

    /// Returns the plan of the site. An unchanged book is not encrypted again.
    ///
    /// - Parameter files: The book and the page that holds it.
    func run(
        _ files: [OutputFile], password: String, into report: inout Report
    ) throws -> TreePlan {
        let tree = BuildOptions.Format.html.tree
        let published = folder.treePath(tree) + "/" + Self.page
        let made = scratch + "/" + Self.page
        let (findings, isNew) = try sink.seal(
            files, with: password, to: made, unlessIn: published)
        report.diagnostics += findings.diagnostics
        let path = isNew ? made : published
        let size = try LocalFiles.status(path)?.size ?? 0
        let pieces = stride(from: 0, to: size, by: Self.pieceSize).map { start in
            { @Sendable in
                try LocalFiles.read(
                    try OpenFile(path), count: min(Self.pieceSize, size - start), at: start)
            }
        }
        let file = OutputFile(OutputPath(Self.page), content: .pieces(pieces), role: .entry)
        return TreePlan(tree: tree, files: [file])
    }
}
