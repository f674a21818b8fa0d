import Diagnostics
import Foundation
import KeyedArchives
import NoteModel

/// Makes a note of a record: finds its title, text, dates and photos under whatever keys its app
/// used, and keeps the rest.
struct NoteDecoder {
    let opened: OpenedArchive
    let folder: NotesFolder
    let reading: ReadingOptions
    private(set) var diagnostics: [Diagnostic] = []
    /// Where the fields of the note stand that was decoded last.
    private(set) var keys = NoteKeys()
    private var photoDecoder: ArchivedPhotoDecoder
    /// Attached objects that the texts of one archive may have together.
    private var attachmentsLeft = 10_000
    private var description: ArchiveDescription

    private var archive: KeyedArchive { opened.archive }
    private var source: NotesFolder.SourceFile { opened.source }

    init(_ opened: OpenedArchive, folder: NotesFolder, reading: ReadingOptions) {
        self.opened = opened
        self.folder = folder
        self.reading = reading
        photoDecoder = ArchivedPhotoDecoder(opened, folder: folder)
        description = ArchiveDescription(opened)
    }

    /// The diagnostics since the last call.
    mutating func takeDiagnostics() -> [Diagnostic] {
        defer { diagnostics = [] }
        return diagnostics
    }

    /// - Throws: ``ArchiveError`` for a record that is blank because of damage.
    mutating func note(
        _ record: ArchivedRecord, index: Int, place: String
    ) throws(ArchiveError) -> Note {
        let diagnosticsBefore = diagnostics.count
        keys = NoteKeys()
        var used = UsedKeys()
        var photos = photos(of: record, place, &used)
        var title = title(of: record, place, &used)
        var body = body(of: record, place, &photos, &used)
        if body == nil, let text = title, text.contains(where: \.isNewline) {
            // Some apps kept the text under the title's key.
            (title, body) = (nil, text)
            (keys.title, keys.body) = (nil, keys.title)
        }
        if body == nil, record[.body].isEmpty {
            guess(record, &title, &body, place, &used)
        }
        let identifier = identifier(of: record, &used)
        var created = date(record[.created], place, &used)
        let modified = date(record[.modified], place, &used)
        if created.instant == nil, created.text == nil {
            created.instant = dateInParts(of: record, &used) ?? instant(inIdentifier: identifier)
        }
        let isBlank = title == nil && body == nil && photos.isEmpty
        // A blank note is a note; one that is blank because of damage is none.
        guard !isBlank || diagnostics.count == diagnosticsBefore else {
            throw ArchiveError(.badObject("neither its title nor its text can be read"))
        }
        return Note(
            id: NoteID(source: source.name, index: index), title: title, body: body ?? "",
            created: created.instant, modified: modified.instant,
            dateTexts: .init(created: created.text, modified: modified.text), photos: photos,
            identifier: identifier, otherFields: otherFields(of: record, used))
    }

    /// What a record that is no note adds to one that it belongs to.
    mutating func part(_ record: ArchivedRecord, place: String) -> NotePart {
        var used = UsedKeys()
        let photos = photos(of: record, place, &used)
        return NotePart(
            title: title(of: record, place, &used),
            created: date(record[.created], place, &used).instant,
            modified: date(record[.modified], place, &used).instant, photos: photos)
    }

    private mutating func otherFields(
        of record: ArchivedRecord, _ used: UsedKeys
    ) -> [JSONValue.Field] {
        guard record.fields.count > used.keys.count else { return [] }
        var others: [JSONValue.Field] = []
        for field in record.fields where !used.contains(field.key) {
            let value = description.value(field.value)
            if value != .null { others.append(.init(field.key, value)) }
        }
        return others
    }

    /// Whether a value is a picture or holds some.
    func isPicture(_ value: PropertyListValue) -> Bool { photoDecoder.isPicture(value) }

    private mutating func report(
        _ identifier: Diagnostic.Identifier, place: String, _ summary: String,
        suggestion: String = ""
    ) {
        diagnostics.append(
            Diagnostic(
                identifier, origin: .init(source: source.name, place: place), summary: summary,
                suggestion: suggestion))
    }
}

/// Keys of a record that were read; there are few, and most records have no others.
private struct UsedKeys {
    private(set) var keys: [String] = []

    func contains(_ key: String) -> Bool { keys.contains(key) }

    mutating func insert(_ key: String) {
        if !keys.contains(key) { keys.append(key) }
    }
}

extension String {
    /// Whether the text holds nothing but white space.
    fileprivate var isBlank: Bool {
        if let first = utf8.first, first > 0x20, first < 0x7F { return false }
        return allSatisfy(\.isWhitespace)
    }
}

// MARK: - Photos and texts

extension NoteDecoder {
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
        where reading.vocabulary.meanings(of: field.key).isEmpty
            && photoDecoder.isPicture(field.value)
        {
            used.insert(field.key)
            keys.photos.append(field.key)
            photos += photoDecoder.photos(of: field.value, place: place + "." + field.key)
        }
        return photos
    }

    /// A count of photos, or an address in memory, as a known app archived it by mistake.
    private func isNumber(_ value: PropertyListValue) -> Bool {
        ((try? archive.number(value)) ?? nil) != nil
    }

    private mutating func title(
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
    private mutating func body(
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
    private mutating func guess(
        _ record: ArchivedRecord, _ title: inout String?, _ body: inout String?, _ place: String,
        _ used: inout UsedKeys
    ) {
        var texts: [(key: String, text: String)] = []
        for field in record.fields
        where !used.contains(field.key) && reading.vocabulary.meanings(of: field.key).isEmpty
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
    private mutating func text(_ field: PropertyListValue.Field, _ place: String) -> String? {
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
    private func text(
        in reference: PropertyListValue.DataReference
    ) throws(ArchiveError) -> String? {
        if opened.isArchive(reference) {
            let nested = try opened.nested(reference)
            guard let root = nested.archive.root else { return nil }
            if let runs = try nested.archive.textRuns(root) {
                return AttributedMarkdown(archive: nested.archive).text(of: runs) { _ in "" }
            }
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
    private mutating func richText(
        _ field: PropertyListValue.Field, _ place: String, _ photos: inout [Photo]
    ) -> String? {
        guard let runs = try? archive.textRuns(field.value) else { return nil }
        let place = place + "." + field.key
        return AttributedMarkdown(archive: archive).text(of: runs) { attachment in
            attachmentsLeft -= 1
            guard attachmentsLeft >= 0 else { return "" }
            if let attachment, case .instance(let instance) = try? archive.object(attachment),
                let reference = photoDecoder.pictureData(within: instance),
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

    private func identifier(of record: ArchivedRecord, _ used: inout UsedKeys) -> String? {
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

    private func number(_ value: PropertyListValue) throws(ArchiveError) -> String? {
        guard case .integer(let number) = try archive.number(value) else { return nil }
        return String(number)
    }
}

// MARK: - Dates

extension NoteDecoder {
    /// A date as it is known, and as it was written.
    private struct ReadDate {
        var instant: Date?
        var text: String?
    }

    /// The first date under keys for such; else the first text, kept as it is.
    private mutating func date(
        _ fields: [PropertyListValue.Field], _ place: String, _ used: inout UsedKeys
    ) -> ReadDate {
        var words: (key: String, text: String)?
        for field in fields where !used.contains(field.key) {
            if let seconds = try? archive.date(field.value),
                let date = Date(secondsSince2001: seconds)
            {
                used.insert(field.key)
                return ReadDate(instant: date)
            }
            if let text = try? archive.string(field.value) {
                guard !text.isBlank else { continue }
                if let instant = DateText.date(text, zone: reading.timeZone) {
                    used.insert(field.key)
                    return ReadDate(instant: instant, text: text)
                }
                words = words ?? (field.key, text)
            } else if let instant = instant(field, place) {
                used.insert(field.key)
                return ReadDate(instant: instant)
            }
        }
        if let words { used.insert(words.key) }
        return ReadDate(text: words?.text)
    }

    /// The instant of a date object or a number.
    private mutating func instant(_ field: PropertyListValue.Field, _ place: String) -> Date? {
        var seconds: Double?
        do throws(ArchiveError) {
            seconds = try archive.date(field.value)
            switch try archive.number(field.value) {
            case .real(let number): seconds = Self.secondsSince2001(number)
            case .integer(let number): seconds = Self.secondsSince2001(Double(number))
            default: if seconds == nil, try archive.object(field.value) == .null { return nil }
            }
        } catch {
            seconds = nil
        }
        if let date = seconds.flatMap({ Date(secondsSince2001: $0) }) { return date }
        report(
            .impossibleDate, place: place + "." + field.key,
            "\(source.name): the date “\(field.key)” of a note is no date of the years 1 to 9999; the note is shown without it."
        )
        return nil
    }

    /// A bare number of a date: seconds since 2001 as Apple counts; what would lie after 2031 by
    /// that count is seconds or milliseconds since 1970.
    private static func secondsSince2001(_ number: Double) -> Double {
        let distance = Date.timeIntervalBetween1970AndReferenceDate
        switch number {
        case distance..<100_000_000_000: return number - distance
        case 100_000_000_000..<10_000_000_000_000: return number / 1000 - distance
        default: return number
        }
    }

    private func dateInParts(
        of record: ArchivedRecord, _ used: inout UsedKeys
    ) -> Date? {
        guard let year = part(record[.year]), let month = part(record[.month]),
            let day = part(record[.day]),
            let date = DateText.date(
                year: year.number, month: month.number, day: day.number, zone: reading.timeZone)
        else { return nil }
        for key in [year.key, month.key, day.key] { used.insert(key) }
        return date
    }

    private func part(_ fields: [PropertyListValue.Field]) -> (key: String, number: Int)? {
        for field in fields {
            if case .integer(let number) = try? archive.number(field.value) {
                return (field.key, Int(number))
            }
            if let text = try? archive.string(field.value), let number = Int(text) {
                return (field.key, number)
            }
        }
        return nil
    }

    /// `noteid` of a known app is the time of writing, in seconds since 1970, and one or two
    /// digits of chance.
    private func instant(inIdentifier identifier: String?) -> Date? {
        guard let identifier, (11...12).contains(identifier.utf8.count),
            identifier.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Int(identifier.prefix(10)),
            (1_200_000_000..<2_500_000_000).contains(seconds)
        else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}
