import ArgumentParser
import BuildPipeline
import NoteModel

struct BindCommand: AsyncParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind",
        abstract: "Bind the notebook as one file: a web page with everything, an EPUB or a PDF.",
        discussion: """
            A book contains the recordings that its readers can play: in a web page those that \
            browsers play, in an EPUB MP3, M4A and films.

            A PDF is printed by Chromium or WeasyPrint, whichever is installed, without network.

            With --password-file, the web page is encrypted (AES-256, PBKDF2 with 600,000 rounds) and \
            opens offline, in any current browser, with the password. It reveals the size of the book \
            and nothing else. A password protects as long as it cannot be guessed: use four random \
            words or more. Anyone who has the file can try passwords without limit and unnoticed. A \
            new password does not protect copies that were made before, and a lost one cannot be \
            recovered.

            Example: notebinder bind MyNotes --output notes.epub

            Exit status: 0 success; 1 failure, an older book is unchanged; 2 made, but a file or \
            photo could not be read; 64 invalid options; 75 a build of the notebook is running.
            """)

    @OptionGroup var export: ExportArguments

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Option(help: "The form; html is one file with its pictures. By default as the file's ending.")
    var `as`: BookFile?

    @Option(
        help: "Encrypt a web page with the password in the first line of this file.",
        completion: .file())
    var passwordFile: String?

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        try require(
            passwordFile == nil || form == .html,
            "Only a web page can be encrypted; use --as html.")
        try require(
            !(json && export.isStandardOutput),
            "Standard output is either the book or the report; leave out --json.")
        try require(
            form != nil,
            "Use --as html, --as epub or --as pdf, or a file name with one of these extensions.")
    }

    private var form: BookFile? {
        `as`
            ?? BookFile.allCases.first {
                export.output.lowercased().hasSuffix("." + $0.rawValue)
            }
    }

    func run() async throws {
        guard let form else { return }
        let options = try export.options()
        let file = passwordFile ?? options.passwordFile
        if let edition = options.edition, file != nil, form != .html {
            throw UserError(
                "The edition “\(edition)” is encrypted, and of books only a web page can be.",
                "Use --as html.", exitStatus: 64)
        }
        let password = try file.map { try PasswordFile.bookPassword(in: $0) }
        let format: any OutputFormat =
            switch form {
            case .html: PageBookFormat(password: password)
            case .epub: EPUBFormat()
            case .pdf: PDFFormat()
            }
        let report = try await export.write(format, options, ending: form.rawValue)
        let facts = export.isStandardOutput ? [] : ["Open \(export.output)"]
        try export.show(report, asJSON: json, facts: facts)
    }
}

/// The file formats of books; raw values are the extensions.
enum BookFile: String, CaseIterable, ExpressibleByArgument {
    case html, epub, pdf
}
