import LocalFiles
import NoteArchives
import OutputPlan
import StoredValues

import struct Foundation.Date

/// What was read from sources in earlier runs: a source that has not been touched since, and finds
/// beside it what it found then, is not read again.
struct SourceMemory: Sendable {
    private let memory: RunMemory
    private let folder: NotesFolder
    private let base: ContentKey
    private let start = FileMoment.now

    init(_ memory: RunMemory, folder: NotesFolder, reading: ReadingOptions) {
        self.memory = memory
        self.folder = folder
        var parts = KeyParts("source")
        parts.add(ProgramVersion.build)
        parts.add(reading.timeZone.identifier)
        parts.add(reading.vocabulary.ownNames)
        base = parts.key
    }

    /// The outcome of a source.
    ///
    /// - Parameter read: Reads it, looking for its photos in the folder that it is handed.
    func outcome(
        of source: NotesFolder.SourceFile, _ read: (NotesFolder) -> SourceOutcome
    ) -> SourceOutcome {
        guard let moment = try? FileMoment(source.path) else { return read(folder) }
        var parts = KeyParts("source")
        parts.add(base)
        parts.add(source.name)
        parts.add(source.path)
        moment.add(to: &parts)
        if var reader = memory.value(parts.key),
            let remembered = try? reader.value(Remembered.self),
            folder.agrees(with: remembered.lookups)
        {
            return remembered.outcome
        }
        let lookups = FolderLookups()
        let outcome = read(folder.recording(in: lookups))
        if outcome.canBeStored, moment.isSettled(before: start) {
            var writer = ByteWriter()
            writer.write(Remembered(outcome: outcome, lookups: lookups.all))
            memory.keep(parts.key, writer.bytes)
        }
        return outcome
    }

    private struct Remembered: StoredValue {
        let outcome: SourceOutcome
        let lookups: [FolderLookup]

        init(outcome: SourceOutcome, lookups: [FolderLookup]) {
            self.outcome = outcome
            self.lookups = lookups
        }

        func write(to writer: inout ByteWriter) {
            writer.write(lookups)
            writer.write(outcome)
        }

        init(from reader: inout ByteReader) throws(UnreadableValue) {
            lookups = try reader.values()
            outcome = try reader.value()
        }
    }
}

/// What tells one state of a file from another: its size, its inode, and when its content and
/// anything else of it were changed last.
struct FileMoment: Sendable {
    let status: FileStatus
    private let changed: Int64

    /// - Throws: ``FileError``; nothing at the path is one.
    init(_ path: String) throws(FileError) {
        (status, changed) = try LocalFiles.statusAndChange(of: path)
    }

    /// Nanoseconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }

    /// Clocks of file systems are coarse: what was changed just before it was read may be changed
    /// once more without showing it.
    private static let longestTick: Int64 = 2_000_000_000

    /// Whether a change after a moment would show.
    func isSettled(before start: Int64) -> Bool {
        Self.isSettled(max(changed, status.modified), before: start)
    }

    static func isSettled(_ changed: Int64, before start: Int64) -> Bool {
        changed < start - longestTick
    }

    func add(to parts: inout KeyParts) {
        parts.add(status.size)
        parts.add(Int(truncatingIfNeeded: status.inode))
        parts.add(Int(status.modified))
        parts.add(Int(changed))
    }
}
