import BuildPipeline
import Hashing
import NoteEditing
import NoteModel
import Orthography
import Platform
import Synchronization

/// The list of notes: sorted, searched, and divided into parts that a page can show at once.
final class NoteList: Sendable {
    /// The orders in which the notes are listed.
    enum Order: String {
        case title, date, oldest
        /// The owner's order.
        case order
    }

    /// The results of computations for the notes of a revision.
    private struct Computed {
        var revision = -1
        var orders: [Order: [Int]] = [:]
        /// The results for each note, by its opaque identifier.
        var notes: [String: ComputedNote] = [:]
    }

    private struct ComputedNote {
        let fingerprint: Fingerprint
        let title: SortKey
        /// The text for searching; nil until the first search.
        var folded: [UInt8]?
    }

    private let language: String
    /// Returns the date of a note as the site shows it.
    private let date: @Sendable (Note) -> String?
    private let computed = Mutex(Computed())

    /// The maximum number of unread files in a reply.
    private static let maximumUnread = 200
    private static let excerptLength = 120

    /// - Parameter language: The language tag by which titles are sorted.
    init(language: String, date: @escaping @Sendable (Note) -> String?) {
        (self.language, self.date) = (language, date)
    }

    /// Returns a part of the list as JSON.
    ///
    /// - Parameters:
    ///   - search: A text in titles, texts or captions, whose case and accents are ignored; empty
    ///     for all notes.
    ///   - first: The position of the first note of the part, from 0.
    ///   - count: The number of notes of the part, as far as there are so many.
    func json(
        _ state: NotebookState, order: Order, search: String, from first: Int, count: Int
    ) -> JSONValue {
        var positions = positions(in: state, order: order)
        let wanted = Array(TermCutter.folded(search.trimmed).utf8)
        if !wanted.isEmpty {
            positions = positions.filter { contains(wanted, note: $0, of: state) }
        }
        let part = positions.dropFirst(first).prefix(count)
        return .object([
            ("revision", .integer(state.revision)), ("total", .integer(positions.count)),
            ("all", .integer(state.notes.count)),
            ("unread", .array(state.unread.prefix(Self.maximumUnread).map { .string($0) })),
            ("notes", .array(part.map { row($0, of: state) })),
        ])
    }

    private func row(_ position: Int, of state: NotebookState) -> JSONValue {
        let note = state.notes[position].note
        return .object([
            ("id", .string(state.notes[position].identifier)), ("title", .string(note.title)),
            ("kind", .string(note.kind.rawValue)),
            ("date", .string(date(note))),
            ("excerpt", .string(Self.excerpt(of: note))), ("photos", .integer(note.photos.count)),
            ("cards", note.deck.map { .integer($0.cards.count) } ?? .null),
            ("pages", .integer(note.pages.count)),
            (
                "thumbnail",
                (note.thumbnail ?? note.listedPhotos.first).map { .integer($0) } ?? .null
            ),
        ])
    }

    private func positions(in state: NotebookState, order: Order) -> [Int] {
        computed.withLock { computed in
            update(&computed, to: state)
            if let known = computed.orders[order] { return known }
            let notes = state.notes
            let sorted: [Int]
            switch order {
            case .order:
                // It can change without the notes.
                return NotesOrder(of: state.folder).positions(of: notes.map(\.note.id))
            case .title:
                let keys = notes.compactMap { computed.notes[$0.identifier]?.title }
                sorted = notes.indices.sorted {
                    keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1
                }
            case .date, .oldest:
                let dates = notes.map { $0.note.lastChanged ?? .distantPast }
                let byDate = notes.indices.sorted {
                    dates[$0] != dates[$1] ? dates[$0] > dates[$1] : $0 < $1
                }
                sorted = order == .date ? byDate : byDate.reversed()
            }
            computed.orders[order] = sorted
            return sorted
        }
    }

    /// Keeps what was computed for the notes that did not change.
    private func update(_ computed: inout Computed, to state: NotebookState) {
        guard computed.revision != state.revision else { return }
        var notes: [String: ComputedNote] = [:]
        notes.reserveCapacity(state.notes.count)
        for row in state.notes {
            let known = computed.notes[row.identifier]
            notes[row.identifier] =
                known?.fingerprint == row.fingerprint
                ? known
                : ComputedNote(
                    fingerprint: row.fingerprint,
                    title: SortKey(row.note.title, language: language))
        }
        computed = Computed(revision: state.revision, notes: notes)
    }

    private func contains(_ wanted: [UInt8], note position: Int, of state: NotebookState) -> Bool {
        let (note, identifier) = (state.notes[position].note, state.notes[position].identifier)
        let known = computed.withLock {
            $0.revision == state.revision ? $0.notes[identifier]?.folded : nil
        }
        let text = known ?? Array(TermCutter.folded(Self.text(of: note)).utf8)
        if known == nil {
            computed.withLock {
                if $0.revision == state.revision { $0.notes[identifier]?.folded = text }
            }
        }
        return text.withUnsafeBufferPointer { text in
            wanted.withUnsafeBufferPointer { text.contains(bytes: $0) }
        }
    }

    private static func text(of note: Note) -> String {
        ([note.title] + note.texts + note.photos.compactMap(\.caption)).joined(separator: "\n")
    }

    /// Returns the first words of a note: of a deck those of its first question.
    private static func excerpt(of note: Note) -> String {
        let text = note.deck?.cards.first?.question ?? note.body
        let line = text.split(whereSeparator: \.isNewline).map { $0.drop { "#> ".contains($0) } }
            .first { !$0.isEmpty && $0 != note.title }
        return line.map { String($0.prefix(excerptLength)) } ?? ""
    }
}
