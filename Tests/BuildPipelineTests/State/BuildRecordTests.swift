import Hashing
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// The record of the last successful build.
@Suite(.tags(.fast))
struct BuildRecordTests {
    private let folder = TemporaryFolder()

    private func fingerprint(_ text: String) -> Fingerprint { Fingerprint(ofLines: [text]) }

    private func state(_ title: String, text: String = "t", whole: String = "w")
        -> BuildRecord.NoteState
    {
        .init(title: title, text: fingerprint(text), whole: fingerprint(whole))
    }

    private func record(_ titles: [String] = ["A", "B"]) -> BuildRecord {
        let written = BuildRecord.WrittenNotes(titles.map { ("urn:" + $0, state($0)) })
        return BuildRecord(
            inputs: fingerprint("i"), outputs: fingerprint("o"), heldInputs: nil,
            builtInputs: fingerprint("b"), exclusions: ["without tag ü"],
            excluded: ["a", "b"], isComplete: true,
            owesHook: true, published: .day(2024, month: 5, day: 1), noteCount: 2,
            problemCount: 7, program: "0.1 x", templates: fingerprint("t"), settings: ["a", ""],
            filesToRecheck: ["site/a.html"],
            checkedTrees: [.init(tree: "site", manifest: fingerprint("m"))],
            diagnostics: [fingerprint("d"), fingerprint("e")],
            notes: .made(written.bytes))
    }

    @Test func roundTripsThroughAFile() throws {
        let record = record()
        try record.write(in: folder.path)
        let read = try #require(BuildRecord(in: folder.path))
        #expect(read.inputs == record.inputs && read.outputs == record.outputs)
        #expect(read.heldInputs == nil && read.builtInputs == record.builtInputs)
        #expect(read.exclusions == record.exclusions && read.settings == record.settings)
        #expect(read.excluded == record.excluded)
        #expect(read.isComplete && read.owesHook && read.published == record.published)
        #expect(read.noteCount == 2 && read.problemCount == 7 && read.program == record.program)
        #expect(read.templates == record.templates && read.checkedTrees == record.checkedTrees)
        #expect(read.filesToRecheck == record.filesToRecheck)
        #expect(read.diagnostics == record.diagnostics)
        #expect(read.noteStates?.map(\.identity) == ["urn:A", "urn:B"])
        #expect(read.noteStates?.map(\.state) == [state("A"), state("B")])
    }

    @Test func encodesDeterministically() throws {
        func bytes(_ record: BuildRecord) -> [UInt8] {
            var writer = ByteWriter()
            writer.write(record)
            return writer.bytes
        }
        #expect(bytes(record()) == bytes(record()))
        try record().write(in: folder.path)
        #expect(try folder.bytes("build-record") == bytes(record()))
        // A record that was read is written as it was.
        #expect(bytes(try #require(BuildRecord(in: folder.path))) == bytes(record()))
    }

    /// A record that is damaged anywhere is as good as none: everything is read again. Rules,
    /// excluded notes and files to check are among the fields, and damage would hide them.
    @Test func rejectsTruncatedOrCorruptRecords() throws {
        try record().write(in: folder.path)
        let bytes = try folder.bytes("build-record")
        func expectDistrust(_ damaged: [UInt8], after damage: Comment) throws {
            try LocalFiles.replace(folder.path + "/build-record", bytes: damaged)
            #expect(BuildRecord(in: folder.path)?.noteStates == nil, damage)
        }
        for place in bytes.indices {
            try expectDistrust(Array(bytes.prefix(place)), after: "\(place) bytes")
            var changed = bytes
            changed[place] ^= 1
            try expectDistrust(changed, after: "byte \(place)")
        }
        try expectDistrust(bytes + [0], after: "a byte more")
    }

    @Test func noticesAChangedByteInTheStatesOfNotes() throws {
        try record(["Alpha", "Beta"]).write(in: folder.path)
        var bytes = try folder.bytes("build-record")
        let place = try #require(bytes.firstRange(of: Array("Beta".utf8))?.lowerBound)
        bytes[place] ^= 1
        try LocalFiles.replace(folder.path + "/build-record", bytes: bytes)
        let read = try #require(BuildRecord(in: folder.path))
        #expect(read.noteStates == nil)
        #expect(read.changedInPlace([], written: .init([])) == nil)
    }

    @Test func findsTheNotesThatChangedInPlace() throws {
        let titles = ["A", "B", "C", "D"]
        try record(titles).write(in: folder.path)
        let last = try #require(BuildRecord(in: folder.path))
        func changed(_ now: [String], _ states: [BuildRecord.NoteState]) -> [Int]? {
            let states = zip(now, states).map { (identity: "urn:" + $0, state: $1) }
            return last.changedInPlace(states, written: .init(states))?.map(\.note)
        }
        var states = titles.map { state($0) }
        #expect(changed(titles, states) == [])
        states[1] = state("B", text: "new")
        states[3] = state("Longer title")
        #expect(changed(titles, states) == [1, 3])
        #expect(changed(["A", "B", "C"], Array(states.prefix(3))) == nil)
        #expect(changed(["B", "A", "C", "D"], states) == nil)
    }

    @Test func dropsInputsWithoutOutputs() throws {
        try record().write(outputs: nil, in: folder.path)
        #expect(BuildRecord(in: folder.path)?.inputs == nil)
        try record().write(outputs: fingerprint("new"), in: folder.path)
        #expect(BuildRecord(in: folder.path)?.outputs == fingerprint("new"))
        #expect(BuildRecord(in: folder.path)?.inputs == fingerprint("i"))
    }

    @Test func identifiesDiagnosticsRegardlessOfOrigin() {
        func key(
            _ summary: String, source: String = "a", place: String = "", suggestion: String = ""
        ) -> Fingerprint {
            Diagnostic(
                .deadLink, origin: .init(source: source, place: place), summary: summary,
                suggestion: suggestion
            ).key
        }
        #expect(key("s") == key("s", source: "b", place: "root[7]"))
        #expect(Set([key("s"), key("t"), key("s", suggestion: "x")]).count == 3)
        #expect(key("ab") != key("a", suggestion: "b"))
    }
}
