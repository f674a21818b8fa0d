import Diagnostics
package import Foundation
import KeyedArchives
import LocalFiles
package import NoteModel

/// Why notes were not changed, in one or two sentences.
package struct EditingError: Error, Hashable, Sendable {
    package let message: String

    init(_ message: String) {
        self.message = message
    }

    /// Of an archive that is read, or not even that, but never written.
    init(unchangeable name: String, _ error: ArchiveError) {
        let advice =
            if case .otherKind = error.reason { "Change that file itself." } else {
                "Copy it again from the device or from a backup."
            }
        message = "\(name) cannot be changed: it \(error). \(advice)"
    }

    init(_ error: FileError) {
        message = "The notes could not be changed: \(error)."
    }
}

/// A note with the archive that holds it, taken for changing it. The archive keeps its class, its
/// keys and whatever else its app put into it.
package struct NoteDraft {
    package let note: Note
    /// Absolute path of the archive.
    let file: String
    /// The archive as it was read.
    let original: [UInt8]
    var editor: ArchiveEditor
    /// File names of photos that the archive holds, parallel to the note's photos; nil for any other photo.
    var storedPhotoNames: [String?]
    let keys: NoteKeys
    let place: ArchiveEditor.Place
    let opened: OpenedArchive
    private let vocabulary: ArchiveVocabulary
    /// All notes of the archive, where they stand, and what could not be read.
    let collector: NoteCollector
    /// Position among those.
    let index: Int
    /// What the note shall be read as.
    var title: String?
    var body: String?

    /// - Throws: ``EditingError`` for a note that is in no archive that can be changed.
    init(
        _ id: NoteID, of source: NotesFolder.SourceFile, in folder: NotesFolder,
        _ reading: ReadingOptions
    ) throws(EditingError) {
        file = source.path
        vocabulary = reading.vocabulary
        do throws(FileError) {
            original = try LocalFiles.read(source.path)
        } catch {
            throw EditingError(error)
        }
        var collector = NoteCollector(folder: folder, reading: reading)
        do throws(ArchiveError) {
            opened = OpenedArchive(try KeyedArchive(ArchiveBytes(original)), of: source)
            try collector.collect(opened)
            editor = try ArchiveEditor(opened.archive)
        } catch {
            throw EditingError(unchangeable: source.name, error)
        }
        guard let index = collector.notes.firstIndex(where: { $0.id == id }) else {
            throw EditingError("\(id.text) is not there any more.")
        }
        note = collector.notes[index]
        storedPhotoNames = note.photos.map { [file] in $0.stored?.file == file ? $0.name : nil }
        keys = collector.places[index].keys
        guard let place = editor.place(at: collector.places[index].path) else {
            throw EditingError(
                "\(id.text) stands where notes cannot be changed, in an archive within the archive or under a key that is no text."
            )
        }
        self.place = place
        self.collector = collector
        self.index = index
        editor.keepsUnreferenced = collector.hasDamage
    }

    /// The bytes of the archive as the draft has it.
    func bytes() -> [UInt8] { editor.bytes(inFormOf: original) }
}

// MARK: - Texts and dates

extension NoteDraft {
    /// - Throws: ``EditingError`` where its app keeps no title of its own.
    package mutating func setTitle(_ title: String) throws(EditingError) {
        let key = keys.title ?? firstKey(of: .title) ?? "title"
        guard key != keys.body else {
            throw EditingError(
                "The app of “\(note.title)” keeps the text under the title's key; the first line is the title. Change the text."
            )
        }
        if let old = editor.field(key, of: place), !old.isNull, editor.text(of: old) == nil {
            throw EditingError("The title of “\(note.title)” is archived as no plain text.")
        }
        editor.setField(key, editor.string(title), of: place)
        self.title = title
    }

    /// Says before anybody writes a text whether it could be taken.
    ///
    /// - Throws: ``EditingError`` for a text in a form that a plain one cannot stand for.
    package func requireEditableBody() throws(EditingError) {
        _ = try bodyForm()
    }

    package mutating func setBody(_ body: String) throws(EditingError) {
        let key = bodyKey
        self.body = body
        switch try bodyForm() {
        case .text: editor.setField(key, editor.string(body), of: place)
        case .data: editor.setField(key, editor.data(Array(body.utf8)), of: place)
        case .richText(let className):
            // An app that expects rich text does not take a plain one.
            let superclasses =
                className.contains("Mutable") ? ["NSAttributedString", "NSObject"] : ["NSObject"]
            let text = editor.string(body)
            editor.setField(
                key, editor.object(className, superclasses, [("NSString", text)]), of: place)
        }
    }

    private var bodyKey: String { keys.body ?? firstKey(of: .body) ?? "note" }

    private enum BodyForm {
        case text, data
        case richText(className: String)
    }

    private func bodyForm() throws(EditingError) -> BodyForm {
        guard let old = editor.field(bodyKey, of: place), !old.isNull,
            editor.text(of: old) == nil
        else { return .text }
        let value: PropertyListValue? =
            if case .object(let uid) = editor.place(of: old) { .uid(uid) } else { nil }
        if editor.isData(old) {
            let data = value.flatMap { try? opened.archive.data($0) }
            let start = data.map { opened.prefix(of: $0) } ?? []
            guard data.map({ opened.isArchive($0) }) != true, !start.starts(with: "{\\rtf".utf8)
            else { throw uneditable("an archive or RTF within the archive") }
            return .data
        }
        guard let name = editor.className(of: old), name.hasSuffix("AttributedString"),
            let runs = value.flatMap({ try? opened.archive.textRuns($0) })
        else { throw uneditable("no text") }
        guard !runs.contains(where: { $0.attributes.contains { $0.key == "NSAttachment" } }) else {
            throw uneditable("rich text with attachments, which would be lost")
        }
        return .richText(className: name)
    }

    private func uneditable(_ what: String) -> EditingError {
        EditingError("The text of “\(note.title)” is \(what). Change it in its app.")
    }

    /// Sets when the note was changed, where its app keeps that as a date or a number.
    package mutating func setModified(_ date: Date) {
        let seconds = date.timeIntervalSinceReferenceDate
        guard let key = firstKey(of: .modified) else {
            guard isOfThisProjectsClass else { return }
            return editor.setField("modified", editor.date(seconds), of: place)
        }
        guard let old = editor.field(key, of: place) else { return }
        if editor.className(of: old)?.hasSuffix("Date") == true {
            return editor.setField(key, editor.date(seconds), of: place)
        }
        guard let number = editor.number(old) else { return }
        let new =
            switch number {
            case 100_000_000_000...: date.timeIntervalSince1970 * 1000
            case Date.timeIntervalBetween1970AndReferenceDate...: date.timeIntervalSince1970
            default: seconds
            }
        if let value = editor.number(new, inPlaceOf: old) {
            editor.setField(key, value, of: place)
        }
    }

    /// Whether the class is the one whose archives this project writes itself.
    var isOfThisProjectsClass: Bool {
        editor.className(at: place).map { plainClassName($0) } == "NoteObj"
    }

    /// The key of the record that stands for a role, the preferred one first.
    func firstKey(of role: ArchiveVocabulary.Role) -> String? {
        editor.keys(of: place).compactMap { key in
            vocabulary.meanings(of: key).first { $0.role == role }.map { (key, $0.rank) }
        }.min { $0.1 < $1.1 }?.0
    }
}

// MARK: - Taking the note out

extension NoteDraft {
    /// What a note leaves behind that is deleted.
    struct Deletion {
        /// Of the archive without the note; nil where the whole file goes.
        let remaining: [UInt8]?
        /// An archive of the note alone; of the whole file where that goes.
        let deleted: [UInt8]
        /// Where the note stood; nil for a whole file.
        let position: ListPosition?
        /// What the note refers to and does not take along.
        var links: [OutwardReference] = []
    }

    /// True if the archive holds this note and nothing else.
    var isAlone: Bool {
        collector.notes.count == 1 && collector.unread.isEmpty
            && !collector.diagnostics.contains { $0.severity == .error }
    }

    /// Takes the note out of its archive, and every reference to it.
    ///
    /// - Throws: ``EditingError`` where the others would not stay as they are.
    func deletion() throws(EditingError) -> Deletion {
        let whole = collector.places[index].whole
        guard let position = ListPosition(whole),
            let object = editor.place(at: whole), let holder = editor.place(at: position.list),
            position.index != nil || !isAlone || editor.keys(of: holder).count > 1
        else {
            guard isAlone else { throw inseparable }
            return Deletion(remaining: nil, deleted: original, position: nil)
        }
        var rest = editor
        if editor.isPlain {
            if let key = position.key {
                rest.setField(key, nil, of: holder)
            } else if let index = position.index, var members = rest.members(of: holder) {
                members.remove(at: index)
                rest.setMembers(members, of: holder)
            }
        } else {
            rest.removeReferences(to: [object])
        }
        let remaining = try checked(rest)
        let (deleted, links) = detached(object, from: editor)
        return Deletion(
            remaining: remaining, deleted: deleted, position: position, links: links)
    }

    /// An archive of the note alone, and the references in it to other notes and to what holds them,
    /// which it leaves out.
    func detached(
        _ object: ArchiveEditor.Place, from editor: ArchiveEditor
    ) -> (archive: [UInt8], links: [OutwardReference]) {
        var others: [(place: ArchiveEditor.Place, link: OutwardReference.Target)] = []
        for (note, place) in zip(collector.notes, collector.places) {
            guard let place = editor.place(at: place.whole), place != object else { continue }
            others.append((place, .note(title: note.title, size: note.body.utf8.count)))
        }
        var path = collector.places[index].whole.parent
        while let next = path {
            if let place = editor.place(at: next) { others.append((place, .holder(next))) }
            path = next.parent
        }
        let links = editor.keys(of: object).compactMap { key -> OutwardReference? in
            guard let value = editor.field(key, of: object), let place = editor.place(of: value),
                let other = others.first(where: { $0.place == place })
            else { return nil }
            return OutwardReference(key: key, target: other.link)
        }
        return (editor.bytes(ofOnly: object, without: others.map(\.place)), links)
    }

    /// The note in an archive of its own, as the draft has it.
    func bytesOfNoteAlone() -> [UInt8] {
        let whole = editor.place(at: collector.places[index].whole) ?? place
        let others = collector.places.compactMap { editor.place(at: $0.whole) }
        return editor.bytes(ofOnly: whole, without: others)
    }

    /// The bytes of the archive as the draft has it, if it reads as it is meant to.
    ///
    /// - Throws: ``EditingError`` where another field would be taken for the text, or another
    ///   note would change.
    func checkedBytes() throws(EditingError) -> [UInt8] {
        let bytes = bytes()
        var notes = read(bytes)
        guard notes.count == collector.notes.count else { throw inseparable }
        let changed = notes.remove(at: index)
        var others = collector.notes
        others.remove(at: index)
        guard Self.areSame(notes, others) else { throw inseparable }
        let wanted = Note(id: note.id, title: title, body: body ?? changed.body)
        guard changed.body == wanted.body, title == nil || changed.title == wanted.title else {
            throw EditingError(
                "“\(note.title)” keeps several texts, and after this change another one than “\(bodyKey)” would be taken for its own; nothing was changed. Say in notebinder.yml which it is: archives: { keys: { \(bodyKey): body } }."
            )
        }
        return bytes
    }

    /// The bytes of an archive without the note, if it reads as the others and nothing else.
    private func checked(_ rest: ArchiveEditor) throws(EditingError) -> [UInt8] {
        var draft = self
        draft.editor = rest
        let bytes = draft.bytes()
        var expected = collector.notes
        expected.remove(at: index)
        guard Self.areSame(read(bytes), expected) else { throw inseparable }
        return bytes
    }

    private func read(_ bytes: [UInt8]) -> [Note] {
        guard let archive = try? KeyedArchive(ArchiveBytes(bytes)) else { return [] }
        var after = collector.emptied
        try? after.collect(OpenedArchive(archive, of: opened.source))
        return after.notes
    }

    private static func areSame(_ notes: [Note], _ others: [Note]) -> Bool {
        notes.count == others.count
            && zip(notes, others).allSatisfy {
                $0.title == $1.title && $0.body == $1.body && $0.photos.count == $1.photos.count
                    && $0.recordings.count == $1.recordings.count
            }
    }

    var inseparable: EditingError {
        EditingError(
            "\(note.id.text) cannot be told apart from what stands beside it in its file; nothing was changed."
        )
    }
}

extension ArchiveEditor {
    /// The bytes of the archive in the form that it had, as far as its app may depend on it.
    func bytes(inFormOf original: [UInt8]) -> [UInt8] {
        let bytes = bytes()
        // An app that wrote a plain list as XML may be one that reads it as text.
        guard isPlain, PropertyListForm(prefix: Array(original.prefix(64))) == .xml,
            let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let xml = try? PropertyListSerialization.data(
                fromPropertyList: list, format: .xml, options: 0)
        else { return bytes }
        return Array(xml)
    }
}

/// A field of a note that refers to something around it, which stays when the note is deleted.
struct OutwardReference: Hashable, Sendable, Codable {
    let key: String
    let target: Target

    enum Target: Hashable, Sendable, Codable {
        /// What holds the note, or holds what does.
        case holder(ArchivePath)
        /// Another note of the archive, with the size of its text in bytes.
        case note(title: String, size: Int)
    }
}

/// Where a note stands in a list (by a number) or a dictionary (by a key).
struct ListPosition: Hashable, Sendable {
    let list: ArchivePath
    var index: Int?
    var key: String?
}

extension ListPosition {
    /// The position that a path ends in; nil for the root of an archive.
    init?(_ path: ArchivePath) {
        guard let list = path.parent else { return nil }
        switch path.steps.last {
        case .index(let index): self.init(list: list, index: index)
        case .key(let key): self.init(list: list, key: key)
        case .nested, nil: return nil
        }
    }
}
