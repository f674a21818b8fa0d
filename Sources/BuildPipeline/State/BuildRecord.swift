import ContentHashing
import Diagnostics
import LocalFiles
import NoteModel
import OutputChecks
import OutputPlan

import struct Foundation.Date

/// The record of the last successful build: the fingerprints of its inputs and outputs, the
/// reported diagnostics, and the states of the notes.
struct BuildRecord: Sendable {
    /// The fingerprint of the inputs; nil if a later change might not show in it, so that the next
    /// run has to read the sources.
    var inputs: Fingerprint?
    var outputs: Fingerprint
    /// The fingerprint of the inputs whose trees were rolled back; they are not published again.
    var heldInputs: Fingerprint?
    /// The fingerprint of the inputs of the build, even if a later change might not show in it.
    var builtInputs: Fingerprint?
    /// The exclusion rules of the build as texts. If they differ later, earlier generations are
    /// deleted; what a rule hides that is gone is not published unless the owner asks for it.
    var exclusions: [String]
    /// The identifiers of the notes that were excluded; what was published earlier may contain any
    /// others.
    var excluded: Set<String>
    var isComplete: Bool
    /// True if the hook for a publication failed and has to be run again, even if nothing else has
    /// changed.
    var owesHook: Bool
    /// The date of the last publication, which may be that of an earlier build; nil if there was
    /// none.
    var published: Date?
    var noteCount: Int
    var problemCount: Int
    /// The build of the program; see ``ProgramVersion/build``. This, the templates and the settings
    /// go into every file.
    var program: String
    var templates: Fingerprint
    var settings: [String]
    /// The paths of files that are checked again even if they are unchanged; see
    /// ``OutputValidator/filesToRecheck``.
    var filesToRecheck: [String]
    /// The fingerprints of the diagnostics that were reported, so that later runs show only new
    /// ones.
    var diagnostics: Set<Fingerprint>
    /// The states of the notes, which are decoded when they are needed: most runs change nothing.
    var notes: Notes

    enum Notes: Sendable {
        /// The bytes of ``BuildRecord/WrittenNotes``, as this run encoded them.
        case made([UInt8])
        case read(ByteReader)
    }

    /// The aspects of a note in which it is compared with that of the last run.
    struct NoteState: Sendable, Hashable {
        let title: String
        let text: Fingerprint
        let whole: Fingerprint
    }

    private static let name = "build-record"
    private static let header = "notebinder build record 5"
    /// The header of records without a digest of all fields.
    private static let fourthHeader = "notebinder build record 4"
    /// The header of records that also list the rules which excluded any note.
    private static let thirdHeader = "notebinder build record 3"
    /// The header of records without ``excluded``.
    private static let secondHeader = "notebinder build record 2"

}

extension BuildRecord {
    /// Reads the record from a folder; nil if it is missing, damaged or of another version of the
    /// format.
    ///
    /// - Parameter records: The path of the folder `.notebinder`.
    init?(in records: String) {
        guard let bytes = try? LocalFiles.read(records + "/" + Self.name) else { return nil }
        var reader = ByteReader(bytes)
        guard let run = try? BuildRecord(from: &reader) else { return nil }
        self = run
    }

    /// The states of the notes, with their stable identifiers; nil if they are damaged.
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

    /// The encoded states of the notes, in the form of ``WrittenNotes``; nil if they do not match
    /// their digest.
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

    /// The encoded states of notes, in the form in which the next run reads them.
    struct WrittenNotes: Sendable {
        private(set) var bytes: [UInt8]
        /// The offsets in ``bytes`` at which the states begin, followed by the end of the last one.
        private var ends: [Int] = []

        /// Encodes the states of notes with their stable identifiers.
        init(_ notes: [(identity: String, state: NoteState)]) {
            var writer = ByteWriter(capacity: notes.count * 160)
            writer.write(notes.count)
            ends.append(writer.bytes.count)
            for (identity, state) in notes {
                writer.write(identity)
                writer.write(state.title)
                writer.write(state.text)
                writer.write(state.whole)
                ends.append(writer.bytes.count)
            }
            bytes = writer.bytes
        }

        /// The encoded identifier and state of the note at a position, for comparison with the
        /// bytes of the last run.
        fileprivate subscript(index: Int) -> ArraySlice<UInt8> {
            bytes[ends[index]..<ends[index + 1]]
        }
    }

    /// Returns the positions of the notes that have changed, with their former states; nil if the
    /// notes are not the same ones in the same order.
    func changedInPlace(
        _ notes: [(identity: String, state: NoteState)], written: WrittenNotes
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

    /// Writes the record to a folder, unless the file has the same content already.
    ///
    /// - Throws: ``FileError``.
    func write(in records: String) throws(FileError) {
        var writer = ByteWriter()
        write(to: &writer)
        let path = records + "/" + Self.name
        if (try? LocalFiles.read(path)) == writer.bytes { return }
        try LocalFiles.replace(path, bytes: writer.bytes)
        // The name that earlier versions gave to the record.
        try? LocalFiles.remove(records + "/last-run")
    }
}

extension BuildRecord: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        var fields = ByteWriter()
        fields.write(inputs)
        fields.write(outputs)
        fields.write(heldInputs)
        fields.write(builtInputs)
        fields.write(exclusions)
        fields.write(excluded.sorted())
        fields.write(isComplete)
        fields.write(owesHook)
        fields.write(published) { $0.write($1.timeIntervalSince1970) }
        fields.write(noteCount)
        fields.write(problemCount)
        fields.write(program)
        fields.write(templates)
        fields.write(settings)
        fields.write(filesToRecheck)
        fields.write(diagnostics.sorted())
        writer.write(Self.header)
        for part in [fields.bytes, writtenNotes ?? []] {
            writer.write(part)
            writer.write(ContentDigest(of: part))
        }
    }

    init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let header = try reader.string()
        guard header == Self.header else {
            try self.init(header, fields: &reader)
            return
        }
        let bytes = try reader.byteArray()
        let digest: ContentDigest = try reader.value()
        guard digest == ContentDigest(of: bytes) else { throw BinaryDecodingError() }
        var fields = ByteReader(bytes)
        try self.init(header, fields: &fields)
        notes = .read(reader)
    }

    /// - Parameter reader: The fields, which the notes follow in records without a digest of all.
    private init(
        _ header: String, fields reader: inout ByteReader
    ) throws(BinaryDecodingError) {
        let headers = [Self.header, Self.fourthHeader, Self.thirdHeader, Self.secondHeader]
        guard headers.contains(header) else { throw BinaryDecodingError() }
        inputs = try reader.optionalValue()
        outputs = try reader.value()
        heldInputs = try reader.optionalValue()
        builtInputs = try reader.optionalValue()
        exclusions = try reader.strings()
        if header == Self.thirdHeader { _ = try reader.strings() }
        excluded = header == Self.secondHeader ? [] : Set(try reader.strings())
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
        // Most runs change nothing, and do not need the states of the notes.
        notes = .read(reader)
    }
}

extension Diagnostic {
    /// The fingerprint that identifies the diagnostic in every run: of its kind, its summary and
    /// its suggestion.
    var key: Fingerprint {
        var parts = Fingerprinter("diagnostic")
        parts.add([identifier.rawValue, summary, suggestion])
        return parts.fingerprint
    }
}
