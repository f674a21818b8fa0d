import LocalFiles
import NoteArchives
import OutputPlan
import StoredValues

import struct Foundation.TimeZone

/// What was read from sources in earlier runs: those of a part none of which has been touched since,
/// and which find beside them what they found then, are not read again.
struct SourceMemory: Sendable {
    private let memory: RunMemory
    private let folder: NotesFolder
    private let base: ContentKey
    private let start = FileStatus.now
    /// Of files by the bytes of their names.
    private let seen: [[UInt8]: FileMoment]

    /// - Parameter seen: Files of the folder, as they looked when the run began.
    init(
        _ memory: RunMemory, folder: NotesFolder, reading: ReadingOptions, seen: SeenFiles
    ) {
        self.memory = memory
        self.folder = folder
        self.seen = seen.moments
        var parts = KeyParts("source")
        parts.add(ProgramVersion.build)
        parts.add(reading.timeZone.identifier)
        parts.add(reading.vocabulary.ownNames)
        base = parts.key
    }

    /// The outcomes of sources, in their order.
    ///
    /// Sources are remembered by parts: looking for one thing among many takes longer than reading a
    /// few dozen small files again when one of them has changed.
    ///
    /// - Parameters:
    ///   - counter: Of the sources that are done.
    ///   - read: Reads one, looking for its photos in the folder that it is handed.
    func outcomes(
        of sources: [NotesFolder.SourceFile], width: Int, _ counter: BuildProgress.Counter,
        _ read: @Sendable (NotesFolder.SourceFile, NotesFolder) -> SourceOutcome
    ) throws -> [ReadSource] {
        // Links were not followed, and lead to other files than those that were seen.
        let moments = try sources.concurrentMap(width: width) {
            seen[Array($0.name.utf8)] ?? (try? FileMoment($0.path))
        }
        return try Self.parts(of: sources, moments).concurrentMap(width: width, grain: 1) { part in
            defer { for _ in part { counter.advance() } }
            return outcomes(of: sources[part], moments[part], read)
        }.flatMap(\.self)
    }

    private func outcomes(
        of sources: ArraySlice<NotesFolder.SourceFile>, _ moments: ArraySlice<FileMoment?>,
        _ read: (NotesFolder.SourceFile, NotesFolder) -> SourceOutcome
    ) -> [ReadSource] {
        var parts = KeyParts("sources")
        parts.add(base)
        for (source, moment) in zip(sources, moments) {
            parts.add(source.name)
            parts.add(source.path)
            parts.add(moment != nil)
            moment?.add(to: &parts)
        }
        let key = parts.key
        var remembered: [Remembered?] = []
        if var reader = memory.value(key) {
            let known = try? reader.list { reader throws(UnreadableValue) in
                try reader.optionalValue(Remembered.self)
            }
            if let known, known.count == sources.count { remembered = known }
        }
        var isNew = remembered.isEmpty
        if isNew { remembered = sources.map { _ in nil } }
        let outcomes = zip(sources, moments).enumerated().map { place, entry -> ReadSource in
            let (source, moment) = entry
            if let known = remembered[place], folder.agrees(with: known.lookups) {
                return known.read
            }
            let lookups = FolderLookups()
            let outcome = read(source, folder.recording(in: lookups))
            guard memory.isWritten else { return ReadSource(outcome: outcome, digests: []) }
            let read = ReadSource(outcome: outcome, digests: outcome.notes.map(NoteDigest.init))
            // Its photos are others, or it was not yet at rest.
            let canBeStored = outcome.canBeStored && moment?.isSettled(before: start) == true
            if canBeStored || remembered[place] != nil { isNew = true }
            remembered[place] =
                canBeStored ? Remembered(read: read, lookups: lookups.all) : nil
            return read
        }
        if isNew, remembered.contains(where: { $0 != nil }) {
            var writer = ByteWriter()
            writer.write(list: remembered) { $0.write($1) }
            memory.keep(key, writer.bytes)
        }
        return outcomes
    }

    private static let (smallestPart, largestPart) = (32, 128)
    /// In bytes: what is larger is read again with few others.
    private static let mostBytes = 1 << 20

    private static func parts(
        of sources: [NotesFolder.SourceFile], _ moments: [FileMoment?]
    ) -> [Range<Int>] {
        sources.indices.parts(least: smallestPart, most: largestPart) { sources[$0].name.utf8 }
            .flatMap { part in
                var parts: [Range<Int>] = []
                var (start, size) = (part.lowerBound, 0)
                for index in part {
                    let bytes = moments[index]?.status.size ?? 0
                    if index > start, size + bytes > mostBytes {
                        parts.append(start..<index)
                        (start, size) = (index, 0)
                    }
                    size += bytes
                }
                return parts + [start..<part.upperBound]
            }
    }

    private struct Remembered: StoredValue {
        let read: ReadSource
        let lookups: [FolderLookup]

        init(read: ReadSource, lookups: [FolderLookup]) {
            self.read = read
            self.lookups = lookups
        }

        func write(to writer: inout ByteWriter) {
            writer.write(lookups)
            writer.write(read.outcome)
            writer.write(read.digests)
        }

        init(from reader: inout ByteReader) throws(UnreadableValue) {
            lookups = try reader.values()
            read = ReadSource(outcome: try reader.value(), digests: try reader.values())
        }
    }
}

/// What was read from a source.
final class ReadSource: Sendable {
    let outcome: SourceOutcome
    /// Of its notes; none where nothing is remembered.
    let digests: [NoteDigest]

    /// Whether notes are all that is to be told of it.
    let isPlain: Bool

    /// Whether what it is depends on the sources beside it.
    let isOfSeveral: Bool

    init(outcome: SourceOutcome, digests: [NoteDigest]) {
        self.outcome = outcome
        self.digests = digests
        var isPlain = outcome.diagnostics.isEmpty && outcome.unread.isEmpty
        if case .read = outcome.result {} else { isPlain = false }
        self.isPlain = isPlain
        isOfSeveral = outcome.part != nil || outcome.isEmptyList
    }
}

/// What tells one state of a file from another: its size, its inode, and when its content and
/// anything else of it were changed last.
struct FileMoment: Sendable {
    let status: FileStatus
    private let changed: Int64

    init(status: FileStatus, changed: Int64) {
        (self.status, self.changed) = (status, changed)
    }

    /// - Throws: ``FileError``; nothing at the path is one.
    init(_ path: String) throws(FileError) {
        (status, changed) = try LocalFiles.statusAndChange(of: path)
    }

    /// Whether a change after a moment would show.
    func isSettled(before start: Int64) -> Bool {
        FileStatus.isSettled(max(changed, status.modified), before: start)
    }

    func add(to parts: inout KeyParts) {
        parts.add(status.size)
        parts.add(Int(truncatingIfNeeded: status.inode))
        parts.add(Int(status.modified))
        parts.add(Int(changed))
    }
}
