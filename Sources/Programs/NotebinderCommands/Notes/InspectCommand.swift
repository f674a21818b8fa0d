import ArgumentParser
import NoteArchives
import NoteModel
import PhoneBackups

struct InspectCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print the contents of an archive as JSON.",
        discussion: """
            Classes and keys go by the names that the app gave them; notebinder.yml can say what \
            they mean. $id is an object's number, {"$ref": 7} the object that was shown as 7, \
            {"$data": 1234} that many bytes. Of a Core Data store the entities are shown, with their \
            columns. Of a folder, a container or a ZIP file, every file is shown under its \
            name.

            Exit status: 0 success; 1 the file cannot be read; 2 some files of a folder cannot be.
            """)

    @Argument(
        help:
            "A keyed archive, a property list, JSON, or a Core Data store; or a folder, a container or a ZIP file of them.",
        completion: .file())
    var file: String

    @Flag(help: "Print the object table without following references.")
    var plain = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let location = try NotesLocation(file, unpacksPackages: true)
        let folder = try? NotesFolder(location.folder)
        guard let folder, !folder.isSingleFile else {
            let contents = try ArchiveInspection.description(
                ofFileAt: file, named: file, isPlain: plain)
            return try Messages.print(contents.indented)
        }
        var hasFailed = false
        var descriptions: [(String, JSONValue)] = []
        for source in folder.sources {
            do {
                let contents = try ArchiveInspection.description(
                    ofFileAt: source.path, named: source.name, isPlain: plain)
                descriptions.append((source.name, contents))
            } catch {
                Messages.current.show(error: error.message)
                hasFailed = true
            }
        }
        try Messages.print(JSONValue.object(descriptions).indented)
        if hasFailed { throw ExitCode(2) }
    }
}
