import Diagnostics
import KeyedArchives
import LocalFiles
import NoteModel

/// Titles, texts and photos of a record.
extension NoteDecoder {
    /// The photos and recordings under all keys for such; what they are is told by their bytes.
    mutating func media(
        of record: ArchivedRecord, _ place: String, _ used: inout UsedKeys
    ) -> (photos: [Photo], recordings: [Recording]) {
        var photos: [Photo] = []
        var recordings: [Recording] = []
        for photo in self.photos(of: record, place, &used) {
            switch ReferencedMedium(photo) {
            case .photo(let photo): photos.append(photo)
            case .recording(let recording): recordings.append(recording)
            }
        }
        for field in record[.recordings] where !isNumber(field.value) && !used.contains(field.key) {
            for found in photoDecoder.photos(of: field.value, place: place + "." + field.key) {
                switch ReferencedMedium(found) {
                case .photo(let photo)
                where PhotoKind(prefix: photo.stored?.prefix(1024) ?? []) != nil:
                    if !photos.contains(photo) { photos.append(photo) }
                // The name of a sound or a voice is no recording.
                case .photo(let photo) where photo.content == .missing: continue
                case .photo(let photo):
                    recordings.append(
                        Recording(
                            name: photo.name, caption: photo.caption, content: photo.content))
                case .recording(let recording):
                    if !recordings.contains(recording) { recordings.append(recording) }
                }
                used.insert(field.key)
            }
        }
        diagnostics += photoDecoder.takeDiagnostics()
        return (photos, recordings)
    }

    /// The photos under all keys for such; where there are none the thumbnails, and where a key
    /// is not known whatever is a picture.
    private mutating func photos(
        of record: ArchivedRecord, _ place: String, _ used: inout UsedKeys
    ) -> [Photo] {
        defer { diagnostics += photoDecoder.takeDiagnostics() }
        var photos: [Photo] = []
        for field in record[.photos] where !isNumber(field.value) {
            used.insert(field.key)
            let found = photoDecoder.photos(of: field.value, place: place + "." + field.key)
            // A photo may stand under two keys, as itself and in a list.
            if !found.isEmpty { keys.photos.append(field.key) }
            photos += photos.isEmpty ? found : found.filter { !photos.contains($0) }
        }
        for field in record[.thumbnails] where photos.isEmpty && photoDecoder.isPicture(field.value)
        {
            used.insert(field.key)
            keys.photos.append(field.key)
            photos += photoDecoder.photos(of: field.value, place: place + "." + field.key)
        }
        guard photos.isEmpty else { return photos }
        for field in record.fields
        where reading.vocabulary.isUnknown(field.key)
            && photoDecoder.isPicture(field.value)
        {
            used.insert(field.key)
            keys.photos.append(field.key)
            photos += photoDecoder.photos(of: field.value, place: place + "." + field.key)
        }
        return photos
    }

    /// A count of photos, or an address in memory, as a known app archived it by mistake.
    func isNumber(_ value: PropertyListValue) -> Bool {
        ((try? archive.number(value)) ?? nil) != nil
    }

    mutating func title(
        of record: ArchivedRecord, _ place: String, _ used: inout UsedKeys
    ) -> String? {
        let before = diagnostics.count
        for field in record[.title] {
            guard let text = text(field, place) else { continue }
            used.insert(field.key)
            guard !text.isBlank else { continue }
            keys.title = field.key
            // What else stands under such a key is no damage where there is a title.
            diagnostics.removeSubrange(before...)
            return text
        }
        return nil
    }

    /// The longest text under a key for such; the others stay beside it, as fields of their own.
    mutating func body(
        of record: ArchivedRecord, _ place: String, _ photos: inout [Photo],
        _ used: inout UsedKeys
    ) -> String? {
        var longest: (key: String, text: String)?
        var faults: [Diagnostic] = []
        for field in record[.body] where !used.contains(field.key) {
            guard let text = richText(field, place, &photos) else {
                let before = diagnostics.count
                let plain = text(field, place)
                faults += diagnostics[before...]
                diagnostics.removeSubrange(before...)
                if let plain, plain.utf8.count > longest?.text.utf8.count ?? -1 {
                    longest = (field.key, plain)
                }
                continue
            }
            if text.utf8.count > longest?.text.utf8.count ?? -1 { longest = (field.key, text) }
        }
        // What else stands under such a key is no damage where there is a text.
        guard let longest else {
            diagnostics += faults
            return nil
        }
        used.insert(longest.key)
        keys.body = longest.key
        return longest.text
    }

    /// Takes texts under keys that are not known: what goes by a name like a title's for that, and
    /// the longest other one for the text.
    mutating func guess(
        _ record: ArchivedRecord, _ title: inout String?, _ body: inout String?, _ place: String,
        _ used: inout UsedKeys
    ) {
        var texts: [(key: String, text: String)] = []
        for field in record.fields
        where !used.contains(field.key) && reading.vocabulary.isUnknown(field.key)
            && archive.isText(field.value)
        {
            if let text = text(field, place), !text.isBlank { texts.append((field.key, text)) }
        }
        if title == nil,
            let index = texts.firstIndex(where: { reading.vocabulary.isLikeTitle($0.key) })
        {
            keys.title = texts[index].key
            title = texts.remove(at: index).text
            if let key = keys.title { used.insert(key) }
        }
        guard let longest = texts.max(by: { $0.text.utf8.count < $1.text.utf8.count }) else {
            return
        }
        keys.body = longest.key
        body = longest.text
        used.insert(longest.key)
        report(
            .takenForNote, place: place + "." + longest.key,
            "\(source.name): the text of a note was taken from the key “\(longest.key)”, which is not known.",
            suggestion:
                "To be sure of it, say so in notebinder.yml: archives: { keys: { \(longest.key): body } }."
        )
    }

    /// The text under a key; a damaged one is reported, and the rest of the note is kept.
    mutating func text(_ field: PropertyListValue.Field, _ place: String) -> String? {
        do throws(ArchiveError) {
            if let text = try archive.string(field.value) { return text }
            if let reference = try archive.data(field.value) { return try text(in: reference) }
            let object = try archive.object(field.value)
            guard object != .null else { return nil }
            // Lists and records under such a key are looked through for notes.
            guard case .value = object else { return nil }
            throw ArchiveError(
                .badObject("it is no text but \(archive.kindName(of: field.value))"))
        } catch {
            report(
                .damagedObject, place: place + "." + field.key,
                "\(source.name): the \(field.key) of a note \(error).")
        }
        return nil
    }

    /// Text kept as data: its bytes in UTF-8, or an archive of it.
    func text(
        in reference: PropertyListValue.DataReference
    ) throws(ArchiveError) -> String? {
        if opened.isArchive(reference) {
            let nested = try opened.nested(reference)
            guard let root = nested.archive.root else { return nil }
            return try nested.archive.string(root)
        }
        try opened.spend(bytes: reference.count)
        guard let bytes = archive.contents(of: reference),
            let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0)
        else {
            throw ArchiveError(.badObject("it is no text but data"))
        }
        return text
    }

    /// Rich text as Markdown, its attached pictures behind the note's photos.
    mutating func richText(
        _ field: PropertyListValue.Field, _ place: String, _ photos: inout [Photo]
    ) -> String? {
        guard let (opened, runs) = textRuns(of: field.value) else { return nil }
        let place = place + "." + field.key
        let pictures = ArchivedPhotoDecoder(opened, folder: folder)
        return AttributedMarkdown(archive: opened.archive).text(of: runs) { attachment in
            attachmentsLeft -= 1
            guard attachmentsLeft >= 0 else {
                if attachmentsLeft == -1 {
                    report(
                        .unreadAttachment, place: place,
                        "\(source.name): more is attached to its texts than can be followed; the rest was left out."
                    )
                }
                return "(attachment)"
            }
            if let attachment,
                case .instance(let instance) = try? opened.archive.object(attachment),
                let reference = pictures.pictureData(within: instance),
                let stored = opened.stored(reference)
            {
                photos.append(Photo(content: .stored(stored)))
                return "![](\(photos.count))"
            }
            report(
                .unreadAttachment, place: place,
                "\(source.name): something attached to a text is no picture that can be read; it was left out."
            )
            return "(attachment)"
        }
    }

    /// Rich text, and the archive that it is in: its own one where it is kept as data.
    private func textRuns(
        of value: PropertyListValue
    ) -> (OpenedArchive, [KeyedArchive.TextRun])? {
        if let runs = try? archive.textRuns(value) { return (opened, runs) }
        guard let reference = try? archive.data(value), opened.isArchive(reference),
            let nested = try? opened.nested(reference), let root = nested.archive.root,
            let runs = try? nested.archive.textRuns(root)
        else { return nil }
        return (nested, runs)
    }

    func identifier(of record: ArchivedRecord, _ used: inout UsedKeys) -> String? {
        for field in record[.identifier] {
            guard
                let text = try? archive.string(field.value) ?? archive.uuid(field.value)
                    ?? number(field.value), !text.isEmpty
            else { continue }
            used.insert(field.key)
            return text
        }
        return nil
    }

    func number(_ value: PropertyListValue) throws(ArchiveError) -> String? {
        guard case .integer(let number) = try archive.number(value) else { return nil }
        return String(number)
    }
}
