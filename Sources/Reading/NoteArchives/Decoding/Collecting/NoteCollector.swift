import KeyedArchives
package import NoteModel
import Orthography

/// Finds the notes and decks of one archive, in whatever containers the app stored them: on their
/// own, in lists, sets and dictionaries, in objects that hold these, and in nested archives.
package struct NoteCollector: DiagnosticReporter {
    let source: NotesFolder.SourceFile
    package let folder: NotesFolder
    let reading: ReadingOptions

    /// The notes found so far, with their places.
    package internal(set) var archived: [CollectedNote] = []
    package var notes: [Note] { archived.map(\.note) }
    package internal(set) var unread: [UnrecognizedObject] = []
    package internal(set) var diagnostics: [Diagnostic] = []
    /// True if a damaged part of the archive was left out.
    package var hasDamage: Bool { diagnostics.contains { $0.identifier == .damagedObject } }
    /// The fragment that the archive adds to a note in another file, if it holds no notes itself.
    private(set) var part: DocumentFragment?

    /// The position among all objects that may be notes, readable or not, so that a damaged one
    /// does not change the identifiers of those after it.
    private var position = -1
    private var taken = HeuristicMatches()
    /// The cards of the list that is being searched; together they are a deck.
    private var cards: [ReadCard] = []
    /// True if the archive is an empty list.
    package private(set) var isEmptyList = false
    /// True if an empty list or an ignored object explains that no notes were found.
    private var mayBeEmpty = false
    /// True if objects are nested too deeply to be searched.
    private var isTooDeep = false

    /// The maximum nesting depth of containers.
    private static let maximumContainerDepth = 40

    package init(of source: NotesFolder.SourceFile, folder: NotesFolder, reading: ReadingOptions) {
        (self.source, self.folder, self.reading) = (source, folder, reading)
    }

    /// A new collector with the same options.
    package var emptied: NoteCollector {
        NoteCollector(of: source, folder: folder, reading: reading)
    }

    /// Collects the notes of an archive.
    ///
    /// - Throws: ``ArchiveError`` if the root of the archive cannot be read, or the archive refers
    ///   to too many objects.
    package mutating func collect(_ opened: OpenedArchive) throws {
        try collectRoot(of: opened, at: .root, depth: 0)
        for index in archived.indices { archived[index].keepFolder() }
        diagnostics += taken.diagnostics(of: source)
        if isTooDeep {
            report(
                .unreadAttachment, place: ArchivePath.root.description,
                summary:
                    "\(source.name) has more than \(Self.maximumContainerDepth) lists and objects within each other; what is in the innermost was not read."
            )
        }
        guard archived.isEmpty, diagnostics.isEmpty, !mayBeEmpty else { return }
        let root = opened.archive.root
        if let root, opened.archive.isEmptyList(root) {
            isEmptyList = true
            return
        }
        if let root, collectTexts(of: root, in: opened) { return }
        let found = root.map { opened.archive.contentName(of: $0) } ?? "loose values"
        var description = ArchiveDescription(opened)
        unread.append(.init(source: source.name, place: "root", description: description.whole()))
        report(
            .noNoteInArchive, place: ArchivePath.root.description,
            summary: "\(source.name) contains no note, only \(found).",
            suggestion:
                "`notebinder inspect` shows what is in it; notebinder.yml can say which class is a note."
        )
    }

    private mutating func collectRoot(
        of opened: OpenedArchive, at path: ArchivePath, depth: Int
    ) throws {
        var visit = Visit(opened, folder: folder, reading: reading)
        if let root = opened.archive.root {
            try visitValue(root, visit: &visit, at: path, depth: depth)
        } else {
            // Several names: the fields of one note, or several roots.
            let record = ArchivedRecord(
                classNames: [], fields: opened.archive.top, vocabulary: reading.vocabulary)
            try visitRecord(record, visit: &visit, at: path, depth: depth)
        }
        // A card outside of any list. A card in a nested archive may belong to a list around that
        // archive.
        if depth == 0 { appendDeck(visit, at: path, index: max(position, 0)) }
    }

    /// The state of the search through one archive.
    struct Visit {
        let opened: OpenedArchive
        var decoder: NoteDecoder
        /// The title of the object that holds the values; it becomes the title of a deck.
        var title: String?
        var seen: Set<Int> = []
        var archive: KeyedArchive { opened.archive }

        init(_ opened: OpenedArchive, folder: NotesFolder, reading: ReadingOptions) {
            self.opened = opened
            decoder = NoteDecoder(opened, folder: folder, reading: reading)
        }
    }
}

extension NoteCollector {
    /// Collects the notes of a value. Returns true if the value is a container or a note.
    @discardableResult
    private mutating func visitValue(
        _ value: PropertyListValue, visit: inout Visit, at path: ArchivePath, depth: Int
    ) throws -> Bool {
        try visit.archive.budget.spend(1, on: .members)
        guard depth < Self.maximumContainerDepth else {
            isTooDeep = isTooDeep || visit.archive.isCompound(value)
            return false
        }
        if case .uid(let uid) = value, !visit.seen.insert(uid).inserted { return true }
        if let instance = try visit.archive.objectOfAnApp(value) {
            let record = ArchivedRecord(
                classNames: instance.classNames, fields: instance.fields,
                vocabulary: reading.vocabulary)
            guard isOfAnApp(record) else { return false }
            return try visitRecord(record, visit: &visit, at: path, depth: depth)
        }
        if let members = try visit.archive.array(value) {
            visitMembers(members, visit: &visit, at: path, depth: depth)
            return true
        }
        if let nested = try visit.opened.container(in: value) {
            let before = archived.count + cards.count
            try collectRoot(of: nested, at: path.appending(.nested), depth: depth + 1)
            return archived.count + cards.count > before
        }
        guard let record = try visit.decoder.record(of: value), isOfAnApp(record) else {
            return false
        }
        return try visitRecord(record, visit: &visit, at: path, depth: depth)
    }

    /// True if a record may be or contain a note: its class is not one of the system's, or is
    /// listed in the vocabulary.
    private func isOfAnApp(_ record: ArchivedRecord) -> Bool {
        !record.isOfSystemClass || reading.vocabulary.kind(of: record.classNames) != nil
    }

    private mutating func visitMembers(
        _ members: [PropertyListValue], visit: inout Visit, at path: ArchivePath, depth: Int
    ) {
        let before = archived.count
        let first = position + 1
        let cardsAround = cards
        cards = []
        defer { cards = cardsAround }
        var others: [(entry: Int, value: PropertyListValue)] = []
        // An object that is listed twice is one note.
        var listed: Set<PropertyListValue> = []
        for (index, member) in members.enumerated() {
            // Inline values are not references, and may be equal.
            if case .uid = member, !listed.insert(member).inserted { continue }
            position += 1
            let path = path.appending(.index(index))
            let isEnd = visit.archive.budget.isExhausted
            do {
                if isEnd { throw ArchiveError(.tooMuch) }
                let isKnown = try visitValue(member, visit: &visit, at: path, depth: depth + 1)
                guard !isKnown, try visit.archive.object(member) != .null else { continue }
                others.append((index + 1, member))
            } catch {
                report(
                    .damagedObject, place: path.description,
                    summary:
                        "\(source.name), entry \(index + 1): the note \(error); \(isEnd ? "this and all that follows was" : "it was") left out."
                )
            }
            if isEnd { break }
        }
        // A deck has one position, however many cards it has, so that the next note keeps its
        // identifier.
        if !cards.isEmpty, archived.count == before { position = first }
        appendDeck(visit, at: path, index: first)
        // In a list of notes, another object may be a note of an unknown class.
        guard archived.count > before else { return }
        for (entry, value) in others { keep(value, visit: visit, at: path, entry: entry) }
    }

    @discardableResult
    private mutating func visitRecord(
        _ record: ArchivedRecord, visit: inout Visit, at path: ArchivePath, depth: Int
    ) throws -> Bool {
        let kind = reading.vocabulary.kind(of: record.classNames)
        guard kind != .ignored else {
            mayBeEmpty = true
            return true
        }
        if visit.decoder.isCard(record, kind: kind) {
            appendCard(record, kind: kind, visit: &visit, at: path)
            return true
        }
        if kind == .napkin {
            try appendNapkin(record, visit: &visit, at: path)
            return true
        }
        let inner = innerNotes(of: record, visit)
        let own = inner.keys.isEmpty ? record : record.filtered { !inner.keys.contains($0) }
        guard isNote(own, kind: inner.keys.isEmpty ? kind : nil, visit: visit),
            inner.keys.isEmpty || inner.areListed || hasBody(own, visit)
        else { return try visitHolder(record, kind: kind, visit: &visit, at: path, depth: depth) }
        try append(own, kind: kind, visit: &visit, at: path)
        guard !inner.keys.isEmpty else { return true }
        // The notes in it come after it, as those of a folder with its name.
        position = max(position, 0)
        let before = archived.count
        let name = archived[before - 1].note.title
        let outerTitle = visit.title
        visit.title = name
        _ = try visitFields(
            of: record.filtered(inner.keys.contains), &visit, at: path, depth: depth)
        visit.title = outerTitle
        if archived[before - 1].note.hasOwnTitle { keep(folder: name, ofNotesFrom: before) }
        return true
    }

    /// Collects the notes in an object that is none itself.
    private mutating func visitHolder(
        _ record: ArchivedRecord, kind: ArchiveVocabulary.Kind?, visit: inout Visit,
        at path: ArchivePath, depth: Int
    ) throws -> Bool {
        let before = archived.count
        let outerTitle = visit.title
        let name = record[.title].lazy.compactMap { [archive = visit.archive] in
            try? archive.string($0.value)
        }.first
        visit.title = name
        var (isDirect, keys) = try visitFields(of: record, &visit, at: path, depth: depth)
        visit.title = outerTitle
        if archived.count > before {
            // A note within an object of its own takes the other fields of that object.
            if isDirect, archived.count == before + 1 {
                var used = UsedKeys()
                let part = visit.decoder.part(record, place: path.description, used: &used)
                diagnostics += visit.decoder.takeDiagnostics()
                archived[before].note = archived[before].note.adding(part)
                archived[before].whole = path
                keys.formUnion(used.keys)
            }
            if !visit.archive.isPlain { keep(folder: name, ofNotesFrom: before) }
            reportFields(of: record, without: keys, visit: visit, at: path)
            return true
        }
        if kind == .note {
            // A blank note.
            try append(record, kind: kind, visit: &visit, at: path)
            return true
        }
        if record[.notes].contains(where: { visit.archive.isEmptyList($0.value) }) {
            // A folder of notes before the first one was written.
            mayBeEmpty = true
            return true
        }
        if depth == 0 {
            var used = UsedKeys()
            var part = visit.decoder.part(record, place: path.description, used: &used)
            part.diagnostics = visit.decoder.takeDiagnostics()
            if !part.isEmpty { self.part = part }
        }
        return false
    }

    /// Searches the fields of an object for notes. Returns true if none of the notes found are in a
    /// list, and the keys of the fields that hold notes, or objects that were read before or are
    /// ignored.
    private mutating func visitFields(
        of record: ArchivedRecord, _ visit: inout Visit, at path: ArchivePath, depth: Int
    ) throws -> (isDirect: Bool, keys: Set<String>) {
        var isDirect = true
        var keys: Set<String> = []
        let containers = Set(record[.notes].map(\.key))
        let inOrder = record.fields.map { (!containers.contains($0.key), SortKey($0.key), $0) }
            .sorted { ($0.0 ? 1 : 0, $0.1, $0.2.key) < ($1.0 ? 1 : 0, $1.1, $1.2.key) }
        let notesBefore = archived.count
        var faults: [(key: String, error: any Error)] = []
        for (_, _, field) in inOrder {
            let before = archived.count
            let isList = (try? visit.archive.array(field.value)) != nil
            do {
                if !isList, visit.archive.isCompound(field.value) { position += 1 }
                let isKnown = try visitValue(
                    field.value, visit: &visit, at: path.appending(.key(field.key)),
                    depth: depth + 1)
                if isKnown, !isList { keys.insert(field.key) }
            } catch {
                if error.isTooMuch { throw error }
                faults.append((field.key, error))
            }
            if archived.count > before {
                keys.insert(field.key)
                if isList { isDirect = false }
            }
        }
        // Damage matters only where notes are stored.
        for fault in faults where archived.count > notesBefore || containers.contains(fault.key) {
            report(
                .damagedObject, place: path.appending(.key(fault.key)).description,
                summary: "\(source.name): “\(fault.key)” \(fault.error); it was left out.")
        }
        return (isDirect, keys)
    }

    private mutating func append(
        _ record: ArchivedRecord, kind: ArchiveVocabulary.Kind?, visit: inout Visit,
        at path: ArchivePath
    ) throws {
        defer { diagnostics += visit.decoder.takeDiagnostics() }
        let note = try visit.decoder.note(record, index: max(position, 0), at: path)
        let isDeck = !visit.decoder.cards.isEmpty || note.deck != nil
        archived.append(
            CollectedNote(
                note: note, path: isDeck ? path.appending(.key(NotebinderKey.cards)) : path,
                keys: visit.decoder.keys, whole: path, cards: visit.decoder.cards))
        if kind == nil { taken.count(record, for: .note) }
    }

    private mutating func appendCard(
        _ record: ArchivedRecord, kind: ArchiveVocabulary.Kind?, visit: inout Visit,
        at path: ArchivePath
    ) {
        var name = "a card"
        if case .index(let index)? = path.steps.last { name = "entry \(index + 1), a card," }
        let card = visit.decoder.card(
            record, at: path, named: name, photosBefore: cards.last?.photosSoFar ?? 0)
        diagnostics += visit.decoder.takeDiagnostics()
        guard let card else { return }
        cards.append(card)
        if kind == nil { taken.count(record, for: .card) }
    }

    /// Adds a deck with the cards found so far, if there are any.
    ///
    /// - Parameters:
    ///   - path: The path of the list, or of a card outside of any list.
    ///   - index: The position of the deck among the notes of the source.
    private mutating func appendDeck(_ visit: Visit, at path: ArchivePath, index: Int) {
        guard !cards.isEmpty else { return }
        defer { cards = [] }
        var title = visit.title
        if title == nil, case .key(let key)? = path.steps.last, reading.vocabulary.isNameOfDeck(key)
        {
            title = key
        }
        let note = Note(
            deck: Deck(cards.map(\.card)), id: NoteID(source: source.name, index: index),
            title: title, created: cards.compactMap(\.created).min(),
            modified: cards.compactMap { $0.modified ?? $0.created }.max(),
            photos: cards.flatMap(\.photos))
        archived.append(
            CollectedNote(note: note, path: path, whole: path, cards: cards.map(\.place)))
    }

    /// Adds a note with its texts in an object of their own, reading both as one record.
    private mutating func appendNapkin(
        _ record: ArchivedRecord, visit: inout Visit, at path: ArchivePath
    ) throws {
        defer { diagnostics += visit.decoder.takeDiagnostics() }
        var fields = record.fields
        var textPath = path
        for field in record.fields {
            guard let inner = try visit.decoder.record(of: field.value),
                !inner[.title].isEmpty || !inner[.body].isEmpty
            else { continue }
            textPath = path.appending(.key(field.key))
            fields = inner.fields + fields.filter { $0.key != field.key }
            break
        }
        let whole = ArchivedRecord(
            classNames: record.classNames, fields: fields, vocabulary: reading.vocabulary)
        let note = try visit.decoder.note(whole, index: max(position, 0), at: path, isNapkin: true)
        archived.append(
            CollectedNote(note: note, path: textPath, keys: visit.decoder.keys, whole: path))
    }
}
