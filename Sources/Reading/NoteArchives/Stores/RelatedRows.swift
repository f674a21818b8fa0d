import FileFormats
import KeyedArchives
import LocalFiles
import NoteModel

/// The pages and media of the notes of a store, by the primary keys of the notes, with pages in
/// order. Media refer to files, and are not loaded.
struct RelatedRows {
    var pages: [Int64: [Page]] = [:]
    var media: [Int64: [PlacedMedium]] = [:]
    /// The texts in rows of their own, for notes that have none, with the names of their entities.
    var texts: [Int64: [(entity: String, text: String)]] = [:]
    /// The number of rows that belong to no existing note, by the name of their entity.
    var orphans: [String: Int] = [:]
    /// The number of rows that belong to a note with ``maximumCount`` others of their kind, by the
    /// name of their entity.
    var excess: [String: Int] = [:]

    /// The numbers of rows with a value that does not fit into a note, by the columns, which are
    /// named after their entities: `Page.ZMOOD`.
    private(set) var unknownValues: [String: Int] = [:]

    /// The maximum number of pages, and of media, of a note.
    static let maximumCount = 5_000

    /// Sorts the pages of each note; those with the same number keep the order of their creation.
    fileprivate mutating func sortPages() {
        pages = pages.mapValues { pages in
            pages.enumerated().sorted {
                ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
            }.map(\.element)
        }
    }

    /// Counts the values of a row that do not fit into a note.
    fileprivate mutating func count(
        _ row: StoreRow, of entity: StoreSchema.Entity,
        unknown columns: [(name: String, mayBeTechnical: Bool)]
    ) {
        for (column, mayBeTechnical) in columns where row[column].isMeaningful {
            // A number or a key, but no words.
            if mayBeTechnical, row[column].text?.contains(where: \.isLetter) != true { continue }
            unknownValues["\(entity.name).\(column)", default: 0] += 1
        }
    }

    struct Page {
        let key: Int64
        let order: Double
        let drawing: StoreDrawing?
    }

    struct PlacedMedium {
        let medium: Medium
        let frame: Frame?
        /// The page that the medium is on, by its primary key or by its number; both are nil if it
        /// is not known.
        let pageKey: Int64?
        let pageNumber: Int64?

        /// Returns the position of the page that the medium is on; nil if it is not known, or there
        /// is no such page.
        func page(among pages: [Page]) -> Int? {
            if let pageKey { return pages.firstIndex { $0.key == pageKey } }
            guard let pageNumber else { return nil }
            return pages.firstIndex { $0.order == Double(pageNumber) }
        }
    }
}

/// A drawing of a store that has not been added to a note yet.
struct StoreDrawing {
    /// The content; nil if it cannot be read.
    var content: Content?
    /// The problem with the drawing, as a part of a sentence; nil if there is none.
    var fault: (identifier: Diagnostic.Identifier, text: String)?

    enum Content {
        case photo(Medium)
        case strokes([Stroke])
    }
}

/// The columns of a table of media.
private struct MediaColumns {
    let name: String?
    let kind: String?
    let data: String?
    let page: String?
    let caption: String?
    /// True if ``data`` may be texts of notes.
    let mayHaveTexts: Bool
    private static let names = [
        "photo", "image", "picture", "media", "medium", "attachment", "file", "recording", "audio",
        "sound", "voice", "video", "movie", "asset", "resource", "thumbnail", "scan", "document",
    ]
    private let sides: [String?]
    private let rectangle: String?

    /// The columns that are read.
    var all: [String?] { [name, kind, data, page, caption, rectangle] + sides }

    init(_ entity: StoreSchema.Entity) {
        name = entity.column(named: ["fileName", "name", "title", "path"])
        kind = entity.column(named: ["kind", "type", "mediaType", "contentType", "uti"])
        let isOfMedia = entity.isCalled(Self.names)
        let found = entity.column(named: ["data", "content", "bytes", "blob", "file"])
        mayHaveTexts = found != nil && !isOfMedia
        // Anything may have a name.
        data =
            found ?? entity.column(.photos) ?? entity.column(.recordings)
            ?? (isOfMedia ? name : nil)
        page = entity.column(named: ["pageIndex", "pageNumber"])
        caption = entity.column(named: ["caption", "comment", "description", "label"])
        sides = ["x", "y", "width", "height"].map { entity.column(named: [$0]) }
        rectangle = entity.column(named: ["frame", "rect", "bounds"])
    }

    func frame(of row: StoreRow) -> Frame? {
        if let text = row[rectangle].text { return Frame(text) }
        let numbers = sides.compactMap { row[$0].double }
        guard numbers.count == 4 else { return nil }
        return Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension StoreSchema.Entity {
    /// Returns the unknown columns of a page or a medium, without those that mean nothing to a
    /// reader: links, identifiers, dates, and sizes.
    fileprivate func unknownColumns(
        besides known: [String?]
    ) -> [(name: String, mayBeTechnical: Bool)] {
        let known = Set(known.compactMap(\.self))
            .union(columns(.created) + columns(.modified))
        return attributes.compactMap { column in
            let name = ArchiveVocabulary.normalised(String(column.dropFirst()))
            guard !known.contains(column), !Self.technical.contains(name),
                !Self.technicalEndings.contains(where: name.hasSuffix)
            else { return nil }
            return (column, Self.technical.contains(where: name.hasSuffix))
        }
    }

    private static let technical = [
        "note", "page", "index", "order", "position", "number", "size", "width", "height", "length",
        "duration", "scale", "orientation", "version", "count", "x", "y",
    ]
    private static let technicalEndings = ["id", "uuid", "identifier", "date"]
}

extension SQLiteValue {
    /// False for nothing, an empty text, and a flag that is off.
    fileprivate var isMeaningful: Bool {
        switch self {
        case .null, .integer(0), .real(0): false
        case .text(let text): !text.isBlank
        case .data(let bytes): !bytes.isEmpty
        case .integer, .real: true
        }
    }
}

extension NoteStore {
    /// Returns the rows that are related to an entity of notes: pages, and other rows with data.
    ///
    /// - Parameter keys: The primary keys of the notes.
    mutating func belongings(
        of notes: Entity, keys: Set<Int64>, failure: inout SQLiteError?
    ) -> RelatedRows {
        var belongings = RelatedRows()
        // Entities with a parent share its table: its rows are read once, whatever they are.
        let others =
            schema.tables.filter { $0.table != notes.table } + schema.siblings(of: notes)
        var owners: [Int64: Int64] = [:]
        for entity in others where isPage(entity) {
            guard let toNote = link(from: entity, toOneOf: [notes]) else { continue }
            readEntities.insert(entity.name)
            let order =
                entity.column(named: [
                    "index", "pageIndex", "pageNumber", "number", "order", "position", "sortOrder",
                ]) ?? entity.columns.first { $0.hasPrefix("Z_FOK") }
            let unknown = entity.unknownColumns(
                besides: [toNote, order] + entity.columns(.strokes) + entity.columns(.drawing))
            forEachRow(of: entity, failure: &failure) { row in
                guard let owner = row[toNote].integer, keys.contains(owner) else {
                    belongings.orphans[entity.name, default: 0] += 1
                    return
                }
                owners[row.key] = owner
                belongings.count(row, of: entity, unknown: unknown)
                guard belongings.pages[owner]?.count ?? 0 < RelatedRows.maximumCount else {
                    belongings.excess[entity.name, default: 0] += 1
                    return
                }
                belongings.pages[owner, default: []].append(
                    .init(
                        key: row.key, order: row[order].double ?? .infinity,
                        drawing: drawing(of: row, entity)))
            }
        }
        belongings.sortPages()
        for entity in others where !isPage(entity) {
            addMedia(
                of: entity, to: &belongings, of: notes, keys: keys, owners: owners,
                failure: &failure)
        }
        return belongings
    }

    /// Adds the rows of an entity that have data of notes or of their pages.
    ///
    /// - Parameters:
    ///   - keys: The primary keys of the notes.
    ///   - owners: The primary keys of the notes of pages, by those of the pages.
    private mutating func addMedia(
        of entity: Entity, to belongings: inout RelatedRows, of notes: Entity, keys: Set<Int64>,
        owners: [Int64: Int64], failure: inout SQLiteError?
    ) {
        let columns = MediaColumns(entity)
        let toNote = link(from: entity, toOneOf: [notes])
        let toPage = entity.column(named: ["page", "notePage", "lecturePage", "sheet"])
        guard toNote != nil || toPage != nil else { return }
        let isOfTexts =
            columns.mayHaveTexts && hasTexts(columns.data, of: entity, failure: &failure)
        guard columns.data != nil, !isOfTexts else {
            return addTexts(
                of: entity, link: toNote, to: &belongings, keys: keys, failure: &failure)
        }
        readEntities.insert(entity.name)
        let unknown = entity.unknownColumns(besides: [toNote, toPage] + columns.all)
        forEachRow(of: entity, failure: &failure) { row in
            let page = row[toPage].integer
            let owner = row[toNote].integer ?? page.flatMap { owners[$0] }
            guard let owner, keys.contains(owner) else {
                belongings.orphans[entity.name, default: 0] += 1
                return
            }
            guard belongings.media[owner]?.count ?? 0 < RelatedRows.maximumCount else {
                belongings.excess[entity.name, default: 0] += 1
                return
            }
            belongings.count(row, of: entity, unknown: unknown)
            for medium in media(row, columns: columns) {
                belongings.media[owner, default: []].append(
                    .init(
                        medium: medium, frame: columns.frame(of: row), pageKey: page,
                        pageNumber: row[columns.page].integer))
            }
        }
    }

    /// True if a column for data has texts that are no names of files.
    private func hasTexts(
        _ column: String?, of entity: Entity, failure: inout SQLiteError?
    ) -> Bool {
        var hasText = false
        forEachRow(of: entity, failure: &failure) { row in
            guard let text = row[column].text, !text.isBlank else { return }
            hasText =
                hasText || MediaFormat(name: text) == nil && text.contains(where: \.isWhitespace)
        }
        return hasText
    }

    /// Adds the texts of notes that are in an entity of their own, such as `NoteBody`.
    private mutating func addTexts(
        of entity: Entity, link: String?, to belongings: inout RelatedRows, keys: Set<Int64>,
        failure: inout SQLiteError?
    ) {
        guard let link, entity.column(.title) == nil, !entity.columns(.body).isEmpty else { return }
        readEntities.insert(entity.name)
        let unknown = entity.unknownColumns(besides: [link] + entity.columns(.body))
        forEachRow(of: entity, failure: &failure) { row in
            guard let owner = row[link].integer, keys.contains(owner) else {
                belongings.orphans[entity.name, default: 0] += 1
                return
            }
            var photos: [Medium] = []
            guard let (_, text) = body(of: row, entity, photos: &photos) else { return }
            belongings.count(row, of: entity, unknown: unknown)
            belongings.texts[owner, default: []].append((entity.name, text))
        }
    }

    func isPage(_ entity: Entity) -> Bool {
        entity.isCalled(["page", "sheet", "canvas"])
            || entity.column(.strokes) != nil
    }

    private mutating func media(_ row: StoreRow, columns: MediaColumns) -> [Medium] {
        let name = row[columns.name].text
        let found = photos(
            row[columns.data], name: name,
            place: "\(columns.data ?? "medium") of row \(row.key)")
        let kind = row[columns.kind].text?.lowercased() ?? ""
        let isRecording = ["audio", "sound", "video", "movie", "film", "voice"]
            .contains(where: kind.contains)
        let caption = row[columns.caption].text.flatMap { $0.isBlank ? nil : $0 }
        return (found.isEmpty ? [folder.photo(named: name ?? "")] : found).map { found in
            let photo = caption.map(found.captioned) ?? found
            return isRecording && photo.stored?.format?.photo == nil
                ? photo.classified(as: .recording) : folder.medium(photo)
        }
    }

    /// Returns the drawing of a row: strokes in any of its columns, or else a picture; nil if there
    /// is none.
    mutating func drawing(of row: StoreRow, _ entity: Entity) -> StoreDrawing? {
        var drawing = StoreDrawing()
        let columns = entity.columns(.strokes) + entity.columns(.drawing)
        for column in columns where drawing.content == nil {
            guard case .data(let value) = row[column] else { continue }
            guard let bytes = data.bytes(of: value) else {
                if entity.columns(.strokes).contains(column) {
                    drawing.fault = (.damagedObject, "the file of the strokes is missing")
                }
                continue
            }
            // A picture in the same column is not an archive.
            guard PropertyListForm(prefix: Array(bytes.prefix(64))) != nil else { continue }
            do {
                try readStrokes(bytes, into: &drawing)
            } catch {
                drawing.fault = (.damagedObject, "the strokes cannot be read: the archive \(error)")
            }
        }
        if drawing.content == nil, drawing.fault == nil,
            let column = entity.column(.drawing),
            let photo = photos(row[column], name: nil, place: "\(column) of row \(row.key)").first
        {
            drawing.content = .photo(photo)
        }
        return drawing.content == nil && drawing.fault == nil ? nil : drawing
    }

    private mutating func readStrokes(_ bytes: [UInt8], into drawing: inout StoreDrawing) throws {
        let opened = OpenedArchive(
            try KeyedArchive(ArchiveBytes(bytes), budget: budget), of: source)
        guard let root = opened.archive.root else {
            throw ArchiveError(.badObject("it is not a list of strokes"))
        }
        var decoder = StrokeDecoder(opened, vocabulary: vocabulary)
        let strokes = try decoder.strokes(of: root)
        drawing.fault = decoder.fault
        if strokes.contains(where: { !$0.isEraser }) { drawing.content = .strokes(strokes) }
    }
}
