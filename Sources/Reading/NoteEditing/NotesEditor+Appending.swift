import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
package import Platform

/// Adding of notes to the lists in which apps keep them.
extension NotesEditor {
    /// Returns a draft of a new napkin note at the end of the list in which its app keeps them, so
    /// that the app shows it; nil if the folder has no such list.
    ///
    /// The draft is a copy of a neighbour, whose title, text, photo and drawing it has until they
    /// are set. It is written by ``append(_:media:)``.
    package func newNapkin(dated date: Date) -> NoteDraft? {
        let napkins = notebook.notes.filter { $0.kind == .napkin && $0.state == .published }
        // One with a picture shows how the app stores pictures. Each file has one list at most.
        var sources: Set<String> = []
        let models = (napkins.filter { !$0.photos.isEmpty } + napkins)
            .filter { sources.insert($0.id.source).inserted }
        for note in models.prefix(Self.maximumModels) {
            guard let model = try? draft(of: note.id), !model.isOfThisProjectsClass,
                let position = ListPosition(model.whole), position.index != nil,
                let grown = try? grown(model, in: position.list),
                let id = grown.collector.archived.last(where: { $0.whole.parent == position.list })?
                    .note.id,
                var draft = try? NoteDraft(id, in: grown, vocabulary: reading.vocabulary)
            else { continue }
            draft.appendedTo = model.archive.original
            draft.empty(dated: date, zone: reading.timeZone)
            return draft
        }
        return nil
    }

    /// The number of files in which a list of napkins is looked for.
    private static let maximumModels = 20

    /// Returns the archive of a note with a copy of the note at the end of its list; nil if the note
    /// cannot be copied without other objects, or the other notes would change.
    private func grown(_ model: NoteDraft, in list: ArchivePath) throws -> EditableArchive? {
        var archive = model.archive
        guard let object = archive.editor.place(at: model.whole),
            let place = archive.editor.place(at: list),
            var members = archive.editor.members(of: place)
        else { return nil }
        let (alone, links) = model.detached(object, from: archive.editor)
        let own = try self.archive(of: archive.source, bytes: alone).editor
        guard links.isEmpty, let copy = archive.editor.adopt(rootOf: own) else { return nil }
        members.append(copy)
        archive.editor.setMembers(members, of: place)
        let bytes = archive.bytes()
        let grown = try self.archive(of: archive.source, bytes: bytes)
        var others = grown.collector.archived
        guard let new = others.lastIndex(where: { $0.whole.parent == list }) else { return nil }
        others.remove(at: new)
        let isSame = model.archive.areSame(
            others.map(\.note), before: model.collector.notes, in: bytes)
        return isSame ? grown : nil
    }
}

extension NoteDraft {
    /// Removes what a copy has of its neighbour, except for the texts and photos that are set for
    /// every new note, and gives it an identifier and dates of its own.
    fileprivate mutating func empty(dated date: Date, zone: ZoneInfo) {
        // Where the texts are farther inside, what leads to them has to stay.
        let isNear = editor.keys(of: mediaPlace).contains { key in
            editor.field(key, of: mediaPlace).flatMap { editor.place(of: $0) } == place
        }
        let own = Set([keys.title, keys.body, keys.drawing].compactMap(\.self) + keys.photos)
        for object in Set(isNear ? [place, mediaPlace] : [place]) {
            for key in editor.keys(of: object) where !own.contains(key) {
                guard let old = editor.field(key, of: object), !old.isNull,
                    object == place || editor.place(of: old) != place
                else { continue }
                let new = value(of: roles(of: key), inPlaceOf: old, date: date, zone: zone)
                editor.setField(key, new: new, of: object)
            }
        }
    }

    /// Returns the value of a field of a new note; nil to remove it.
    private mutating func value(
        of roles: [ArchiveVocabulary.Role], inPlaceOf old: ArchiveEditor.Value, date: Date,
        zone: ZoneInfo
    ) -> ArchiveEditor.Value? {
        let isDate = roles.contains(.created) || roles.contains(.modified)
        if isDate, let new = instant(date, inPlaceOf: old) { return new }
        if let text = editor.text(of: old) {
            if isDate { return editor.string(DateText.text(date, like: text, zone: zone)) }
            return editor.string(roles.contains(.identifier) ? UUID().uuidString : "")
        }
        if editor.number(old) != nil {
            let day = CivilTime(date, offset: zone.offset(at: date))
            let parts: [(ArchiveVocabulary.Role, Int?)] = [
                (.year, day.year), (.month, day.month), (.day, day.day),
                (.identifier, Int(date.timeIntervalSince1970)),
            ]
            let number = parts.first { roles.contains($0.0) }?.1 ?? 0
            return editor.number(Double(number), inPlaceOf: old)
        }
        // A truth value says what an app does with all its notes, as far as these are shown.
        guard editor.isData(old) || editor.place(of: old) != nil else { return old }
        return editor.isPlain ? nil : .null
    }
}
