package import Hashing
import KeyedArchives
import LocalFiles
import NoteArchives
package import NoteModel
package import Platform

/// A note being edited, with the archive that holds it. The archive keeps its class, its keys and
/// everything else that the app stored.
package struct NoteDraft {
    package let note: Note
    var archive: EditableArchive
    /// The file name of each photo of the note that is stored in the archive; nil for any other
    /// photo.
    var storedPhotoNames: [String?]
    /// The archive to which the draft adds a note, as it was read; nil for a note of its archive.
    var appendedTo: [UInt8]?
    /// The files to be written to the folder Photos with a new note.
    var copies: MediaPlacement.Copies = [:]
    private(set) var keys: NoteKeys
    /// The picture in whose form a note without any photo gets its only one: that of a neighbour,
    /// or the drawing of a napkin; nil if there is none.
    private(set) var neighboursPhoto: ArchiveEditor.Value?
    /// The place of the object that holds the texts.
    let place: ArchiveEditor.Place
    /// The place of the object that holds the photos and the drawing, which in some apps contains
    /// the one with the texts.
    let mediaPlace: ArchiveEditor.Place
    let vocabulary: ArchiveVocabulary
    /// The position of the note among those of the archive.
    let index: Int
    /// The title that the archive must have when it is read again; nil if it is not changed. The
    /// same applies to `body`.
    var title: String?
    var body: String?

    /// - Throws: ``UserError`` if the archive does not hold the note, or only in an archive
    ///   within it.
    init(_ id: NoteID, in archive: EditableArchive, vocabulary: ArchiveVocabulary) throws {
        (self.archive, self.vocabulary) = (archive, vocabulary)
        let (editor, collector) = (archive.editor, archive.collector)
        guard let index = collector.archived.firstIndex(where: { $0.note.id == id }) else {
            throw UserError.gone(id.text)
        }
        let archived = collector.archived[index]
        note = archived.note
        storedPhotoNames = note.photos.map { photo in
            guard let name = photo.name, let stored = photo.stored else { return nil }
            return PhotoName(LocalFiles.name(of: stored.file)) == PhotoName(name) ? nil : name
        }
        keys = archived.keys
        guard let place = editor.place(at: archived.path) else {
            throw UserError(
                "\(id.text) cannot be changed: it is in an archive within the archive, or under a key that is not text."
            )
        }
        self.place = place
        mediaPlace = editor.place(at: archived.whole) ?? place
        self.index = index
        if keys.photos.isEmpty { takeFormOfNeighbours() }
    }

    private mutating func takeFormOfNeighbours() {
        for other in collector.archived where other.keys.photos.count == 1 {
            let key = other.keys.photos[0]
            guard let holder = editor.place(at: other.whole),
                editor.className(at: holder) == editor.className(at: mediaPlace),
                editor.field(key, of: mediaPlace)?.isNull == true,
                let photo = editor.field(key, of: holder),
                editor.isData(photo) || editor.text(of: photo) != nil
                    || editor.className(of: photo) == "UIImage"
            else { continue }
            (keys.photos, neighboursPhoto) = ([key], photo)
            return
        }
        // A napkin has one picture, in the form of its drawing.
        guard note.kind == .napkin, let key = firstKey(of: .photos, at: mediaPlace),
            editor.field(key, of: mediaPlace)?.isNull == true
        else { return }
        keys.photos = [key]
        neighboursPhoto = keys.drawing.flatMap { editor.field($0, of: mediaPlace) }
    }

    var editor: ArchiveEditor {
        get { archive.editor }
        _modify { yield &archive.editor }
    }
    var collector: NoteCollector { archive.collector }
    /// The path of the object that is removed with the note.
    var whole: ArchivePath { collector.archived[index].whole }
}

// MARK: - Texts and dates

extension NoteDraft {
    /// Sets the title.
    ///
    /// - Throws: ``UserError`` if the app does not store the title as plain text of its own.
    package mutating func setTitle(_ title: String) throws {
        let key = keys.title ?? firstKey(of: .title) ?? "title"
        guard key != keys.body else {
            throw UserError(
                "The app of “\(note.title)” has no title apart from the text, whose first line is the title.",
                "Change the text.")
        }
        if let old = editor.field(key, of: place), !old.isNull, editor.text(of: old) == nil {
            throw UserError("The title of “\(note.title)” is not archived as plain text.")
        }
        editor.setField(key, new: editor.string(title), of: place)
        self.title = title
    }

    /// Checks whether the text can be replaced, before the user edits it.
    ///
    /// - Throws: ``UserError`` if the text is in a form that plain text cannot replace.
    package func requireEditableBody() throws {
        _ = try bodyForm()
    }

    /// Sets the text, in the form in which the app stores it.
    ///
    /// - Throws: ``UserError`` if the text is in a form that plain text cannot replace.
    package mutating func setBody(_ body: String) throws {
        let (key, form) = (bodyKey, try bodyForm())
        var body = body
        if case .richText = form {
            // What reading makes of it: lines, and no attachment that the text does not have.
            for (sign, text) in [("\r\n", "\n"), ("\r", "\n"), ("\u{FFFC}", "\u{FFFD}")] {
                body = body.replacing(sign, with: text)
            }
        }
        self.body = body
        switch form {
        case .text: editor.setField(key, new: editor.string(body), of: place)
        case .data: editor.setField(key, new: editor.data(Array(body.utf8)), of: place)
        case .richText(let className):
            // An app that expects rich text does not accept a plain string.
            let superclasses =
                className.contains("Mutable") ? ["NSAttributedString", "NSObject"] : ["NSObject"]
            let text = editor.string(body)
            editor.setField(
                key,
                new: editor.object(
                    className, superclasses: superclasses, fields: [("NSString", text)]), of: place)
        }
    }

    private var bodyKey: String { keys.body ?? firstKey(of: .body) ?? "note" }

    private func textIsNotPlain(_ form: String) -> UserError {
        UserError("The text of “\(note.title)” is \(form).", "Change it in its app.")
    }

    private enum BodyForm {
        case text, data
        case richText(className: String)
    }

    private func bodyForm() throws -> BodyForm {
        guard let old = editor.field(bodyKey, of: place), !old.isNull,
            editor.text(of: old) == nil
        else { return .text }
        let value: PropertyListValue? =
            if case .object(let uid) = editor.place(of: old) { .uid(uid) } else { nil }
        if editor.isData(old) {
            let data = value.flatMap { try? archive.opened.archive.data($0) }
            let start = data.map { archive.opened.prefix(of: $0) } ?? []
            guard data.map({ archive.opened.isArchive($0) }) != true,
                !start.starts(with: "{\\rtf".utf8)
            else { throw textIsNotPlain("an archive or RTF within the archive") }
            return .data
        }
        guard let name = editor.className(of: old), name.hasSuffix("AttributedString"),
            let runs = value.flatMap({ try? archive.opened.archive.textRuns($0) })
        else { throw textIsNotPlain("not archived as text") }
        guard !runs.contains(where: { $0.attributes.contains { $0.key == "NSAttachment" } }) else {
            throw textIsNotPlain("rich text with attachments, which would be lost")
        }
        return .richText(className: name)
    }

    /// Sets the modification date, if the app stores it as a date or a number. A `NoteObj` gets one
    /// in any case; any other note remains unchanged.
    package mutating func setModified(_ date: Date) {
        guard let key = firstKey(of: .modified) else {
            guard isOfThisProjectsClass else { return }
            let new = editor.date(date.timeIntervalSinceReferenceDate)
            return editor.setField("modified", new: new, of: place)
        }
        guard let old = editor.field(key, of: place), let value = instant(date, inPlaceOf: old)
        else { return }
        editor.setField(key, new: value, of: place)
    }

    /// Returns a date in the form of another one that the app stores: as a date, or as a number of
    /// its unit; nil for any other form.
    mutating func instant(
        _ date: Date, inPlaceOf old: ArchiveEditor.Value
    ) -> ArchiveEditor.Value? {
        let seconds = date.timeIntervalSinceReferenceDate
        if editor.className(of: old)?.hasSuffix("Date") == true { return editor.date(seconds) }
        guard let number = editor.number(old) else { return nil }
        let new =
            switch number {
            case 100_000_000_000...: date.timeIntervalSince1970 * 1000
            case Date.timeIntervalBetween1970AndReferenceDate...: date.timeIntervalSince1970
            default: seconds
            }
        return editor.number(new, inPlaceOf: old)
    }

    /// Marks the note as one of another kind of app, under a key that apps ignore.
    package mutating func setKind(_ kind: Note.Kind) {
        editor.setField(NotebinderKey.kind, new: editor.string(kind.rawValue), of: mediaPlace)
    }

    /// True if the class is the one that this project writes itself.
    var isOfThisProjectsClass: Bool {
        editor.className(at: place).map { plainClassName($0) } == "NoteObj"
    }

    /// Returns the roles that a key of the note may have.
    func roles(of key: String) -> [ArchiveVocabulary.Role] {
        vocabulary.meanings(of: key).map(\.role)
    }

    /// Returns the preferred key of the note for a role; nil if it has none.
    ///
    /// - Parameter object: The place of the object to look in; nil for the one with the texts.
    func firstKey(
        of role: ArchiveVocabulary.Role, at object: ArchiveEditor.Place? = nil
    ) -> String? {
        editor.keys(of: object ?? place).compactMap { key in
            vocabulary.meanings(of: key).first { $0.role == role }.map { (key, $0.rank) }
        }.min { $0.1 < $1.1 }?.0
    }
}

// MARK: - Taking the note out

extension NoteDraft {
    /// The result of removing a note from its archive.
    struct Deletion {
        /// The archive without the note; nil if the whole file is to be deleted.
        let remaining: [UInt8]?
        /// An archive of the note alone; the whole file if that is to be deleted.
        let deleted: [UInt8]
        /// The former position of the note; nil for a whole file.
        let position: ListPosition?
        /// The references of the note to objects that are not part of `deleted`.
        var links: [OutwardReference] = []
    }

    /// True if the archive holds this note and nothing else. Damaged parts of the note count as
    /// part of it.
    var isAlone: Bool {
        let place = whole.description
        return collector.archived.count == 1 && collector.unread.isEmpty
            && collector.diagnostics.allSatisfy { diagnostic in
                let found = diagnostic.origin.place
                return diagnostic.severity < .error || found == place
                    || found.hasPrefix(place + ".") || found.hasPrefix(place + "[")
            }
    }

    /// Returns the archive without the note and without references to it, and the note as an
    /// archive of its own.
    ///
    /// - Throws: ``UserError`` if other notes would change.
    func deletion() throws -> Deletion {
        guard let position = ListPosition(whole),
            let object = editor.place(at: whole), let holder = editor.place(at: position.list),
            position.index != nil || !isAlone || editor.keys(of: holder).count > 1
        else {
            guard isAlone else { throw inseparable }
            return Deletion(remaining: nil, deleted: archive.original, position: nil)
        }
        var rest = self
        if editor.isPlain {
            if let key = position.key {
                rest.editor.setField(key, new: nil, of: holder)
            } else if let index = position.index, var members = editor.members(of: holder) {
                members.remove(at: index)
                rest.editor.setMembers(members, of: holder)
            }
        } else {
            rest.editor.removeReferences(to: [object])
        }
        var others = collector.notes
        others.remove(at: self.index)
        let remaining = try rest.bytes(holding: others)
        let (deleted, links) = detached(object, from: editor)
        return Deletion(remaining: remaining, deleted: deleted, position: position, links: links)
    }

    /// Returns an archive of the note alone, and its references to other notes and to enclosing
    /// objects, which the archive does not contain.
    func detached(
        _ object: ArchiveEditor.Place, from editor: ArchiveEditor
    ) -> (archive: [UInt8], links: [OutwardReference]) {
        var others: [(place: ArchiveEditor.Place, link: OutwardReference.Target)] = []
        for other in collector.archived {
            guard let place = editor.place(at: other.whole), place != object else { continue }
            let (title, size) = (other.note.title, other.note.body.utf8.count)
            others.append((place, .note(title: title, size: size)))
        }
        var path = whole.parent
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

    /// A digest of everything that the archive holds for the note. It changes whenever the note
    /// does, but not with other notes of the file.
    package var version: ContentDigest { ContentDigest(of: bytesOfNoteAlone()) }

    /// Returns an archive of the note alone, with the changes of the draft.
    func bytesOfNoteAlone() -> [UInt8] {
        let others = collector.archived.compactMap { editor.place(at: $0.whole) }
        return editor.bytes(ofOnly: editor.place(at: whole) ?? place, without: others)
    }

    /// Returns the archive with the changes of the draft, after checking that it reads as intended.
    ///
    /// - Throws: ``UserError`` if another field would be taken for the text, or another note
    ///   would change.
    func checkedBytes() throws -> [UInt8] {
        let bytes = archive.bytes()
        var notes = archive.notes(in: bytes)
        guard notes.count == collector.archived.count else { throw inseparable }
        let changed = notes.remove(at: index)
        var others = collector.notes
        others.remove(at: index)
        guard archive.areSame(notes, before: others, in: bytes) else { throw inseparable }
        let wanted = Note(id: note.id, title: title, body: body ?? changed.body)
        guard changed.body == wanted.body, title == nil || changed.title == wanted.title else {
            throw UserError(
                "“\(note.title)” has several texts, and after this change “\(bodyKey)” would no longer be read as the body; nothing was changed.",
                "State in notebinder.yml that it is: archives: { keys: { \(bodyKey): body } }.")
        }
        return bytes
    }

    /// Returns the archive with the changes of the draft, after checking that it holds the expected
    /// notes.
    func bytes(holding expected: [Note]) throws -> [UInt8] {
        let bytes = archive.bytes()
        guard archive.areSame(archive.notes(in: bytes), before: expected, in: bytes) else {
            throw inseparable
        }
        return bytes
    }

    var inseparable: UserError {
        UserError(
            "\(note.id.text) cannot be distinguished from its neighbours in the file; nothing was changed."
        )
    }
}

/// A field of a note that refers to an object outside of it. That object stays when the note is
/// deleted.
struct OutwardReference: Hashable, Sendable, Codable {
    let key: String
    let target: Target

    enum Target: Hashable, Sendable, Codable {
        /// An object that contains the note, directly or indirectly.
        case holder(ArchivePath)
        /// Another note of the archive, identified by its title and the size of its text in bytes.
        case note(title: String, size: Int)
    }
}

/// The position of a note in a list, by `index`, or in a dictionary, by `key`.
struct ListPosition: Hashable, Sendable {
    let list: ArchivePath
    var index: Int?
    var key: String?
}

extension ListPosition {
    /// Creates the position at the end of a path; nil for the root of an archive.
    init?(_ path: ArchivePath) {
        guard let list = path.parent else { return nil }
        switch path.steps.last {
        case .index(let index): self.init(list: list, index: index)
        case .key(let key): self.init(list: list, key: key)
        case .nested, nil: return nil
        }
    }
}
