import Diagnostics
import Foundation
import KeyedArchives
import NoteModel

/// Makes notes of the `NoteObj` objects of one keyed archive.
struct NoteObjDecoder {
    let archive: KeyedArchive
    let source: NotesFolder.SourceFile
    let folder: NotesFolder
    private(set) var diagnostics: [Diagnostic] = []
    private var photoDecoder: ArchivedPhotoDecoder

    /// Keys that the app's versions use for the fields of a note.
    private enum Key {
        static let title = "title"
        static let body = "note"
        static let photos = "photos"
        static let created = "created"
        static let modified = "modified"
    }

    private static let className = "NoteObj"

    init(archive: KeyedArchive, source: NotesFolder.SourceFile, folder: NotesFolder) {
        self.archive = archive
        self.source = source
        self.folder = folder
        photoDecoder = ArchivedPhotoDecoder(archive: archive, source: source, folder: folder)
    }

    /// The notes of the archive in its order: one, or those of an array.
    ///
    /// - Throws: ``ArchiveError`` where nothing of the archive can be told apart.
    mutating func notes() throws(ArchiveError) -> [Note] {
        let root = try archive.root()
        let references: [PropertyListValue]
        if case .instance(let instance) = root, instance.isKind(of: Self.className) {
            return [try note(instance, index: 0, place: "root")]
        } else if let rootValue = archive.top.first(where: { $0.key == "root" })?.value
            ?? archive.top.first?.value, let members = try archive.array(rootValue)
        {
            references = members
        } else {
            report(
                .noNoteInArchive, place: "root",
                "\(source.name) holds no NoteObj but \(name(of: root)).")
            return []
        }
        var notes: [Note] = []
        // An object that is listed twice is one note.
        var seen: Set<PropertyListValue> = []
        for (index, reference) in references.enumerated() where seen.insert(reference).inserted {
            let place = "root[\(index)]"
            do throws(ArchiveError) {
                switch try archive.object(reference) {
                case .instance(let instance) where instance.isKind(of: Self.className):
                    notes.append(try note(instance, index: index, place: place))
                case .null: continue
                case let other:
                    report(
                        .damagedObject, place: place,
                        "\(source.name), entry \(index + 1): no NoteObj but \(name(of: other)); it was left out."
                    )
                }
            } catch {
                report(
                    .damagedObject, place: place,
                    "\(source.name), entry \(index + 1): the note \(error); it was left out.")
            }
        }
        return notes
    }

    private mutating func note(
        _ instance: ArchivedInstance, index: Int, place: String
    ) throws(ArchiveError) -> Note {
        let diagnosticsBefore = diagnostics.count
        let title = text(instance, Key.title, place)
        let body = text(instance, Key.body, place)
        let photos = photoDecoder.photos(of: instance[Key.photos], place: place + "." + Key.photos)
        diagnostics += photoDecoder.takeDiagnostics()
        let isBlank = title == nil && body == nil && photos.isEmpty
        // A blank note is a note; one that is blank because of damage is none.
        guard !isBlank || diagnostics.count == diagnosticsBefore else {
            throw ArchiveError(.badObject("neither its title nor its text can be read"))
        }
        return Note(
            id: NoteID(source: source.name, index: index), title: title, body: body ?? "",
            created: date(instance, Key.created, place),
            modified: date(instance, Key.modified, place), photos: photos)
    }

    /// The text under a key; a damaged one is reported, and the rest of the note is kept.
    private mutating func text(
        _ instance: ArchivedInstance, _ key: String, _ place: String
    ) -> String? {
        guard let value = instance[key] else { return nil }
        do throws(ArchiveError) {
            if let text = try archive.string(value) { return text }
            guard try archive.object(value) == .null else {
                throw ArchiveError(
                    .badObject("it is no text but \(name(of: try archive.object(value)))"))
            }
        } catch {
            report(
                .damagedObject, place: place + "." + key,
                "\(source.name): the \(key) of a note \(error).")
        }
        return nil
    }

    /// The date under a key, in the years 1 to 9999.
    private mutating func date(
        _ instance: ArchivedInstance, _ key: String, _ place: String
    ) -> Date? {
        guard let value = instance[key] else { return nil }
        var seconds: Double?
        do throws(ArchiveError) {
            seconds = try archive.date(value)
            switch try archive.object(value) {
            case .null: return nil
            // Inline numbers are seconds since 2001 as well: `timeIntervalSinceReferenceDate`.
            case .value(.real(let number)): seconds = number
            case .value(.integer(let number)): seconds = Double(number)
            default: break
            }
        } catch {
            seconds = nil
        }
        let years1To9999 = -63_113_904_000.0..<252_423_993_600.0
        guard let seconds, years1To9999.contains(seconds) else {
            report(
                .impossibleDate, place: place + "." + key,
                "\(source.name): the date “\(key)” of a note is no date of the years 1 to 9999; the note is shown without it."
            )
            return nil
        }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private mutating func report(
        _ identifier: Diagnostic.Identifier, place: String, _ summary: String
    ) {
        diagnostics.append(
            Diagnostic(
                identifier, origin: .init(source: source.name, place: place), summary: summary))
    }

    private func name(of object: ArchivedObject) -> String {
        switch object {
        case .null: "nothing"
        case .instance(let instance):
            instance.classNames.first.map { "an object of the class \($0)" } ?? "loose values"
        case .value(.string): "a text"
        case .value(.data): "data"
        case .value: "a number"
        }
    }
}
