package import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel

/// Adding of notes to the lists in which apps keep them.
extension NotesEditor {
    /// Returns a draft of a new napkin note at the end of the list in which its app keeps them, so
    /// that the app shows it; nil if the folder has no such list.
    ///
    /// The draft is a copy of a neighbour, whose texts and pictures it has until they are set. It
    /// is written by ``append(_:media:)``.
    ///
    /// - Throws: ``UserError`` or ``FileError`` if the list cannot be changed.
    package func newNapkin(dated date: Date) throws -> NoteDraft? {
        let napkins = notebook.notes.filter { $0.kind == .napkin }
        // One with a picture shows how the app stores pictures.
        let models = napkins.filter { !$0.photos.isEmpty } + napkins.filter(\.photos.isEmpty)
        for note in models.prefix(Self.maximumModels) {
            let model = try draft(of: note.id)
            guard !model.isOfThisProjectsClass, let position = ListPosition(model.whole),
                position.index != nil, let grown = try grown(model, in: position.list),
                let id = grown.collector.archived.last(where: { $0.whole.parent == position.list })?
                    .note.id
            else { continue }
            var draft = try NoteDraft(id, in: grown, vocabulary: reading.vocabulary)
            draft.appendedTo = model.archive.original
            draft.setDate(date, zone: reading.timeZone)
            return draft
        }
        return nil
    }

    /// The number of notes among which a member of an app's list is looked for.
    private static let maximumModels = 20

    /// Returns the archive of a note with a copy of the note at the end of its list.
    private func grown(_ model: NoteDraft, in list: ArchivePath) throws -> EditableArchive? {
        var archive = model.archive
        let alone = try self.archive(of: archive.source, bytes: model.bytesOfNoteAlone()).editor
        guard let place = archive.editor.place(at: list),
            var members = archive.editor.members(of: place),
            let copy = archive.editor.adopt(rootOf: alone)
        else { return nil }
        members.append(copy)
        archive.editor.setMembers(members, of: place)
        return try self.archive(of: archive.source, bytes: archive.bytes())
    }
}

extension NoteDraft {
    /// Sets the dates of a new note in the forms in which its neighbour has them.
    fileprivate mutating func setDate(_ date: Date, zone: TimeZone) {
        for object in Set([place, mediaPlace]) {
            for role in [ArchiveVocabulary.Role.created, .modified] {
                guard let key = firstKey(of: role, at: object),
                    let old = editor.field(key, of: object)
                else { continue }
                if let text = editor.text(of: old) {
                    let new = Self.text(of: date, like: text, zone: zone)
                    editor.setField(key, new: editor.string(new), of: object)
                } else if let value = instant(date, inPlaceOf: old) {
                    editor.setField(key, new: value, of: object)
                }
            }
        }
    }

    /// Returns a date in the format of another one; in the medium style of `NSDateFormatter` if
    /// that is in none that is known.
    private static func text(of date: Date, like old: String, zone: TimeZone) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat =
            dateFormats.first { format in
                formatter.dateFormat = format
                return formatter.date(from: old).map { formatter.string(from: $0) } == old
            } ?? "MMM d, yyyy"
        return formatter.string(from: date)
    }

    private static let dateFormats: [String] = {
        let days = [
            "yyyy-MM-dd", "MMM d, yyyy", "MMMM d, yyyy", "EEEE, MMMM d, yyyy", "M/d/yy",
            "M/d/yyyy", "MM/dd/yyyy", "dd.MM.yyyy", "d.M.yy", "dd/MM/yyyy", "d MMM yyyy",
            "d MMMM yyyy", "yyyy/MM/dd",
        ]
        let times = [
            "", " HH:mm", " HH:mm:ss", ", h:mm a", " h:mm a", " 'at' h:mm a", " HH:mm:ss Z",
        ]
        return days.flatMap { day in times.map { day + $0 } }
    }()
}
