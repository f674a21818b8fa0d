import ArgumentParser
import BuildPipeline

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write notes as one file for other programs: ENEX or a database.",
        subcommands: [ENEX.self, SQLite.self])

    struct ENEX: AsyncParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "enex",
            abstract:
                "Write a file that Apple Notes, Evernote, Joplin, Obsidian and OneNote import.",
            discussion: """
                The file contains the original photos with their metadata; HEIC photos become JPEG \
                and drawings PNG. Apple Notes makes a folder of each file.

                Example: notebinder export enex MyNotes --output notes.enex --split 500

                Exit status: 0 success; 1 failure, an older file is unchanged; 2 written, but a file \
                or photo could not be read, or is larger than the format allows; 64 invalid options; \
                75 a build of the notebook is running.
                """)

        @OptionGroup var export: ExportArguments

        @Option(
            help: "Write several files, notes-1.enex and so on, with at most this many notes each.")
        var split: Int?

        @OptionGroup var printing: PrintingOptions

        func validate() throws {
            try require(split ?? 1 > 0, "--split must be 1 or more.")
            try require(
                split == nil || !export.isStandardOutput,
                "Only one file can go to standard output; leave out --split.")
        }

        func run() async throws { try await export.run(ENEXFormat(split: split), ending: "enex") }
    }

    struct SQLite: AsyncParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "sqlite",
            abstract: "Write a SQLite database with full-text search.",
            discussion: """
                Tables: notes, tags, links, files, cards, and notes_fts for searching. The article \
                “Exports” explains them, with ten queries. The same notes give the same file.

                Example: notebinder export sqlite MyNotes --output notes.db

                Exit status: 0 success; 1 failure, an older file is unchanged; 2 written, but a file \
                or photo could not be read; 64 invalid options; 75 a build of the notebook is running.
                """)

        @OptionGroup var export: ExportArguments

        @OptionGroup var printing: PrintingOptions

        func run() async throws { try await export.run(DatabaseFormat(), ending: "db") }
    }
}

extension ExportArguments {
    /// Writes an export into one file, and shows what was read.
    ///
    /// - Throws: `ExitCode` 2 if something could not be read.
    fileprivate func run(_ format: some OutputFormat, ending: String) async throws {
        try await show(write(format, options(), ending: ending))
    }
}
