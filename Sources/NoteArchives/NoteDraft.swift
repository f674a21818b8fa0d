package import Foundation
import KeyedArchives
import LocalFiles
package import NoteModel

/// Why notes were not changed, in one or two sentences.
package struct EditingFailure: Error, Hashable, Sendable {
    package let message: String

    init(_ message: String) {
        self.message = message
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
    /// Notes in the archive.
    let notesInFile: Int
    private(set) var editor: ArchiveEditor
    /// Of the note with what surrounds it.
    private let whole: ArchivePath
    private let keys: NoteKeys
    private let vocabulary: ArchiveVocabulary
    let place: ArchiveEditor.Place

    /// - Throws: ``EditingFailure`` for a note that is in no archive that can be changed.
    init(
        _ id: NoteID, of source: NotesFolder.SourceFile, in folder: NotesFolder,
        _ reading: ReadingOptions
    ) throws(EditingFailure) {
        file = source.path
        vocabulary = reading.vocabulary
        do throws(FileError) {
            original = try LocalFiles.read(source.path)
        } catch {
            throw EditingFailure(error)
        }
        var collector = NoteCollector(folder: folder, reading: reading)
        do throws(ArchiveError) {
            let archive = try KeyedArchive(ArchiveBytes(original))
            try collector.collect(OpenedArchive(archive, of: source))
            editor = try ArchiveEditor(archive)
        } catch {
            let advice =
                if case .otherKind = error.reason { "Change that file itself." } else {
                    "Copy it again from the device or from a backup."
                }
            throw EditingFailure("\(source.name) cannot be changed: it \(error). \(advice)")
        }
        guard let index = collector.notes.firstIndex(where: { $0.id == id }) else {
            throw EditingFailure("\(id.text) is not there any more.")
        }
        note = collector.notes[index]
        whole = collector.places[index].whole
        keys = collector.places[index].keys
        notesInFile = collector.notes.count
        guard let place = editor.place(at: collector.places[index].path) else {
            throw EditingFailure(
                "\(id.text) lies in an archive within the archive, which cannot be changed.")
        }
        self.place = place
    }

    /// The bytes of the archive as the draft has it.
    func bytes() -> [UInt8] { editor.bytes() }

    /// The note in an archive of its own.
    func bytesOfNoteAlone() -> [UInt8] {
        editor.bytes(ofOnly: editor.place(at: whole) ?? place)
    }
}

// MARK: - Texts and dates

extension NoteDraft {
    package mutating func setTitle(_ title: String) {
        let key = keys.title ?? firstKey(of: .title) ?? "title"
        editor.setField(key, editor.string(title), of: place)
    }

    /// - Throws: ``EditingFailure`` for rich text with attachments, which plain text would lose.
    package mutating func setBody(_ body: String) throws(EditingFailure) {
        let key = keys.body ?? firstKey(of: .body) ?? "note"
        guard let old = editor.field(key, of: place) else {
            return editor.setField(key, editor.string(body), of: place)
        }
        if editor.isData(old) {
            return editor.setField(key, editor.data(Array(body.utf8)), of: place)
        }
        guard let name = editor.className(of: old), name.hasSuffix("AttributedString") else {
            return editor.setField(key, editor.string(body), of: place)
        }
        // An app that expects rich text does not take a plain one.
        guard !note.body.contains("![](") && !note.body.contains("(attachment)") else {
            throw EditingFailure(
                "The text of “\(note.title)” is rich text with attachments, which would be lost. Edit it in its app."
            )
        }
        let superclasses =
            name.contains("Mutable") ? ["NSAttributedString", "NSObject"] : ["NSObject"]
        let text = editor.string(body)
        editor.setField(
            key, editor.object(name, superclasses, [("NSString", text)]), of: place)
    }

    /// Sets when the note was changed, where its app keeps that.
    package mutating func setModified(_ date: Date) {
        let key = firstKey(of: .modified)
        let seconds = date.timeIntervalSinceReferenceDate
        guard let key else {
            guard isOfThisProjectsClass else { return }
            return editor.setField("modified", editor.date(seconds), of: place)
        }
        guard let old = editor.field(key, of: place),
            editor.className(of: old)?.hasSuffix("Date") == true
        else { return }
        editor.setField(key, editor.date(seconds), of: place)
    }

    private var isOfThisProjectsClass: Bool {
        editor.className(at: place).map { plainClassName($0) } == "NoteObj"
    }

    private func firstKey(of role: ArchiveVocabulary.Role) -> String? {
        editor.keys(of: place).compactMap { key in
            vocabulary.meanings(of: key).first { $0.role == role }.map { (key, $0.rank) }
        }.min { $0.1 < $1.1 }?.0
    }
}

// MARK: - Photos

/// A photo to be added to a note.
package struct NewPhoto: Sendable {
    /// File name, by which a note names it and which stands for a caption.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension NoteDraft {
    /// How a note keeps its photos.
    enum PhotoForm: Equatable {
        case data
        /// Names of files in the folder Photos.
        case names
        case images
    }

    /// The form of the photos that are there; data for a note of NoteObj without any.
    ///
    /// - Throws: ``EditingFailure`` where none is known.
    func photoForm() throws(EditingFailure) -> PhotoForm {
        guard let list = try photoList() else {
            guard keys.photos.isEmpty else {
                throw EditingFailure(
                    "“\(note.title)” is of an app that keeps one photo a note. Remove that first.")
            }
            guard isOfThisProjectsClass else {
                throw EditingFailure(
                    "How its app keeps photos cannot be told from “\(note.title)”, which has none.")
            }
            return .data
        }
        guard let last = list.members.last(where: { $0 != .null }) else { return .data }
        if editor.isData(last) { return .data }
        if editor.text(of: last) != nil { return .names }
        guard editor.className(of: last) == "UIImage" else {
            throw EditingFailure(
                "The photos of “\(note.title)” are of a form that cannot be added to.")
        }
        return .images
    }

    /// Puts a photo behind the others, in the form that they have.
    ///
    /// - Parameter name: The name of the file, for the form that names files.
    mutating func add(_ photo: NewPhoto, named name: String?) throws(EditingFailure) {
        let form = try photoForm()
        let value: ArchiveEditor.Value
        switch form {
        case .names: value = editor.string(name ?? photo.name)
        case .data: value = editor.data(photo.bytes)
        case .images:
            guard PhotoKind(prefix: Array(photo.bytes.prefix(32))) == .png else {
                throw EditingFailure(
                    "“\(note.title)” keeps its photos as images, which hold PNG only. Convert \(photo.name) to PNG first."
                )
            }
            let data = editor.data(photo.bytes)
            value = editor.object(
                "UIImage", ["NSObject"],
                [
                    ("UIImageData", data), ("UIScale", .real(1)),
                    ("UIImageOrientation", .integer(0)),
                ])
        }
        guard let list = try photoList() else {
            return editor.setField(photoKey, editor.array([value]), of: place)
        }
        guard list.isDictionary else {
            return editor.setMembers(list.members + [value], of: list.place)
        }
        editor.setField(photo.name, value, of: list.place)
    }

    /// Takes photos out, by their positions among the note's photos.
    mutating func removePhotos(at positions: Set<Int>) throws(EditingFailure) {
        guard let list = try photoList() else {
            guard keys.photos.count == 1, note.photos.count == 1 else { throw scattered }
            return editor.setField(keys.photos[0], .null, of: place)
        }
        let shown = try shownMembers(list)
        guard list.isDictionary else {
            let gone = Set(positions.map { shown[$0] })
            let kept = list.members.enumerated().filter { !gone.contains($0.offset) }
            return editor.setMembers(kept.map(\.element), of: list.place)
        }
        for position in positions {
            guard let caption = note.photos[position].caption else { throw scattered }
            editor.setField(caption, nil, of: list.place)
        }
    }

    /// Puts the photos in another order, by their positions now.
    package mutating func orderPhotos(_ positions: [Int]) throws(EditingFailure) {
        guard let list = try photoList() else { throw scattered }
        guard !list.isDictionary else {
            throw EditingFailure(
                "The photos of “\(note.title)” stand under names, which give their order.")
        }
        let shown = try shownMembers(list)
        editor.setMembers(positions.map { list.members[shown[$0]] }, of: list.place)
    }

    private struct PhotoList {
        let place: ArchiveEditor.Place
        let members: [ArchiveEditor.Value]
        let isDictionary: Bool
    }

    private var photoKey: String { keys.photos.first ?? firstKey(of: .photos) ?? "photos" }

    /// The list or dictionary that holds the photos; nil where there is none yet, or one photo
    /// stands alone.
    private func photoList() throws(EditingFailure) -> PhotoList? {
        guard keys.photos.count <= 1 else { throw scattered }
        let key = photoKey
        guard let value = editor.field(key, of: place), value != .null,
            let list = editor.place(.key(key), from: place)
        else { return nil }
        if let members = editor.members(of: list) {
            return PhotoList(place: list, members: members, isDictionary: false)
        }
        let keys = editor.keys(of: list)
        guard editor.className(of: value)?.hasSuffix("Dictionary") == true else { return nil }
        return PhotoList(
            place: list, members: keys.compactMap { editor.field($0, of: list) },
            isDictionary: true)
    }

    /// For each of the note's photos, the member of the list that it is.
    private func shownMembers(_ list: PhotoList) throws(EditingFailure) -> [Int] {
        var seen: Set<ArchiveEditor.Value> = []
        let shown = list.members.indices.filter { index in
            let member = list.members[index]
            return member != .null && editor.text(of: member) != "" && seen.insert(member).inserted
        }
        guard shown.count == note.photos.count else { throw scattered }
        return shown
    }

    private var scattered: EditingFailure {
        EditingFailure(
            "The photos of “\(note.title)” are archived in a way that cannot be changed one by one."
        )
    }
}

// MARK: - The list that holds the note

extension NoteDraft {
    /// Where the note stands in a list or a dictionary; nil for a note that is its file.
    var position: ListPosition? {
        switch whole.steps.last {
        case .index(let index): .init(list: parentPath, index: index)
        case .key(let key): .init(list: parentPath, key: key)
        case .nested, nil: nil
        }
    }

    private var parentPath: ArchivePath { whole.parent ?? .root }

    /// Takes the note out of what holds it. False where nothing does.
    mutating func removeFromList() -> Bool {
        guard let position, let list = editor.place(at: position.list) else { return false }
        if let key = position.key {
            guard editor.keys(of: list).contains(key) else { return false }
            editor.setField(key, nil, of: list)
            return true
        }
        guard let index = position.index, var members = editor.members(of: list) else {
            return false
        }
        members.remove(at: index)
        editor.setMembers(members, of: list)
        return true
    }
}

/// Where a note stands in a list (by a number) or a dictionary (by a key).
struct ListPosition: Hashable, Sendable {
    let list: ArchivePath
    var index: Int?
    var key: String?
}
