import KeyedArchives
import LocalFiles
package import NoteArchives
package import NoteModel
import Platform

/// The owner's order of the notes of all files, which the notes folder keeps in the hidden file
/// `.order.json`: an array of the names of sources.
///
/// The first occurrence of a name stands for the first note of that file, the second one for the
/// second note, and so on. So the order within a file is always that of its app.
package struct NotesOrder {
    private var sources: [String]
    private let file: String

    /// Reads the order of a folder; an empty one if there is none or it cannot be read.
    package init(of folder: NotesFolder) {
        file = folder.path + "/.order.json"
        // A symbolic link would lead elsewhere.
        guard let status = try? LocalFiles.status(file, followingLinks: false), status.isFile,
            status.size <= Self.maximumLength, let bytes = try? LocalFiles.read(file),
            let names = try? JSONDecoder().decode([String].self, from: Data(bytes))
        else {
            sources = []
            return
        }
        sources = names
    }

    /// The maximum size of the file in bytes; far more than the names of a folder need.
    private static let maximumLength = 16 << 20

    /// True if the owner has changed the order.
    package var isOwn: Bool { !sources.isEmpty }

    /// Returns the positions of notes in the owner's order. Notes that it does not name come last.
    ///
    /// - Parameter notes: The notes, sorted by their places in the files.
    package func positions(of notes: [NoteID]) -> [Int] {
        guard !sources.isEmpty else { return Array(notes.indices) }
        return places(of: notes).compactMap(\.position)
    }

    /// Returns the names of the order, with the positions of their notes; nil for a name whose note
    /// is absent, such as one in the trash.
    fileprivate func places(of notes: [NoteID]) -> [(source: String, position: Int?)] {
        var next: [String: Range<Int>] = [:]
        for (position, note) in notes.enumerated() {
            next[note.source] = (next[note.source]?.lowerBound ?? position)..<position + 1
        }
        var named: Set<Int> = []
        var places: [(source: String, position: Int?)] = sources.map { source in
            guard let position = next[source]?.first else { return (source, nil) }
            next[source]?.removeFirst()
            named.insert(position)
            return (source, position)
        }
        for position in notes.indices where !named.contains(position) {
            places.append((notes[position].source, position))
        }
        return places
    }

    /// - Parameter count: The number of notes of the file afterwards.
    fileprivate mutating func change(
        _ source: String, at index: Int, isRemoved: Bool, count: Int
    ) throws {
        let own = sources.indices.filter { sources[$0] == source }
        // The last name keeps the place of a file without notes, to which they may return.
        if isRemoved, own.count > 1, own.indices.contains(index) {
            sources.remove(at: own[index])
        } else if !isRemoved, let last = own.last, own.count < count {
            sources.insert(source, at: own.indices.contains(index) ? own[index] : last + 1)
        } else {
            return
        }
        try write()
    }

    /// Records the order of notes.
    ///
    /// - Parameters:
    ///   - names: The sources of all notes in the owner's order.
    ///   - isUsual: True if that is the order of the files, which needs no record.
    fileprivate mutating func set(_ names: [String], isUsual: Bool) throws {
        sources = names
        if isUsual { try LocalFiles.remove(file) } else { try write() }
    }

    private func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(sources) else { return }
        try LocalFiles.replaceDurably(file, bytes: Array(json))
    }
}

extension NotesEditor {
    /// Moves a note to the place of another one in the owner's order.
    ///
    /// - Parameters:
    ///   - id: The note to move.
    ///   - other: The note whose place it takes; the notes between them move up or down.
    /// - Throws: ``UserError`` if a note would pass another one of its file, and both are not
    ///   members of one list, or if the file has changed since it was read.
    package func move(_ id: NoteID, to other: NoteID) throws {
        let notes = notebook.notes.map(\.id)
        var order = NotesOrder(of: folder)
        var places = order.places(of: notes)
        func place(of id: NoteID) -> Int? {
            places.firstIndex { $0.position.map { notes[$0] == id } ?? false }
        }
        guard id != other, let start = place(of: id), let end = place(of: other) else { return }
        places.insert(places.remove(at: start), at: end)
        let own = notes.filter { $0.source == id.source }
        let rank = places[..<end].count { $0.source == id.source && $0.position != nil }
        if own[rank] != id { try moveInFile(id, to: own[rank]) }
        guard !folder.isSingleFile else { return }
        let names = places.map(\.source)
        try order.set(names, isUsual: names == notes.map(\.source))
    }

    /// Keeps the places of other notes when one is taken out of a file that holds others, or put
    /// back into it. What was changed in the notes stays changed if this fails.
    ///
    /// - Parameter index: The position of the note in the file, from 0.
    func changeOrder(_ source: String, at index: Int, isRemoved: Bool) {
        var order = NotesOrder(of: folder)
        let count = notebook.notes.count { $0.id.source == source } + (isRemoved ? -1 : 1)
        try? order.change(source, at: index, isRemoved: isRemoved, count: count)
    }

    /// Moves a note to the place of another one in the list of their file, which is the owner's
    /// order in apps that keep all notes in one file.
    private func moveInFile(_ id: NoteID, to other: NoteID) throws {
        let draft = try draft(of: id)
        let bytes = try draft.moved(to: other)
        try requireUnchanged(draft.archive)
        try LocalFiles.replaceDurably(draft.archive.file, bytes: bytes)
    }
}

extension NoteDraft {
    /// Returns the archive with the note in the place of another one of its list.
    fileprivate func moved(to other: NoteID) throws -> [UInt8] {
        guard let target = collector.archived.firstIndex(where: { $0.note.id == other }),
            let from = ListPosition(whole),
            let to = ListPosition(collector.archived[target].whole), from.list == to.list,
            let start = from.index, let end = to.index, let list = editor.place(at: from.list),
            var members = editor.members(of: list)
        else {
            throw UserError(
                "\(note.id.text) and \(other.text) are not in the same list, so their order cannot be changed."
            )
        }
        members.insert(members.remove(at: start), at: end)
        var draft = self
        draft.editor.setMembers(members, of: list)
        var expected = collector.notes
        expected.insert(expected.remove(at: index), at: target)
        return try draft.bytes(holding: expected)
    }
}
