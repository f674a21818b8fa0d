import Foundation
import Hashing
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Notes whose parts are in several files of a folder.
@Suite(.tags(.fast))
struct DocumentPackageTests {
    private func outcome(
        _ name: String, notes: [Note] = [], part: DocumentFragment? = nil
    ) -> SourceOutcome {
        SourceOutcome(
            source: .init(name: name, path: "/n/" + name), result: .read(notes), diagnostics: [],
            part: part)
    }

    private func part(
        title: String? = nil, created: Date? = nil, photos: [Medium] = [], drawing: Drawing? = nil
    ) -> DocumentFragment {
        DocumentFragment(
            title: title, created: created, modified: nil,
            media: .init(photos: photos, recordings: [], attachments: []), drawing: drawing,
            diagnostics: [Self.warning])
    }

    private static let warning = Diagnostic(
        .damagedObject, origin: .init(source: "x"), summary: "S")

    private let photo = Medium.made("a.jpg")

    @Test func joinsFragmentsWithTheOnlyNoteOfAFolder() {
        let joined = DocumentPackages.joined([
            outcome("d/text", notes: [.made(nil, body: "Body")]),
            outcome("d/photos", part: part(title: "Title", photos: [photo])),
            outcome("e/photos", part: part(photos: [photo])),
        ])
        #expect(joined[0].notes.map(\.title) == ["Title"])
        #expect(joined[0].notes.first?.photos == [photo])
        // The part brings its diagnostics along; a part without a note stays one.
        #expect(joined[1].part == nil && joined[1].diagnostics == [Self.warning])
        #expect(joined[2].part != nil && joined[2].diagnostics.isEmpty)
    }

    @Test func joinsNothingWhenAmbiguous() {
        let two = [
            outcome("d/a", notes: [.made("A")]), outcome("d/b", notes: [.made("B")]),
            outcome("d/photos", part: part(photos: [photo])),
        ]
        #expect(DocumentPackages.joined(two).flatMap(\.notes).flatMap(\.photos).isEmpty)
        let list = [
            outcome("d/a", notes: [.made("A"), .made("B")]),
            outcome("d/photos", part: part(photos: [photo])),
        ]
        #expect(DocumentPackages.joined(list)[0].notes.allSatisfy { $0.photos.isEmpty })
        // The notes folder itself is no package.
        let top = [outcome("a", notes: [.made("A")]), outcome("b", part: part(photos: [photo]))]
        #expect(DocumentPackages.joined(top)[0].notes.first?.photos == [])
        #expect(DocumentPackages.joined(top)[1].part != nil)
    }

    @Test func prefersTheNotesValuesOverTheFragments() {
        let (early, late) = (Date.day(2012, month: 1, day: 1), Date.day(2013, month: 1, day: 1))
        let own = Note.made("Own", created: late, photos: [photo])
        let other = Medium.made("b.jpg")
        let joined = own.adding(
            part(title: "Other", created: early, photos: [photo, other], drawing: .picture(1)))
        #expect(joined.title == "Own" && joined.created == late)
        #expect(joined.photos == [photo, other])
        // The drawing is the same photo at its new position.
        #expect(joined.drawing == .picture(1))
        let drawn = Note.made(photos: [other]).adding(part(photos: [photo], drawing: .picture(0)))
        #expect(drawn.photos == [other, photo] && drawn.drawing == .picture(1))
        #expect(Note.made().adding(part(created: early)).created == early)
    }

    @Test func detectsEmptyFragments() {
        #expect(part(created: .day(2012, month: 1, day: 1)).isEmpty)
        #expect(!part(title: "T").isEmpty && !part(photos: [photo]).isEmpty)
        #expect(!part(drawing: .strokes([])).isEmpty)
    }
}

/// Outcomes that are kept from run to run.
@Suite(.tags(.fast))
struct SourceOutcomeCodingTests {
    private func outcome(_ result: SourceOutcome.Result) -> SourceOutcome {
        SourceOutcome(
            source: .init(name: "a/é.data", path: "/n/a/é.data"), result: result,
            diagnostics: [
                Diagnostic(
                    .oddStroke, origin: .init(source: "a", place: "root[1]"), summary: "S.",
                    suggestion: "T.")
            ],
            unread: [
                UnrecognizedObject(
                    source: "a", place: "root", description: .object([("k", .integer(1))]))
            ], isEmptyList: true)
    }

    @Test func roundTripsThroughBinaryCoding() throws {
        let note = Note.made(
            "Title", body: "Body", created: .day(2014, month: 7, day: 9), tags: ["lake"],
            photos: [.made("a.jpg", caption: "c")])
        for result: SourceOutcome.Result in [.read([note]), .skipped(reason: "a PDF"), .failed] {
            let original = outcome(result)
            var writer = ByteWriter()
            original.write(to: &writer)
            var reader = ByteReader(writer.bytes)
            let read = try SourceOutcome(from: &reader)
            #expect(read.source == original.source && read.diagnostics == original.diagnostics)
            #expect(read.unread == original.unread && read.isEmptyList)
            #expect("\(read.result)" == "\(original.result)")
            for length in 0..<writer.bytes.count {
                var cut = ByteReader(Array(writer.bytes.prefix(length)))
                #expect(throws: BinaryDecodingError.self, "\(length) bytes") {
                    try SourceOutcome(from: &cut)
                }
            }
        }
    }

    @Test func storesNoFragmentsDatabasesOrUnreadableFiles() {
        #expect(outcome(.failed).canBeStored)
        var part = outcome(.failed)
        part.part = DocumentFragment(
            title: nil, created: nil, modified: nil, media: .init(), drawing: nil)
        #expect(!part.canBeStored)
        var database = outcome(.failed)
        database.isOfDatabase = true
        #expect(!database.canBeStored)
        let unreadable = SourceOutcome(
            source: .init(name: "a", path: "/a"), result: .failed,
            diagnostics: [
                Diagnostic(.unreadableSource, origin: .init(source: "a"), summary: "S")
            ])
        #expect(!unreadable.canBeStored)
    }

    @Test func replacesOnlyTheNotes() {
        let original = outcome(.read([.made("A")]))
        let other = original.replacingNotes([.made("B"), .made("C")])
        #expect(other.notes.map(\.title) == ["B", "C"])
        #expect(other.diagnostics == original.diagnostics && other.isEmptyList)
        #expect(outcome(.failed).notes.isEmpty)
    }
}
