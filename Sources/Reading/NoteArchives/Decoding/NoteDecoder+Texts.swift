import KeyedArchives
import LocalFiles
import NoteModel

/// Decoding of titles, texts and photos.
extension NoteDecoder {
    /// Returns the photos and recordings of a record, classified by content rather than by key.
    mutating func media(
        of record: ArchivedRecord, place: String, used: inout UsedKeys
    ) -> MediaByKind<[Medium]> {
        var media = MediaByKind<[Medium]>()
        for photo in photos(of: record, place: place, used: &used) {
            media.append(photoDecoder.medium(photo))
        }
        for field in record[.recordings] where !isNumber(field.value) && !used.contains(field.key) {
            for found in photoDecoder.photos(of: field.value, place: place + "." + field.key) {
                var medium = photoDecoder.medium(found)
                if medium.kind == .photo, photoDecoder.format(of: medium.content)?.photo == nil {
                    // The name of a sound or a voice is not a recording.
                    guard medium.content != .missing else { continue }
                    medium = medium.classified(as: .recording)
                }
                if !media[medium.kind].contains(medium) { media.append(medium) }
                used.insert(field.key)
            }
        }
        diagnostics += photoDecoder.takeDiagnostics()
        return media
    }

    /// Returns the photos under the keys for photos; if there are none, the thumbnails; and if
    /// there are none either, the pictures under unknown keys.
    private mutating func photos(
        of record: ArchivedRecord, place: String, used: inout UsedKeys
    ) -> [Medium] {
        defer { diagnostics += photoDecoder.takeDiagnostics() }
        var photos: [Medium] = []
        for field in record[.photos] where !isNumber(field.value) {
            used.insert(field.key)
            let found = photoDecoder.photos(of: field.value, place: place + "." + field.key)
            // A photo may be archived under two keys, on its own and in a list.
            if !found.isEmpty { keys.photos.append(field.key) }
            photos += photos.isEmpty ? found : found.filter { !photos.contains($0) }
        }
        func take(_ field: PropertyListValue.Field) {
            guard photoDecoder.isPicture(field.value) else { return }
            used.insert(field.key)
            keys.photos.append(field.key)
            photos += photoDecoder.photos(of: field.value, place: place + "." + field.key)
        }
        for field in record[.thumbnails] where photos.isEmpty { take(field) }
        guard photos.isEmpty else { return photos }
        for field in record.fields where reading.vocabulary.isUnknown(field.key) { take(field) }
        return photos
    }

    /// True if a value is a number. Under a key for photos, it is their count, or a memory address
    /// that a known app archived by mistake.
    func isNumber(_ value: PropertyListValue) -> Bool {
        ((try? archive.number(value)) ?? nil) != nil
    }

    mutating func title(of record: ArchivedRecord, place: String, used: inout UsedKeys) -> String? {
        let before = diagnostics.count
        for field in record[.title] {
            guard let text = text(field, place: place) else { continue }
            used.insert(field.key)
            guard !text.isBlank else { continue }
            keys.title = field.key
            // Values of other types under these keys are not damage if there is a title.
            diagnostics.removeSubrange(before...)
            return text
        }
        return nil
    }

    /// Returns the longest text under the keys for one; nil if there is none. The other texts
    /// remain among the other fields of the note.
    mutating func body(
        of record: ArchivedRecord, place: String, photos: inout [Medium],
        used: inout UsedKeys
    ) -> String? {
        var longest: (key: String, text: String)?
        var faults: [Diagnostic] = []
        for field in record[.body] where !used.contains(field.key) {
            var text = richText(field, place: place, photos: &photos)
            if text == nil {
                let before = diagnostics.count
                text = self.text(field, place: place)
                faults += diagnostics[before...]
                diagnostics.removeSubrange(before...)
            }
            if let text, text.utf8.count > longest?.text.utf8.count ?? -1 {
                longest = (field.key, text)
            }
        }
        // Values of other types under these keys are not damage if there is a text.
        guard let longest else {
            if let text = textInObject(of: record) { return text }
            diagnostics += faults
            return nil
        }
        used.insert(longest.key)
        keys.body = longest.key
        return longest.text
    }

    /// Takes title and text from unknown keys: the title from a key that resembles those of titles,
    /// and the text from the longest of the other texts.
    mutating func guess(
        _ record: ArchivedRecord, title: inout String?, body: inout String?, place: String,
        used: inout UsedKeys
    ) {
        var texts: [(key: String, text: String)] = []
        for field in record.fields
        where !used.contains(field.key) && reading.vocabulary.isUnknown(field.key)
            && archive.isText(field.value)
        {
            if let text = text(field, place: place), !text.isBlank {
                texts.append((field.key, text))
            }
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
            summary:
                "\(source.name): the text of a note was taken from the key “\(longest.key)”, which is not known.",
            suggestion:
                "To make this permanent, add to notebinder.yml: archives: { keys: { \(longest.key): body } }."
        )
    }

    /// Returns the text of a field; nil if it is not a text. Damage is reported, and the rest of
    /// the note is kept.
    mutating func text(_ field: PropertyListValue.Field, place: String) -> String? {
        do {
            if let text = try archive.string(field.value) {
                return DataText.text(text) { reportLoss(of: $0, place: place) }
            }
            if let reference = try archive.data(field.value) {
                return try text(in: reference, place: place)
            }
            let object = try archive.object(field.value)
            guard object != .null else { return nil }
            if let text = try wrappedText(field.value) { return text }
            // Other lists and records under these keys are searched for notes.
            guard case .value = object else { return nil }
            throw ArchiveError(
                .badObject("it is not text but \(archive.kindName(of: field.value))"))
        } catch {
            report(
                .damagedObject, place: place + "." + field.key,
                summary: "\(source.name): the \(field.key) of a note \(error).")
        }
        return nil
    }

    /// Returns the text of an object under a key for texts; nil if there is none. The object may
    /// hold more, so it also stays among the other fields.
    private func textInObject(of record: ArchivedRecord) -> String? {
        for field in record[.body] {
            guard let inner = try? self.record(of: field.value), inner[.title].isEmpty else {
                continue
            }
            for text in inner[.body] where archive.isText(text.value) {
                if let text = try? archive.string(text.value), !text.isBlank { return text }
            }
        }
        return nil
    }

    /// Returns the text of a list of texts, one per line, or of an object or dictionary that holds
    /// only a text; nil for other values.
    private func wrappedText(_ value: PropertyListValue) throws -> String? {
        if let members = try archive.array(value) {
            guard !members.isEmpty, members.allSatisfy(archive.isText) else { return nil }
            var texts: [String] = []
            for member in members { texts.append(try archive.string(member) ?? "") }
            return texts.joined(separator: "\n")
        }
        guard let record = try record(of: value),
            let only = record[.body].first, archive.isText(only.value),
            // Numbers and switches are settings of the text.
            record.fields.allSatisfy({ $0.key == only.key || isNumber($0.value) })
        else { return nil }
        return try archive.string(only.value)
    }

    /// True for data that holds a text: rich text, an archive of a text, or words in UTF-8.
    func isTextData(_ value: PropertyListValue) -> Bool {
        guard let reference = try? archive.data(value) else { return false }
        if opened.isArchive(reference) {
            guard let nested = try? opened.nested(reference), let root = nested.archive.root else {
                return false
            }
            return nested.archive.isText(root)
        }
        let prefix = opened.prefix(of: reference)
        // The last character of a prefix may be cut off.
        let words = String(decoding: prefix, as: UTF8.self).unicodeScalars
            .dropLast(prefix.count < reference.count ? 3 : 0)
        return DataText.isRichText(prefix) || prefix.starts(with: [0xFF, 0xFE])
            || !prefix.isEmpty
                && words.allSatisfy {
                    $0 != "\u{FFFD}" && ($0.value >= 0x20 || (0x09...0x0D).contains($0.value))
                }
    }

    /// Returns text stored as data, in UTF-8, RTF or as an archive; nil if the archive does not
    /// hold text.
    ///
    /// - Throws: ``ArchiveError`` if the data is neither such a text nor an archive that can be
    ///   read.
    private mutating func text(
        in reference: PropertyListValue.DataReference, place: String
    ) throws -> String? {
        if opened.isArchive(reference) {
            let nested = try opened.nested(reference)
            guard let root = nested.archive.root else { return nil }
            return try nested.archive.string(root)
        }
        try opened.budget.spend(reference.count, on: .data)
        guard let bytes = archive.contents(of: reference) else {
            throw ArchiveError(.badObject("it is not text but data"))
        }
        return try DataText.text(bytes) { reportLoss(of: $0, place: place) }
    }

    /// Returns rich text as Markdown; nil for any other value. Attached pictures are appended to
    /// `photos`.
    mutating func richText(
        _ field: PropertyListValue.Field, place: String, photos: inout [Medium]
    ) -> String? {
        let place = place + "." + field.key
        guard let (opened, runs) = textRuns(of: field.value) else {
            return richData(field.value, place: place, photos: &photos)
        }
        let pictures = ArchivedPhotoDecoder(opened, folder: folder)
        let converter = AttributedMarkdown(archive: opened.archive)
        let names = converter.namesWithoutPlace(of: runs)
        if !names.isEmpty {
            report(
                .unreadAttachment, place: place,
                summary:
                    "\(source.name): words of a text have attributes that do not fit into a note: \(names.joined(separator: ", ")). `notebinder inspect` shows them."
            )
        }
        return converter.text(of: runs) { attachment in
            guard (try? opened.budget.spend(1, on: .attachments)) != nil else {
                if !isOutOfAttachments {
                    isOutOfAttachments = true
                    report(
                        .unreadAttachment, place: place,
                        summary:
                            "\(source.name): its texts have too many attachments; the rest was left out."
                    )
                }
                return DataText.Part.attachment(nil).sign
            }
            if let attachment,
                case .instance(let instance) = try? opened.archive.object(attachment),
                let reference = pictures.pictureData(within: instance),
                let stored = opened.stored(reference)
            {
                photos.append(Medium(.photo, content: .stored(stored)))
                return "![](\(photos.count))"
            }
            return reportLoss(of: .attachment(nil), place: place)
        }
    }

    /// Reports a part of a text that is not shown, and returns the words that replace it.
    private mutating func reportLoss(of part: DataText.Part, place: String) -> String {
        report(.unreadAttachment, place: place, summary: "\(source.name): \(part.loss).")
        return part.sign
    }

    /// Returns the Markdown of RTF or RTFD; nil for any other value. Pictures that are part of it
    /// are appended to `photos`.
    private mutating func richData(
        _ value: PropertyListValue, place: String, photos: inout [Medium]
    ) -> String? {
        guard let reference = try? archive.data(value),
            DataText.isRichText(opened.prefix(of: reference)),
            (try? opened.budget.spend(reference.count, on: .data)) != nil,
            let bytes = archive.contents(of: reference)
        else { return nil }
        return try? DataText.text(bytes) { part in
            guard case .attachment(let range?) = part, let picture = reference.part(range),
                let stored = photoDecoder.storedPicture(picture)
            else { return reportLoss(of: part, place: place) }
            photos.append(Medium(.photo, content: .stored(stored)))
            return "![](\(photos.count))"
        }
    }

    /// Returns the runs of rich text with the archive that contains them, a nested one if the text
    /// is stored as data; nil for any other value.
    private func textRuns(of value: PropertyListValue) -> (OpenedArchive, [KeyedArchive.TextRun])? {
        if let runs = try? archive.textRuns(value) { return (opened, runs) }
        guard let nested = try? opened.container(in: value), let root = nested.archive.root,
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

    func number(_ value: PropertyListValue) throws -> String? {
        guard case .integer(let number) = try archive.number(value) else { return nil }
        return String(number)
    }
}
