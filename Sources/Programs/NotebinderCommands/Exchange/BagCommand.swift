import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel

struct BagCommand: AsyncParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "bag",
        abstract: "Pack notes and everything made from them for an archive (BagIt 1.0).",
        discussion: """
            The bag contains the notes folder unchanged, the website, Markdown and JSON, an \
            explanation, and a checksum of every file. It has no date unless you give one, so that \
            equal notes make equal bags. Files are copied, sharing storage if the file system can.

            Example: notebinder bag MyNotes --output Notes-2026

            Exit status: 0 success; 1 failure, an older bag is unchanged; 2 made, but a file or \
            photo could not be read; 64 invalid options; 75 a build of the notebook is running.
            """)

    @OptionGroup var export: ExportArguments

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Flag(help: "Make one ZIP file, not a folder; implied by a name that ends in .zip.")
    var zip = false

    @Flag(help: "Link files of the notes folder and of the notebook; writing to one changes both.")
    var link = false

    @Flag(help: .init("Copy files; the default.", visibility: .hidden))
    var copy = false

    @Option(
        parsing: .unconditional,
        help: "Date of the bag, such as 2026-11-21; by default that of SOURCE_DATE_EPOCH, or none.")
    var date: String?

    @Option(help: "Your identifier for the bag: a number or a name.")
    var identifier: String?

    @Option(help: "The organization or family that the bag is from.")
    var organization: String?

    @Option(help: "The name of the person to ask about the bag.")
    var contactName: String?

    @Option(help: "The e-mail address of that person.")
    var contactEmail: String?

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        let isFile = !export.isStandardOutput
        try require(isFile || zip, "Only one file can go to standard output; add --zip.")
        try require(
            isFile || !json, "Standard output is either the bag or the report; leave out --json.")
        try require(!(link && isZip), "--link has no effect on a ZIP file; leave it out.")
        try require(!(link && copy), "--link and --copy exclude each other.")
        for (name, value) in [
            ("identifier", identifier), ("organization", organization),
            ("contact-name", contactName), ("contact-email", contactEmail),
        ] {
            let isLine = value.map { !$0.isEmpty && !$0.contains(where: \.isNewline) } ?? true
            try require(isLine, "--\(name) must be one line, and not empty.")
        }
        // Neither a month nor a year has this length.
        if let date, date.utf8.count != 10 || CalendarPeriod(argument: date) == nil {
            throw ValidationError("“\(date)” is not a date; write it as 2026-11-21.")
        }
    }

    private var isZip: Bool { zip || export.output.lowercased().hasSuffix(".zip") }

    func run() async throws {
        let options = try export.options()
        let progress = Messages.current.progress
        let outcome = try await export.writing("zip") { path in
            var bag = BagOptions(output: path)
            bag.isZip = isZip
            bag.isReplacing = export.replace
            bag.isLinking = link
            bag.info.date = date
            bag.info.identifier = identifier
            bag.info.organization = organization
            bag.info.contactName = contactName
            bag.info.contactEmail = contactEmail
            return try await BuildPipeline.bag(options, bag: bag, progress: progress)
        }
        var facts: [String] = []
        if !outcome.report.leftOut.isEmpty {
            facts.append(
                "Excluded notes are in none of its trees; the archives in originals/ contain them.")
        }
        if !export.isStandardOutput {
            facts.append(
                "\(outcome.path) holds \(Messages.counted(outcome.files, "file")) of \(sizeText(ofBytes: outcome.bytes)). Check it with: notebinder verify \(LocalFiles.shellQuoted(path: outcome.path))"
            )
        }
        try export.show(outcome.report, asJSON: json, facts: facts)
    }
}
