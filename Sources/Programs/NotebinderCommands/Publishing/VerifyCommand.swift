import ArgumentParser
import BuildPipeline
import NoteModel

struct VerifyCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that every file of a notebook, a site or a bag is there and unchanged.",
        discussion: """
            Of a notebook, the folder that notebinder build writes, it compares the published files \
            with what was published; notebinder build --full regenerates damaged ones. It compares \
            a copy of a site with the checksums in its file SHA256SUMS, which the configuration \
            `site: { checksums: true }` adds. It reads bags of any program (BagIt 0.93 to 1.0), as \
            folders or as ZIP files. It changes nothing.

            Exit status: 0 every file is intact; 1 some are not, or it is neither a notebook nor a \
            site with checksums nor a bag; 64 wrong usage; 75 another run is writing the notebook.
            """)

    @Argument(
        help: "The folder of a notebook or a site, or the folder or the ZIP file of a bag.",
        completion: .file())
    var path: String

    @Option(
        help: "The state folder, if the configuration of the notebook names one.",
        completion: .directory)
    var state: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let progress = Messages.current.progress
        if BuildPipeline.isNotebook(path, state: state) {
            try show(try BuildPipeline.verify(notebookAt: path, state: state, progress: progress))
        } else if state != nil {
            throw UserError(
                "\(state ?? "") is not the state folder of a notebook.",
                "Name the one in the configuration, or leave out --state for other folders.")
        } else if BuildPipeline.isSiteWithChecksums(path) {
            try show(try BuildPipeline.verify(treeAt: path, progress: progress), canRepair: false)
        } else {
            try show(try BuildPipeline.verify(bagAt: path, progress: progress), isBag: true)
        }
    }

    /// - Throws: ``UserError`` with the summary if there are problems.
    private func show(
        _ result: BuildPipeline.Verification, isBag: Bool = false, canRepair: Bool = true
    ) throws {
        let messages = Messages.current
        if json { return try printJSON(result) }
        let records =
            isBag ? " and \(Messages.counted(result.records, "record")) of the bag itself" : ""
        let checked =
            "\(Messages.counted(result.files, "file")) of \(sizeText(ofBytes: result.bytes))\(records) were checked."
        if !result.foreign.isEmpty { messages.show(Self.sentence(foreign: result.foreign)) }
        guard !result.problems.isEmpty else {
            return try Messages.print("\(path) is \(isBag ? "whole" : "intact"): \(checked)\n")
        }
        for problem in result.problems.prefix(Self.maximumNamed) { messages.show(error: problem) }
        let more = result.problems.count - Self.maximumNamed
        if more > 0 {
            messages.show(error: "\(Messages.counted(more, "more problem", "more problems")).")
        }
        let repair =
            canRepair && !isBag && result.isRepairable
            ? " Repair it with: notebinder build --full" : ""
        throw UserError(
            "\(path) is \(isBag ? "not whole" : "damaged"): \(Messages.counted(result.problems.count, "problem")); \(checked)\(repair)"
        )
    }

    private func printJSON(_ result: BuildPipeline.Verification) throws {
        try Messages.print(
            JSONValue.object([
                ("path", .string(path)), ("isIntact", .bool(result.problems.isEmpty)),
                ("files", .integer(result.files)), ("records", .integer(result.records)),
                ("bytes", .integer(result.bytes)),
                ("problems", .array(result.problems.map { .string($0) })),
                ("foreign", .array(result.foreign.map { .string($0) })),
            ]).indented)
        if !result.problems.isEmpty { throw ExitCode(1) }
    }

    /// Returns a sentence that names up to ten files which Notebinder did not write.
    private static func sentence(foreign paths: [String]) -> String {
        let maximum = 10
        let more = paths.count > maximum ? ", and \(paths.count - maximum) more" : ""
        let names = paths.prefix(maximum).map { Messages.printable($0) }.joined(separator: ", ")
        return "Not checked, because Notebinder did not write them: \(names)\(more)."
    }

    private static let maximumNamed = 1000
}
