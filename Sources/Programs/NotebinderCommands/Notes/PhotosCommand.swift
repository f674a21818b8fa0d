import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel

struct PhotosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "List the photos of a note, add some, remove some, or order them.",
        subcommands: [List.self, Add.self, Remove.self, Order.self])

    struct List: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the photos of a note: number, name, caption, bytes.")

        @OptionGroup var chosen: NoteArgument

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            let entry = try chosen.place.catalog().named(chosen.note)
            if json { return try Messages.print(entry.photosJSON.indented) }
            let rows = entry.note.photos.enumerated().map { index, photo in
                [
                    String(index + 1), photo.name ?? "", photo.caption ?? "",
                    photo.stored.map { String($0.count) } ?? "missing",
                ]
            }
            if rows.isEmpty { Messages.current.show("“\(entry.note.title)” has no photos.") }
            try Messages.print(
                TextTable(
                    [
                        ("Number", .right), ("Name", .left), ("Caption", .left),
                        ("Bytes", .right),
                    ], rows: rows))
        }
    }

    struct Add: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add photos to a note, in the format of its other photos.")

        @OptionGroup var chosen: NoteArgument

        @Argument(help: "Files of photos.", completion: .file())
        var files: [String]

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            try NotesEditing.changePhotos(of: chosen) { note in
                let kept = note.listedPhotos.map { EditedMedium(kept: $0) }
                return kept + (try files.map { EditedMedium(try NotesEditing.photo($0)) })
            }
        }
    }

    struct Remove: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove photos from a note.",
            discussion: "`notebinder restore` brings the note back as it was.")

        @OptionGroup var chosen: NoteArgument

        @Argument(help: "Photos, by their numbers from 1, their names or captions.")
        var photos: [String]

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            try NotesEditing.changePhotos(of: chosen) { note in
                let positions = Set(try PhotosCommand.positions(photos, of: note))
                try PhotosCommand.requireUnnamed(positions, of: note)
                let kept = note.listedPhotos.filter { !positions.contains($0) }
                return kept.map { EditedMedium(kept: $0) }
            }
        }
    }

    struct Order: ParsableCommand, PrintingCommand {
        static let configuration = CommandConfiguration(
            commandName: "order",
            abstract: "Reorder the photos of a note.")

        @OptionGroup var chosen: NoteArgument

        @Argument(help: "All photos in the order wanted, by numbers from 1, names or captions.")
        var photos: [String]

        @OptionGroup var printing: PrintingOptions

        func run() throws {
            try NotesEditing.changePhotos(of: chosen) { note in
                let positions = try PhotosCommand.positions(photos, of: note)
                let count = note.photos.count
                guard positions.count == count, Set(positions).count == count else {
                    throw UserError(
                        "“\(note.title)” has \(Messages.counted(count, "photo")); name each of them once."
                    )
                }
                guard positions != Array(0..<count) else { return nil }
                try PhotosCommand.requireUnnamed([], of: note)
                return positions.map { EditedMedium(kept: $0) }
            }
        }
    }

    /// Refuses to remove or reorder photos if the text of the note depends on them.
    ///
    /// A number in the text would refer to another photo afterwards, and a photo that the text
    /// names belongs to the note whether or not it is in the list.
    ///
    /// - Parameter removed: The positions of the photos to remove; empty for a new order.
    /// - Throws: ``UserError`` that names the reference.
    private static func requireUnnamed(_ removed: Set<Int>, of note: Note) throws {
        let addresses = note.addressesOfPhotosInTexts
        if let number = addresses.first(where: { Int($0) != nil }) {
            throw UserError(
                "The text of “\(note.title)” refers to photos by number, such as “\(number)”, and the numbers would change.",
                "Remove these references first, with `notebinder edit`.")
        }
        let named = addresses.first {
            note.position(of: .photo, forAddress: $0).map(removed.contains) == true
        }
        if let named {
            throw UserError(
                "The text of “\(note.title)” shows “\(named)”.",
                "Remove it there first, with `notebinder edit`.")
        }
    }

    private static func positions(_ names: [String], of note: Note) throws -> [Int] {
        try names.map { name in
            guard let position = note.position(of: .photo, forAddress: name) else {
                throw UserError("“\(note.title)” has no photo “\(name)”.")
            }
            return position
        }
    }
}
