import FileFormats
import KeyedArchives
import LocalFiles
import NoteModel
import Platform

/// Reads the notes of a Core Data store: an entity of notes, and the pages and media that are
/// related to each note.
struct NoteStore: DiagnosticReporter {
    let source: NotesFolder.SourceFile
    let folder: NotesFolder
    let reading: ReadingOptions
    var diagnostics: [Diagnostic] = []
    /// The unknown columns from which texts were taken, each after the name of its table.
    var guessed: Set<String> = []
    /// The numbers of notes by folder, for a store with folders, after the notes were read.
    private(set) var tallies: [FolderTally] = []
    /// The names of the entities of pages, media and texts whose rows were read.
    var readEntities: Set<String> = []
    /// The numbers of texts in rows of their own that belong to notes with texts, by the names of their
    /// entities.
    private var unusedTexts: [String: Int] = [:]
    /// The budget of the archives in rows and in files beside the store.
    let budget: Budget
    /// The number of bytes of data in other fields that may still be included in full.
    private var dataLeft = 4 << 20

    let schema: StoreSchema
    let data: StoreData
    private let file: SQLiteFile
    private let isCutOff: Bool
    private let storeName: String?

    typealias Entity = StoreSchema.Entity
    var vocabulary: ArchiveVocabulary { reading.vocabulary }

    /// - Throws: ``FileError`` if the database cannot be copied; ``SQLiteError`` if it is damaged;
    ///   ``StoreError`` if it is not a Core Data store.
    init(_ source: NotesFolder.SourceFile, folder: NotesFolder, reading: ReadingOptions) throws {
        (self.source, self.folder, self.reading) = (source, folder, reading)
        data = StoreData(
            store: source.path, root: folder.path, scratch: try folder.scratch.makeFolder())
        isCutOff = try data.copyStore()
        budget = Budget(fileSize: data.size)
        do {
            file = try SQLiteFile(ownCopy: data.copy)
            schema = try StoreSchema(file, vocabulary: reading.vocabulary)
        } catch {
            data.removeCopy()
            throw error
        }
        storeName = Self.name(of: file)
    }

    /// Returns the notes of all entities of notes, for each entity in the order of creation. Call
    /// this once only: it removes the copy of the store.
    ///
    /// - Throws: ``StoreError`` if there is no entity of notes; ``SQLiteError`` if damage prevents
    ///   all notes from being read.
    mutating func notes() throws -> [Note] {
        defer { data.removeCopy() }
        let fault = isCutOff ? "its end is missing" : file.fault
        if let fault {
            report(
                .damagedObject,
                summary: "\(source.name) is damaged (\(fault)); what could be read of it is shown.")
        }
        let settings = reading.appleNotes
        let appleNotes: (any AppleNotesReader)? =
            if AppleNotesStore.isStore(file) {
                AppleNotesStore(
                    source, file: file, schema: schema, size: data.size, options: settings)
            } else if OldAppleNotes.isStore(file) {
                OldAppleNotes(source, file: file)
            } else { nil }
        if var appleNotes {
            defer {
                diagnostics += appleNotes.diagnostics
                tallies = appleNotes.tallies
            }
            let notes = try appleNotes.read()
            return settings.tagsFolders ? notes.map(\.taggedWithFolders) : notes
        }
        var failure: SQLiteError?
        let entities = noteEntities(failure: &failure)
        guard !entities.isEmpty else {
            let names = schema.names.prefix(8).map { String($0.prefix(40)) }
                .joined(separator: ", ")
            throw StoreError(
                description:
                    "is a store of another app: it has no entity of notes (\(names.isEmpty ? "it lists none" : names))"
            )
        }
        var notes: [Note] = []
        for entity in entities {
            var keys: Set<Int64> = []
            forEachRow(of: entity, isKeyEnough: true, failure: &failure) { keys.insert($0.key) }
            let belongings = belongings(of: entity, keys: keys, failure: &failure)
            forEachRow(of: entity, failure: &failure) { row in
                notes.append(note(row, entity: entity, belongings: belongings, index: notes.count))
            }
            reportOrphans(belongings)
        }
        reportOtherTables(besides: entities, failure: &failure)
        guard let failure else { return notes }
        guard !notes.isEmpty else { throw failure }
        if fault == nil {
            report(
                .damagedObject,
                summary: "\(source.name) \(failure); what could be read of it is shown.")
        }
        return notes
    }

    /// Returns the entities of notes, one for each table: those with a known name or, if there are
    /// none, those with columns for a title and a text. In a table that they share with others, the
    /// rows of these are notes if one has a text.
    private mutating func noteEntities(failure: inout SQLiteError?) -> [Entity] {
        let named = schema.entities.filter {
            [.note, .napkin].contains(vocabulary.kind(of: [$0.name]))
        }
        let candidates =
            !named.isEmpty
            ? named
            : schema.entities.filter { entity in
                vocabulary.kind(of: [entity.name]) == nil
                    && entity.column(.title) != nil
                    && entity.column(.body) != nil
                    && entity.link(to: ["note", "lecture"]) == nil
            }
        let ofTables = Dictionary(grouping: candidates, by: \.table).values
        return ofTables.compactMap { group -> Entity? in
            let sure = named.isEmpty && group.count > 1 ? [] : group
            let whole = sure.first?.joined(with: sure.dropFirst())
            let others = whole.map(schema.siblings) ?? group.map(\.alone)
            let known = others.filter { vocabulary.kind(of: [$0.name]) == nil && !isPage($0) }
            let wordy = known.filter { hasTexts($0, failure: &failure) }
            guard let first = whole ?? wordy.first ?? group.first else { return nil }
            return first.joined(with: wordy)
        }.sorted { $0.table < $1.table }
    }

    /// True if a row of an entity has a text.
    private func hasTexts(_ entity: Entity, failure: inout SQLiteError?) -> Bool {
        let columns = entity.columns(.body)
        guard !columns.isEmpty else { return false }
        var hasText = false
        forEachRow(of: entity, failure: &failure) { row in
            hasText = hasText || columns.contains { row[$0].text?.isBlank == false }
        }
        return hasText
    }

    /// Calls `body` with the rows of an entity that can be read. The first error is stored in
    /// `failure`.
    ///
    /// - Parameter isKeyEnough: True to read the keys of the rows only.
    func forEachRow(
        of entity: Entity, isKeyEnough: Bool = false, failure: inout SQLiteError?,
        body: (StoreRow) -> Void
    ) {
        let columns = entity.columns.filter { !isKeyEnough || ["Z_PK", "Z_ENT"].contains($0) }
        let places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
        let kind = places["Z_ENT"]
        guard let key = places["Z_PK"] else { return }
        var misplaced = 0
        let rows = { (values: [SQLiteValue]) in
            guard let key = values[key].integer else { return }
            // Entities with a parent share its table.
            if let kind, let number = values[kind].integer, !entity.numbers.contains(number),
                let table = schema.tablesByNumber[number]
            {
                if table != entity.table { misplaced += 1 }
                return
            }
            body(StoreRow(key: key, places: places, values: values))
        }
        do {
            try file.forEachRow(of: entity.table, columns: columns, by: "Z_PK", body: rows)
            if misplaced > 0, failure == nil {
                failure = .misplacedRows(count: misplaced, table: entity.table)
            }
        } catch {
            failure = failure ?? error
        }
    }

    /// Returns the column with the key of the note that a row belongs to; nil if there is none.
    func link(from entity: Entity, toOneOf notes: [Entity]) -> String? {
        entity.link(
            to: notes.map(\.name) + ["note", "lecture", "lectureNote"],
            orOneOf: ["owner", "parent", "document"])
    }

    private static func name(of file: SQLiteFile) -> String? {
        guard file.columns["Z_METADATA"]?.contains("Z_UUID") == true else { return nil }
        var name: String?
        try? file.forEachRow(of: "Z_METADATA", columns: ["Z_UUID"], by: "Z_VERSION") {
            name = $0[0].text
        }
        return name
    }
}

// MARK: - Notes

extension NoteStore {
    private mutating func note(
        _ row: StoreRow, entity: Entity, belongings: RelatedRows, index: Int
    ) -> Note {
        var used: Set<String> = []
        let title = title(of: row, entity)
        var media = MediaByKind<[Medium]>()
        for column in entity.columns(.photos) + entity.columns(.recordings) {
            used.insert(column)
            let place = "\(column) of row \(row.key)"
            for photo in photos(row[column], name: nil, place: place) {
                media.append(folder.medium(photo))
            }
        }
        let body = body(of: row, entity, photos: &media.photos)
        let texts = belongings.texts[row.key] ?? []
        for text in body == nil ? [] : texts { unusedTexts[text.entity, default: 0] += 1 }
        used.formUnion([title?.column, body?.column].compactMap(\.self))
        let created = date(.created, row: row, entity: entity, used: &used)
        let modified = date(.modified, row: row, entity: entity, used: &used)
        let called = title?.text ?? "the note in row \(row.key)"
        let pages = belongings.pages[row.key] ?? []
        let drawings = pages.enumerated().map { number, page in
            add(page.drawing, on: "page \(number + 1) of “\(called)”", to: &media)
        }
        // A note may contain a single drawing itself.
        let own = drawing(of: row, entity)
        let ownDrawing = add(own, on: "the drawing of “\(called)”", to: &media)
        used.formUnion(entity.columns(.drawing) + entity.columns(.strokes))
        var pictures: [[PlacedPicture]] = drawings.map { _ in [] }
        var recordings: [[Int]] = drawings.map { _ in [] }
        for medium in belongings.media[row.key] ?? [] {
            let place = media.append(medium.medium)
            guard let page = medium.page(among: pages) else { continue }
            if place.kind == .photo {
                pictures[page].append(PlacedPicture(photo: place.position, frame: medium.frame))
            } else {
                recordings[page].append(place.position)
            }
        }
        let identifier = storeName.map { "x-coredata://\($0)/\(entity.name)/p\(row.key)" }
        var note = Note(
            id: NoteID(source: source.name, index: index), title: title?.text,
            body: body?.text ?? texts.map(\.text).joined(separator: "\n\n"),
            created: created.instant, modified: modified.instant,
            dateTexts: .init(created: created.text, modified: modified.text),
            identifier: identifier, otherFields: otherFields(row, entity: entity, without: used))
        note.media = media
        note.state = .implied(by: note.otherFields)
        note.drawing = ownDrawing
        if !pages.isEmpty || entity.isCalled(["lecture", "lecturenote"]) { note.kind = .lecture }
        note.pages = drawings.indices.map { page in
            Page(drawing: drawings[page], pictures: pictures[page], recordings: recordings[page])
                .timed(amongRecordings: media.recordings.count)
        }
        return note
    }

    private mutating func date(
        _ role: ArchiveVocabulary.Role, row: StoreRow, entity: Entity, used: inout Set<String>
    ) -> (instant: Date?, text: String?) {
        for column in entity.columns(role) where !used.contains(column) {
            if let text = row[column].text, !text.isBlank {
                used.insert(column)
                return (DateText.date(text, zone: reading.timeZone), text)
            }
            guard let number = row[column].double else { continue }
            used.insert(column)
            let date = Date(secondsSince2001: Date.secondsSince2001(ofNumber: number))
            if let date { return (date, nil) }
            report(
                .impossibleDate, place: column,
                summary:
                    "\(source.name): the date \(column) of row \(row.key) is not in the years 1 to 9999; the note is shown without it."
            )
        }
        return (nil, nil)
    }

    /// Returns a description of data, in full if it is small and the limit for the store permits.
    private mutating func dataValue(_ bytes: [UInt8]) -> JSONValue {
        dataLeft -= bytes.count
        return ArchiveDescription.dataValue(dataLeft > 0 ? bytes : nil, count: bytes.count)
    }

    private mutating func otherFields(
        _ row: StoreRow, entity: Entity, without used: Set<String>
    ) -> [JSONValue.Field] {
        entity.attributes.filter { !used.contains($0) }.compactMap { column in
            let value: JSONValue? =
                switch row[column] {
                case .null: nil
                case .integer(let number): .integer(Int(number))
                case .real(let number): .real(number)
                case .text(let text): text.isEmpty ? nil : .string(text)
                case .data(let bytes): dataValue(bytes)
                }
            return value.map { .init(column, value: $0) }
        }
    }
}

extension Page {
    /// Returns the page with the moments of its strokes in its recording, or in the only one of the
    /// note.
    fileprivate func timed(amongRecordings count: Int) -> Page {
        let own = recordings.first ?? (count == 1 ? 0 : nil)
        return mappingMoments { moment in
            own.flatMap { RecordedMoment(recording: $0, seconds: moment.seconds) }
        }
    }
}

// MARK: - Drawings

extension NoteStore {
    /// Adds a drawing to the contents of a note, reports its problems, and returns it; nil if it
    /// has no readable content.
    private mutating func add(
        _ drawing: StoreDrawing?, on place: String, to media: inout MediaByKind<[Medium]>
    ) -> Drawing? {
        if let fault = drawing?.fault {
            report(fault.identifier, summary: "\(source.name), \(place): \(fault.text).")
        }
        switch drawing?.content {
        case .strokes(let strokes): return .strokes(strokes)
        case .photo(let photo):
            media.photos.append(photo)
            return .picture(media.photos.count - 1)
        case nil: return nil
        }
    }

    /// Reports rows that belong to no existing note, and values of rows, that are not shown.
    private mutating func reportOrphans(_ belongings: RelatedRows) {
        for (entity, count) in belongings.orphans.sorted(by: { $0.key < $1.key }) {
            let what =
                count == 1 ? "a row of \(entity) belongs" : "\(count) rows of \(entity) belong"
            report(
                .orphanedRow,
                summary:
                    "\(source.name): \(what) to no note that is in it; nothing of that is shown.")
        }
        for (column, count) in belongings.unknownValues.sorted(by: { $0.key < $1.key }) {
            report(
                .unreadAttachment,
                summary:
                    "\(source.name): \(count == 1 ? "a row has" : "\(count) rows have") a value of \(column), which notes do not support; it is not shown."
            )
        }
        for (entity, count) in unusedTexts.sorted(by: { $0.key < $1.key }) {
            report(
                .unreadAttachment,
                summary:
                    "\(source.name): \(count == 1 ? "a text" : "\(count) texts") of \(entity) \(count == 1 ? "belongs" : "belong") to notes with texts of their own; nothing of that is shown."
            )
        }
        unusedTexts = [:]
        for (entity, count) in belongings.excess.sorted(by: { $0.key < $1.key }) {
            report(
                .damagedObject,
                summary:
                    "\(source.name): a note has more than \(RelatedRows.maximumCount) rows of \(entity); \(count) of them are not shown."
            )
        }
    }

    /// Reports the rows of entities that are neither notes nor belong to one.
    private mutating func reportOtherTables(besides notes: [Entity], failure: inout SQLiteError?) {
        let tables = Set(notes.map(\.table))
        let others =
            schema.tables.filter { !tables.contains($0.table) } + notes.flatMap(schema.siblings)
        for entity in others where !readEntities.contains(entity.name) {
            var count = 0
            forEachRow(of: entity, isKeyEnough: true, failure: &failure) { _ in count += 1 }
            guard count > 0 else { continue }
            report(
                .orphanedRow,
                summary:
                    "\(source.name): \(count == 1 ? "a row" : "\(count) rows") of \(entity.name) \(count == 1 ? "is" : "are") not shown: nothing is known of that entity."
            )
        }
    }
}
