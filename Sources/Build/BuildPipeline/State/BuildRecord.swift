import Hashing
import LocalFiles
import NoteModel
import Platform

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
    /// The exclusion rules of the build as texts. If they change, earlier generations are deleted.
    /// Notes hidden by a rule that has since been removed are not published unless the owner asks
    /// for it.
    var exclusions: [String]
    /// The identifiers of the excluded notes. Earlier publications may contain all others.
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
    /// The trees in which ``filesToRecheck`` are all such files.
    var checkedTrees: [CheckedTree]
    /// The fingerprints of the diagnostics that were reported, so that later runs show only new
    /// ones.
    var diagnostics: Set<Fingerprint>
    /// The states of the notes, which are decoded when they are needed: most runs change nothing.
    var notes: Notes

    /// A published tree as it was when its files had been checked.
    struct CheckedTree: Sendable, Hashable {
        let tree: String
        /// The fingerprint of the size, the inode and the times of the tree's manifest.
        let manifest: Fingerprint
    }

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
    private static let header = "notebinder build record 6"
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
        return try? reader.list { (try $0.value(), try $0.value()) }
    }

    /// The encoded states of the notes, in the form of ``WrittenNotes``; nil if they do not match
    /// their digest.
    private var writtenNotes: [UInt8]? {
        switch notes {
        case .made(let bytes): return bytes
        case .read(var reader):
            guard let bytes = try? reader.byteArray(),
                let digest = try? reader.value(ContentDigest.self),
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
        init(_ notes: some Collection<(identity: String, state: NoteState)>) {
            var writer = ByteWriter(capacity: notes.count * 160)
            writer.write(notes.count)
            ends.append(writer.bytes.count)
            for (identity, state) in notes {
                writer.write(identity, state)
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
    func changedInPlace<Notes: RandomAccessCollection>(
        _ notes: Notes, written: WrittenNotes
    ) -> [(note: Int, old: NoteState)]?
    where Notes.Element == (identity: String, state: NoteState), Notes.Index == Int {
        guard let bytes = writtenNotes else { return nil }
        var reader = ByteReader(bytes)
        guard (try? reader.value(Int.self)) == notes.count else { return nil }
        var changed: [(note: Int, old: NoteState)] = []
        for index in notes.indices where !reader.skip(written[index]) {
            guard (try? reader.value(String.self)) == notes[index].identity,
                let old = try? reader.value(NoteState.self)
            else { return nil }
            changed.append((index, old))
        }
        return changed
    }

    /// Writes the record to a folder, unless the file has the same content already.
    ///
    /// - Throws: ``FileError``.
    func write(in records: String) throws {
        var writer = ByteWriter()
        write(to: &writer)
        let path = records + "/" + Self.name
        if (try? LocalFiles.read(path)) == writer.bytes { return }
        try LocalFiles.replace(path, bytes: writer.bytes)
    }
}

extension BuildRecord: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        var fields = ByteWriter()
        fields.write(
            inputs, outputs, heldInputs, builtInputs, exclusions, excluded.sorted(), isComplete,
            owesHook, published?.timeIntervalSince1970, noteCount, problemCount, program,
            templates, settings, filesToRecheck, checkedTrees, diagnostics.sorted())
        writer.write(Self.header)
        for part in [fields.bytes, writtenNotes ?? []] {
            writer.write(bytes: part)
            writer.write(ContentDigest(of: part))
        }
    }

    init(from reader: inout ByteReader) throws {
        guard try reader.value() == Self.header else { throw BinaryDecodingError() }
        let bytes = try reader.byteArray()
        guard try reader.value() == ContentDigest(of: bytes) else { throw BinaryDecodingError() }
        var fields = ByteReader(bytes)
        inputs = try fields.value()
        outputs = try fields.value()
        heldInputs = try fields.value()
        builtInputs = try fields.value()
        exclusions = try fields.value()
        excluded = Set(try fields.value([String].self))
        isComplete = try fields.value()
        owesHook = try fields.value()
        published = try fields.value(Double?.self).map(Date.init(timeIntervalSince1970:))
        noteCount = try fields.value()
        problemCount = try fields.value()
        program = try fields.value()
        templates = try fields.value()
        settings = try fields.value()
        filesToRecheck = try fields.value()
        checkedTrees = try fields.value()
        diagnostics = Set(try fields.value([Fingerprint].self))
        // Most runs change nothing, and do not need the states of the notes.
        notes = .read(reader)
    }
}

extension BuildRecord.CheckedTree: BinaryCodable {
    func write(to writer: inout ByteWriter) { writer.write(tree, manifest) }

    init(from reader: inout ByteReader) throws {
        self.init(tree: try reader.value(), manifest: try reader.value())
    }
}

extension BuildRecord.NoteState: BinaryCodable {
    func write(to writer: inout ByteWriter) { writer.write(title, text, whole) }

    init(from reader: inout ByteReader) throws {
        self.init(title: try reader.value(), text: try reader.value(), whole: try reader.value())
    }
}

extension Diagnostic {
    /// The fingerprint that identifies the diagnostic in every run: of its kind, its summary and
    /// its suggestion.
    var key: Fingerprint {
        Fingerprinter("diagnostic", [identifier.rawValue, summary, suggestion]).fingerprint
    }
}
