import ArgumentParser
import BuildPipeline
import Foundation
import NoteArchives

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring notes back from an export, or in from a folder of Markdown files.",
        discussion: """
            Reads the folder json of a notebook (all that the notes had), its folder markdown, a \
            bag, or Markdown files with front matter, as Obsidian and Hugo keep them, and writes \
            archives of the class NoteObj into the notes folder. Nothing that is there is \
            overwritten.

            Exit status: 0 everything was imported; 1 failed; 2 imported, but what is named could \
            not be; 64 wrong usage; 75 another program is changing the notes.
            """)

    @Argument(help: "The export: a folder, or one of its files.")
    var export: String

    @OptionGroup var place: NotesPlace

    func run() throws {
        try NotesEditing.run {
            let options = try place.options()
            let messages = Messages()
            // Held from the beginning, so that two imports do not make one folder.
            let isNew = !FileManager.default.fileExists(atPath: options.notes)
            if isNew {
                try FileManager.default.createDirectory(
                    atPath: options.notes, withIntermediateDirectories: true)
            }
            defer { if isNew { rmdir(options.notes) } }
            let lock = try NotesLock(options.notes)
            let outcome = try BuildPipeline.importNotes(
                from: export, into: options, progress: messages.progress)
            withExtendedLifetime(lock) {}
            for problem in outcome.problems { messages.tell(failure: problem) }
            var line =
                "\(Messages.counted(outcome.notes, "note")) in \(Messages.counted(outcome.archives, "archive"))"
            if outcome.photos > 0 {
                line +=
                    " and \(Messages.counted(outcome.photos, "photo or recording", "photos and recordings"))"
            }
            line += " went into \(options.notes)"
            if outcome.unchanged > 0 {
                let verb = outcome.unchanged == 1 ? "was" : "were"
                line +=
                    "; \(Messages.counted(outcome.unchanged, "archive")) \(verb) there already"
            }
            messages.tell(line + ".")
            if !outcome.problems.isEmpty { throw ExitCode(2) }
        }
    }
}
