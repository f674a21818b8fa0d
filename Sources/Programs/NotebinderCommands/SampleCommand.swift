import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel
import SampleNotes

struct SampleCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Write a sample notes folder.",
        discussion: """
            Writes archives as an iPhone app would have written them, with photos in every form \
            that is read, one damaged archive and one missing photo. A folder that holds anything \
            is left alone.
            """)

    @Argument(help: "The folder to create.", completion: .directory)
    var folder = "MyNotes"

    @Flag(help: "Write a small store of Apple Notes instead, as a phone or a Mac has it.")
    var appleNotes = false

    @Option(help: .photoWorker, completion: .file())
    var photoWorker: String?

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let count = try SampleNotes.write(
            to: folder, photoWorker: photoWorker ?? HelperPrograms.photoWorker,
            isOfAppleNotes: appleNotes)
        Messages.current.show(
            "Wrote \(count) sample notes. Now: notebinder build \(LocalFiles.shellQuoted(path: folder))"
        )
    }
}
