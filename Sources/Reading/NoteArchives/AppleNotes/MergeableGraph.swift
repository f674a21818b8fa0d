import NoteModel

/// Mergeable data of Apple Notes: a graph of objects that refer to each other by position, with
/// which several devices change a table at the same time.
///
/// References are followed along fixed paths, so that cycles cost nothing.
struct MergeableGraph {
    private let objects: [ProtobufMessage]
    private let keys: [String]
    private let types: [String]
    private let uuids: [ArraySlice<UInt8>]
    /// Any number of references may point to one large object.
    private let budget: AppleNotesBudget
    /// The maximum number of objects, names and UUIDs together.
    private static let maximumCount = 1_000_000

    /// The identity of a row, a column or another element.
    typealias UUID = [UInt8]

    /// - Parameter document: The inner message of a blob; see ``AppleNotesText/document(in:budget:)``.
    init(_ document: ProtobufMessage, budget: AppleNotesBudget) throws {
        self.budget = budget
        var (objects, keys, types): ([ProtobufMessage], [String], [String]) = ([], [], [])
        var uuids: [ArraySlice<UInt8>] = []
        var count = 0
        try document.forEachField { number, value in
            guard case .bytes(let bytes) = value else { return }
            count += 1
            guard count <= Self.maximumCount else { throw ProtobufMessage.ProtobufError() }
            switch number {
            case 3: objects.append(ProtobufMessage(bytes))
            case 4: keys.append(String(decoding: bytes, as: UTF8.self))
            case 5: types.append(String(decoding: bytes, as: UTF8.self))
            case 6: uuids.append(bytes)
            default: break
            }
        }
        (self.objects, self.keys, self.types, self.uuids) = (objects, keys, types, uuids)
    }

    // MARK: - Objects

    /// An object with a type of the app, and its values by the names of their keys.
    struct Custom {
        let type: String
        let values: [String: ProtobufMessage]
    }

    /// Returns the object to which a reference points; nil for a plain value, and for a position
    /// that does not exist.
    func object(_ reference: ProtobufMessage?) throws -> ProtobufMessage? {
        guard let position = try reference?.integer(6), objects.indices.contains(position) else {
            return nil
        }
        try budget.spend(objects[position].size)
        return objects[position]
    }

    /// Returns what an object says about itself; nil for an object of another kind.
    func custom(_ object: ProtobufMessage?) throws -> Custom? {
        guard let custom = try object?.message(13), let type = try custom.integer(1),
            types.indices.contains(type)
        else { return nil }
        // To read the values of an object takes longer than to find them.
        try budget.spend(8 * custom.size)
        var values: [String: ProtobufMessage] = [:]
        for entry in try custom.messages(3) {
            guard let key = try entry.integer(1), keys.indices.contains(key),
                let value = try entry.message(2)
            else { continue }
            values[keys[key]] = values[keys[key]] ?? value
        }
        return Custom(type: types[type], values: values)
    }

    /// Returns the objects of a type, given by the last part of its name.
    private func customs(ofType type: String) throws -> [Custom] {
        try objects.compactMap(custom).filter { $0.type.hasSuffix("." + type) }
    }

    /// Returns the value of a reference: that of the register to which it points, if it does.
    private func value(_ reference: ProtobufMessage?) throws -> ProtobufMessage? {
        try object(reference)?.message(1)?.message(2) ?? reference
    }

    /// Returns the text of a reference, directly or in a register; nil if it has none.
    func text(_ reference: ProtobufMessage?) throws -> String? {
        let value = try value(reference)
        return try value?.text(4) ?? custom(try object(value))?.values["self"]?.text(4)
    }

    /// Returns the number of a reference, directly or in a register; nil if it has none that is
    /// finite.
    func double(_ reference: ProtobufMessage?) throws -> Double? {
        let value = try value(reference)
        let bits =
            try value?.number(3) ?? custom(try object(value))?.values["doubleValue"]?.number(3)
        return bits.map { Double(bitPattern: $0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    private func uuid(_ reference: ProtobufMessage?) throws -> UUID? {
        guard let custom = try custom(try object(reference)),
            let index = try custom.values["UUIDIndex"]?.integer(2), uuids.indices.contains(index)
        else { return nil }
        return Array(uuids[index])
    }

    /// Returns the values of a dictionary by their keys. Of two equal keys the first counts.
    func dictionary(_ message: ProtobufMessage?) throws -> [UUID: ProtobufMessage] {
        var values: [UUID: ProtobufMessage] = [:]
        for entry in try message?.messages(1) ?? [] {
            guard let key = try uuid(entry.message(1)), let value = try entry.message(2) else {
                continue
            }
            values[key] = values[key] ?? value
        }
        return values
    }

    /// Returns the elements of an ordered set: those of its array that are alive, in the order of
    /// the array, each by the identity that it has elsewhere. An element that several people moved
    /// is in the array twice; its first place counts.
    func orderedSet(_ reference: ProtobufMessage?) throws -> [UUID] {
        guard let set = try object(reference)?.message(16), let ordering = try set.message(1) else {
            throw ProtobufMessage.ProtobufError()
        }
        let alive = try dictionary(set.message(2))
        let identities = try dictionary(ordering.message(2))
        var seen: Set<UUID> = []
        return try (ordering.message(1)?.messages(2) ?? []).compactMap { place in
            guard let place = try place.data(2).map({ Array($0) }), alive[place] != nil,
                let identity = try uuid(identities[place]), seen.insert(identity).inserted
            else { return nil }
            return identity
        }
    }
}

// MARK: - Tables

extension MergeableGraph {
    private static let (maximumColumns, maximumCells) = (1_000, 100_000)
    /// The maximum size of all cells of a table in bytes, which may share their texts.
    private static let maximumCellBytes = 16 << 20

    /// Returns the cells of a table by row, in its logical order; nil for an empty cell.
    ///
    /// - Throws: ``ProtobufMessage/ProtobufError`` for data that is no table, or one that is too
    ///   large to be shown.
    func table() throws -> [[AppleNotesText?]] {
        guard let table = try customs(ofType: "ICTable").first else {
            throw ProtobufMessage.ProtobufError()
        }
        let rows = try orderedSet(table.values["crRows"])
        let columns = try orderedSet(table.values["crColumns"])
        guard !rows.isEmpty, !columns.isEmpty, columns.count <= Self.maximumColumns,
            rows.count * columns.count <= Self.maximumCells
        else { throw ProtobufMessage.ProtobufError() }
        let content = try dictionary(try object(table.values["cellColumns"])?.message(6))
        // Columns of hostile data may share their cells.
        var known: [Int: [UUID: ProtobufMessage]] = [:]
        let cells = try columns.map { column -> [UUID: ProtobufMessage] in
            guard let position = try content[column]?.integer(6) else { return [:] }
            let cells =
                try known[position] ?? dictionary(try object(content[column])?.message(6))
            known[position] = cells
            return cells
        }
        var left = Self.maximumCellBytes
        return try rows.map { row in
            try cells.map { column in
                guard let cell = try object(column[row])?.message(10) else { return nil }
                left -= cell.size
                guard left >= 0 else { throw ProtobufMessage.ProtobufError() }
                return try AppleNotesText(cell)
            }
        }
    }
}

// MARK: - Galleries

extension MergeableGraph {
    /// Returns the identifiers of the pages of a scan, in their order.
    func gallery() throws -> [String] {
        var pages: [(identifier: String, place: Int)] = []
        for list in try objects.compactMap({ try $0.message(5) }).prefix(1) {
            for entry in try list.messages(1) {
                guard let identifier = try text(entry.message(2)) else { continue }
                let place = try object(entry.message(4)?.message(2))?.message(9)?.message(1)
                pages.append((identifier, try place?.integer(2) ?? .max))
            }
        }
        // Pages in one place keep their order.
        return pages.enumerated().sorted {
            ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
        }.map(\.element.identifier)
    }
}

// MARK: - Transcripts

extension MergeableGraph {
    /// The duration in milliseconds from which the end of a sentence ends a cue.
    private static let usualDuration = 8_000

    /// Returns the transcript of a recording, of which each word is an object; nil if there is none.
    func transcript() throws -> Transcript? {
        var words: [(start: Int, end: Int, speaker: String?, text: String)] = []
        for segment in try customs(ofType: "ICTTTranscriptSegment") {
            guard let text = try text(segment.values["text"]),
                let start = try milliseconds(segment.values["timestamp"])
            else { continue }
            let duration = try milliseconds(segment.values["duration"]) ?? 0
            let speaker = try self.text(segment.values["speaker"])?
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            words.append(
                (
                    start, min(start + duration, Transcript.maximumTime),
                    speaker?.isEmpty == false ? speaker : nil, text
                ))
        }
        words = words.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }.map(\.element)
        var cues: [Transcript.Cue] = []
        var (spoken, start) = ("", 0)
        for (position, word) in words.enumerated() {
            if spoken.isEmpty { start = word.start }
            // Words of calls begin with a space, those of imported sound do not.
            let isApart = spoken.last?.isWhitespace ?? true || word.text.first?.isWhitespace ?? true
            spoken += (isApart ? "" : " ") + word.text
            let next = position + 1 < words.count ? words[position + 1] : nil
            let isLong = word.end - start >= Self.usualDuration
            let endsSentence = word.text.trimmed.last.map { ".?!。？！".contains($0) } ?? false
            guard
                next == nil || next?.speaker != word.speaker || spoken.hasSuffix("\n\n")
                    || isLong && endsSentence
            else { continue }
            let text = spoken.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !text.isEmpty {
                cues.append(
                    Transcript.Cue(
                        start: start, end: max(start, word.end), speaker: word.speaker, text: text))
            }
            spoken = ""
        }
        return cues.isEmpty ? nil : Transcript(cues: cues)
    }

    private func milliseconds(_ reference: ProtobufMessage?) throws -> Int? {
        try double(reference).flatMap { seconds in
            let milliseconds = (seconds * 1_000).rounded()
            return (0...Double(Transcript.maximumTime)).contains(milliseconds)
                ? Int(milliseconds) : nil
        }
    }
}
