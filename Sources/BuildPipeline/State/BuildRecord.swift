import ContentHashing
import Diagnostics
import LocalFiles
import NoteModel
import OutputPlan

import struct Foundation.Date

/// The record of the last successful build: fingerprints of its inputs and outputs, what was reported,
/// and what the notes were.
struct BuildRecord: Sendable {
    /// Nil where a change might not show, so that the next run has to look closer.
    var inputs: Fingerprint?
    var outputs: Fingerprint
    /// Inputs whose trees were taken back: they are not published a second time.
    var heldInputs: Fingerprint?
    /// Inputs of what was published, also where a change of them might not show.
    var builtInputs: Fingerprint?
    /// The rules by which notes were excluded.
    var exclusions: [String]
    var isComplete: Bool
    /// Whether the hook for what was published has still to go well.
    var owesHook: Bool
    /// When trees were published last.
    var published: Date?
    var noteCount: Int
    var problemCount: Int
    /// The fingerprints of what every file is made with.
    var program: String
    var templates: Fingerprint
    var settings: [String]
    /// Paths of files that are checked again, changed or not; see ``OutputValidator/filesToRecheck``.
    var filesToRecheck: [String]
    /// The diagnostics that were reported.
    var diagnostics: Set<Fingerprint>
    /// The states of the notes, decoded when they are needed.
    var notes: Notes

    enum Notes: Sendable {
        /// As ``BuildRecord/WrittenNotes`` has them.
        case made([UInt8])
        case read(ByteReader)
    }

    /// What can be different of a note.
    struct NoteState: Sendable, Hashable {
        let title: String
        let text: Fingerprint
        let whole: Fingerprint
    }

    private static let name = "build-record"
    private static let header = "notebinder build record 2"

}

extension BuildRecord {
    /// Nil where there was none, or what it left is lost.
    init?(in records: String) {
        guard let bytes = try? LocalFiles.read(records + "/" + Self.name) else { return nil }
        var reader = ByteReader(bytes)
        guard let run = try? BuildRecord(from: &reader) else { return nil }
        self = run
    }

    /// What the notes were, with their identities; nil where that is lost.
    var noteStates: [(identity: String, state: NoteState)]? {
        guard let bytes = writtenNotes else { return nil }
        var reader = ByteReader(bytes)
        return try? reader.list { reader throws(BinaryDecodingError) in
            (try reader.string(), try Self.state(from: &reader))
        }
    }

    private static func state(from reader: inout ByteReader) throws(BinaryDecodingError)
        -> NoteState
    {
        NoteState(title: try reader.string(), text: try reader.value(), whole: try reader.value())
    }

    /// Nil where they are not what was written.
    private var writtenNotes: [UInt8]? {
        switch notes {
        case .made(let bytes): return bytes
        case .read(var reader):
            guard let bytes = try? reader.byteArray(),
                let digest: ContentDigest = try? reader.value(),
                reader.isAtEnd, digest == ContentDigest(of: bytes)
            else { return nil }
            return bytes
        }
    }

    /// What the notes are, as the next run reads it.
    struct WrittenNotes: Sendable {
        private(set) var bytes: [UInt8]
        /// Where what is told of each note ends.
        private var ends: [Int] = []

        /// - Parameter states: Of the same notes.
        init(_ notes: [Note], _ states: [NoteState]) {
            var writer = ByteWriter(capacity: notes.count * 160)
            writer.write(notes.count)
            ends.append(writer.bytes.count)
            for (index, state) in states.enumerated() {
                writer.write(notes[index].identity ?? "")
                writer.write(state.title)
                writer.write(state.text)
                writer.write(state.whole)
                ends.append(writer.bytes.count)
            }
            bytes = writer.bytes
        }

        /// What is told of a note.
        fileprivate subscript(index: Int) -> ArraySlice<UInt8> {
            bytes[ends[index]..<ends[index + 1]]
        }
    }

    /// Notes that are others than they were, by their places, with what they were; nil where not
    /// the very same notes stand in the same order.
    func changedInPlace(
        _ notes: [Note], _ written: WrittenNotes
    ) -> [(note: Int, old: NoteState)]? {
        guard let bytes = writtenNotes else { return nil }
        var reader = ByteReader(bytes)
        guard (try? reader.int()) == notes.count else { return nil }
        var changed: [(note: Int, old: NoteState)] = []
        for index in notes.indices where !reader.skip(written[index]) {
            guard let identity = try? reader.string(), identity == notes[index].identity,
                let old = try? Self.state(from: &reader)
            else { return nil }
            changed.append((index, old))
        }
        return changed
    }

    /// - Throws: ``FileError``.
    func write(in records: String) throws(FileError) {
        var writer = ByteWriter()
        write(to: &writer)
        let path = records + "/" + Self.name
        if (try? LocalFiles.read(path)) == writer.bytes { return }
        try LocalFiles.replace(path, writer.bytes)
        // The record of versions that named it so.
        try? LocalFiles.remove(records + "/last-run")
    }
}

extension BuildRecord: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.write(Self.header)
        writer.write(inputs)
        writer.write(outputs)
        writer.write(heldInputs)
        writer.write(builtInputs)
        writer.write(exclusions)
        writer.write(isComplete)
        writer.write(owesHook)
        writer.write(published) { $0.write($1.timeIntervalSince1970) }
        writer.write(noteCount)
        writer.write(problemCount)
        writer.write(program)
        writer.write(templates)
        writer.write(settings)
        writer.write(filesToRecheck)
        writer.write(diagnostics.sorted())
        let notes = writtenNotes ?? []
        writer.write(notes)
        writer.write(ContentDigest(of: notes))
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        guard try reader.string() == Self.header else { throw BinaryDecodingError() }
        inputs = try reader.optionalValue()
        outputs = try reader.value()
        heldInputs = try reader.optionalValue()
        builtInputs = try reader.optionalValue()
        exclusions = try reader.strings()
        isComplete = try reader.bool()
        owesHook = try reader.bool()
        published = try reader.optional { reader throws(BinaryDecodingError) in
            Date(timeIntervalSince1970: try reader.double())
        }
        noteCount = try reader.int()
        problemCount = try reader.int()
        program = try reader.string()
        templates = try reader.value()
        settings = try reader.strings()
        filesToRecheck = try reader.strings()
        diagnostics = Set(try reader.values())
        // Most runs change nothing, and do not ask what the notes were.
        notes = .read(reader)
    }
}

extension Diagnostic {
    /// Tells it from others, whenever it is found.
    var key: Fingerprint {
        var parts = Fingerprinter("diagnostic")
        parts.add([identifier.rawValue, summary, suggestion])
        return parts.fingerprint
    }
}
