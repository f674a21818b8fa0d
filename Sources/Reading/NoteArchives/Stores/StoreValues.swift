import FileFormats
import KeyedArchives
import LocalFiles
import NoteModel

/// Values that are stored as data: archives (attributes of type `Transformable`), texts in UTF-8 or
/// RTF, and pictures. An archive is decoded like one in a file.
extension NoteStore {
    /// Returns the first title of a row that is not blank, with its column.
    mutating func title(of row: StoreRow, _ entity: Entity) -> (column: String, text: String)? {
        for column in entity.columns(.title) {
            var photos: [Medium] = []
            if let text = text(row, column, photos: &photos), !text.isBlank {
                return (column, text)
            }
        }
        return nil
    }

    /// Returns the longest text of a row, with its column. The pictures that are attached to it are
    /// appended to `photos`.
    mutating func body(
        of row: StoreRow, _ entity: Entity, photos: inout [Medium]
    ) -> (column: String, text: String)? {
        let before = diagnostics.count
        if let (column, text, attached, faults) = longestText(
            of: row, entity.columns(.body), photos: photos)
        {
            // Values of other types in these columns are not damage if there is a text.
            diagnostics.replaceSubrange(before..., with: faults)
            photos = attached
            return (column, text)
        }
        guard entity.columns(.body).isEmpty else { return nil }
        // A short text in a column that is not known may be anything, but data with words is a
        // text.
        let others = entity.attributes.filter { column in
            guard case .data = row[column] else { return false }
            return vocabulary.isUnknown(String(column.dropFirst()))
        }
        let start = diagnostics.count
        let found = longestText(of: row, others, photos: photos)
        diagnostics.removeSubrange(start...)
        guard let (column, text, attached, faults) = found, text.contains(where: \.isLetter),
            !text.unicodeScalars.contains(where: Self.isControl)
        else { return nil }
        diagnostics += faults
        photos = attached
        if guessed.insert(entity.table + column).inserted {
            let key = String(column.dropFirst())
            report(
                .takenForNote, place: column,
                summary:
                    "\(source.name): the text of notes was taken from the column \(column), which is not known.",
                suggestion:
                    "To make this permanent, add to notebinder.yml: archives: { keys: { \(key): body } }."
            )
        }
        return (column, text)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && !(0x09...0x0D).contains(scalar.value)
    }

    private mutating func longestText(
        of row: StoreRow, _ columns: [String], photos: [Medium]
    ) -> (column: String, text: String, photos: [Medium], faults: [Diagnostic])? {
        var longest: (column: String, text: String, photos: [Medium], faults: [Diagnostic])?
        for column in columns {
            let start = diagnostics.count
            var attached = photos
            guard let text = text(row, column, photos: &attached),
                text.utf8.count > longest?.text.utf8.count ?? -1
            else { continue }
            longest = (column, text, attached, Array(diagnostics[start...]))
        }
        return longest
    }

    /// Returns the text of a value; nil if it has none. Pictures that are attached to it are
    /// appended to `photos`, and data without a text is reported.
    mutating func text(_ row: StoreRow, _ column: String, photos: inout [Medium]) -> String? {
        switch row[column] {
        case .text(let text):
            return DataText.text(text) { reportLoss(of: $0, "\(column) of row \(row.key)") }
        case .data(let value) where !StoreData.isEmpty(value):
            let place = "\(column) of row \(row.key)"
            do {
                if let text = try text(in: value, place: place, photos: &photos) { return text }
                report(
                    .damagedObject,
                    summary: "\(source.name): the \(place) has data that is not a text.")
            } catch {
                report(.damagedObject, summary: "\(source.name): the \(place) \(error).")
            }
            return nil
        case .data, .null, .integer, .real: return nil
        }
    }

    /// Returns the text of data; nil for an archive of something else.
    ///
    /// - Throws: ``ArchiveError`` for data that is neither a text nor an archive that can be read.
    private mutating func text(
        in value: [UInt8], place: String, photos: inout [Medium]
    ) throws -> String? {
        guard case .stored(let stored) = data.contents(of: value) else {
            throw ArchiveError(.badObject("the file that has it is missing"))
        }
        if let opened = try archive(in: stored) {
            return text(of: opened, place: place, photos: &photos)
        }
        guard let bytes = data.bytes(of: value) else {
            throw ArchiveError(.badObject("the file that has it cannot be read"))
        }
        return try DataText.text(bytes) { part in
            guard case .attachment(let range?) = part,
                case let content = MediaContent.stored(StoredBytes(file: stored.file, range: range)),
                content.stored?.format?.photo != nil
            else { return reportLoss(of: part, place) }
            photos.append(Medium(.photo, content: content))
            return "![](\(photos.count))"
        }
    }

    private mutating func reportLoss(of part: DataText.Part, _ place: String) -> String {
        report(.unreadAttachment, summary: "\(source.name), \(place): \(part.loss).")
        return part.sign
    }

    /// Returns the text that is the root of an archive; nil for any other object.
    private mutating func text(
        of opened: OpenedArchive, place: String, photos: inout [Medium]
    ) -> String? {
        guard let root = opened.archive.root else { return nil }
        var decoder = NoteDecoder(opened, folder: folder, reading: reading)
        let field = PropertyListValue.Field(place, root)
        let text =
            decoder.richText(field, place: place, photos: &photos)
            ?? decoder.text(field, place: place)
        diagnostics += decoder.takeDiagnostics()
        return text
    }

    /// Returns the photos of a value: their bytes, an archive of them, or the name of a file; empty
    /// for any other value.
    mutating func photos(_ value: SQLiteValue, name: String?, place: String) -> [Medium] {
        guard case .data(let bytes) = value, !StoreData.isEmpty(bytes) else {
            guard case .text(let path) = value, !path.isEmpty else { return [] }
            return [folder.photo(named: path)]
        }
        let name = name.flatMap(PhotoName.init)?.text
        let stored: StoredBytes
        switch data.contents(of: bytes) {
        case .stored(let found): stored = found
        // The file may be in the folder Photos instead.
        case .missing:
            return [name.map { folder.photo(named: $0) } ?? Medium(.photo, content: .missing)]
        case .damaged: return [Medium(.photo, name: name, content: .damaged)]
        }
        do {
            guard let opened = try archive(in: stored), let root = opened.archive.root else {
                return [Medium(.photo, name: name, content: .stored(stored))]
            }
            var decoder = ArchivedPhotoDecoder(opened, folder: folder)
            let photos = decoder.photos(of: root, place: place)
            diagnostics += decoder.takeDiagnostics()
            return photos.count == 1 && name != nil ? [photos[0].named(name ?? "")] : photos
        } catch {
            report(
                .damagedObject, summary: "\(source.name): the \(place) cannot be read: it \(error)."
            )
            return [Medium(.photo, name: name, content: .damaged)]
        }
    }

    /// Returns the archive that a value holds; nil for other data.
    ///
    /// - Throws: ``ArchiveError`` for an archive that is damaged.
    private func archive(in stored: StoredBytes) throws -> OpenedArchive? {
        guard let bytes = try? ArchiveBytes.ofFile(at: stored.file),
            PropertyListForm(prefix: bytes.prefix) != nil
        else { return nil }
        return OpenedArchive(
            try KeyedArchive(bytes, budget: budget),
            of: NotesFolder.SourceFile(name: source.name, path: stored.file))
    }
}

extension ArchiveBytes {
    /// The first bytes, by which a property list is recognised.
    fileprivate var prefix: [UInt8] { bytes(0..<min(64, count)).map { Array($0) } ?? [] }
}
