import ArgumentParser
import NoteArchives
import NoteModel

struct InspectCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print the contents of an archive as JSON.",
        discussion: """
            Classes and keys go by the names that the app gave them; notebinder.yml can say what \
            they mean. $id is an object's number, {"$ref": 7} the object that was shown as 7, \
            {"$data": 1234} that many bytes. Of a Core Data store the entities are shown, with their \
            columns.
            """)

    @Argument(help: "A keyed archive, a property list, JSON, or a Core Data store.")
    var file: String

    @Flag(help: "Print the object table without following references.")
    var plain = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let description: JSONValue
        do throws(ArchiveInspection.InspectionError) {
            description = try ArchiveInspection.description(ofFileAt: file, isPlain: plain)
        } catch {
            Messages.current.show(error: "\(file) \(error.reason).")
            throw ExitCode(1)
        }
        try Messages.print(description.indented)
    }
}
