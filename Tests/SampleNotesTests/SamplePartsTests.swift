import KeyedArchives
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives
@testable import SampleNotes

/// The parts of the sample that need no photo worker, read as any other notes are.
@Suite(.tags(.fast))
struct SamplePartsTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private func read(_ name: String) throws -> SourceOutcome {
        let notes = try NotesFolder(folder.path)
        let source = try #require(notes.sources.first { $0.name == name })
        return SourceReader(folder: notes).read(source)
    }

    private func strokes(_ bytes: [UInt8]) throws -> [Stroke] {
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        let opened = OpenedArchive(archive, of: .init(name: "ink", path: "/ink"))
        var decoder = StrokeDecoder(opened, vocabulary: .standard)
        let strokes = try decoder.strokes(of: try #require(archive.root))
        #expect(decoder.fault == nil)
        return strokes
    }

    @Test func holdsADeckOfCardsWithTheirCounts() throws {
        try folder.write(SampleKinds.deck, to: "Deck.archive")
        let outcome = try read("Deck.archive")
        let deck = try #require(outcome.notes.first?.deck)
        #expect(outcome.diagnostics.isEmpty && outcome.notes.count == 1)
        #expect(deck.cards.map(\.question) == SampleTexts.cards.map(\.question))
        #expect(deck.cards.map(\.answer) == SampleTexts.cards.map(\.answer))
        #expect(deck.cards.map(\.rightCount) == SampleTexts.cards.map(\.right))
        #expect(deck.cards.map(\.wrongCount) == SampleTexts.cards.map(\.wrong))
        #expect(Set(deck.identifiers).count == deck.cards.count)
    }

    @Test func holdsNapkinsWithAndWithoutPictures() throws {
        let pictures = (1...3).map { PNGPicture.quarters(width: $0 * 2, height: 4) }
        try folder.write(
            SampleKinds.napkins(
                front: pictures[0], thumbnail: pictures[1], back: pictures[2]), to: "n")
        let notes = try read("n").notes
        #expect(notes.map(\.title) == [SampleTexts.shelf.title, SampleTexts.tip.title])
        #expect(notes.allSatisfy { $0.kind == .napkin })
        #expect(notes[0].photos.count == 3 && notes[0].placedPhotos.count == 2)
        #expect(notes[0].created == .day(2012, month: 5, day: 22))
        #expect(notes[1].photos.isEmpty && notes[1].dateTexts.created == "some day")
    }

    @Test func holdsALectureWithItsPagesAndMedia() throws {
        let bytes = try SampleKinds.lectures(recording: SampleSong.tones, in: folder.path)
        let picture = PNGPicture.quarters(width: 4, height: 4)
        try folder.write(picture, to: ".lectures_SUPPORT/" + SampleKinds.externalPhoto)
        #expect(bytes.starts(with: "SQLite format 3\0".utf8))
        let outcome = try read("lectures.sqlite")
        let note = try #require(outcome.notes.first)
        #expect(outcome.diagnostics.isEmpty)
        #expect(note.title == SampleTexts.lecture && note.kind == .lecture)
        #expect(note.pages.count == 2)
        #expect(note.photos.map(\.stored?.count) == [picture.count])
        #expect(note.recordings.map(\.stored?.count) == [SampleSong.tones.count])
    }

    @Test func holdsInkThatStaysOnItsPage() throws {
        for bytes in [SampleInk.waves, SampleInk.sum] {
            let strokes = try strokes(bytes)
            #expect(strokes.count >= 7)
            #expect(strokes.allSatisfy { $0.points.count > 1 && $0.width >= 2 })
            let bounds = try #require(InkDrawing(strokes).bounds)
            #expect(bounds.x > 0 && bounds.y > 0)
            #expect(bounds.width < 400 && bounds.height < 500)
        }
        let waves = try strokes(SampleInk.waves)
        #expect(waves.count { $0.isEraser } == 1)
        let times = waves.compactMap(\.moment?.seconds)
        #expect(times.first == 0.2 && times == times.sorted())
        #expect(Set(waves.map(\.colour)).count == 2)
    }

    /// The fields of the header of a WAV file: 8 bits of one channel at 8 kHz.
    @Test func holdsSoundAsWAVFiles() {
        for wave in [SampleSong.song, SampleSong.tones] {
            #expect(RecordingKind(prefix: Array(wave.prefix(12))) == .wav)
            func number(_ place: Int, count: Int) -> Int {
                (0..<count).reduce(0) { $0 | Int(wave[place + $1]) << (8 * $1) }
            }
            #expect(number(4, count: 4) == wave.count - 8)
            #expect([20, 22, 34].map { number($0, count: 2) } == [1, 1, 8])
            #expect(number(24, count: 4) == 8000 && number(28, count: 4) == 8000)
            #expect(number(40, count: 4) == wave.count - 44)
            // The middle is silence; nothing is cut off.
            let samples = wave.dropFirst(44)
            #expect(samples.min() ?? 0 > 0 && samples.max() ?? 0 < 255)
        }
    }

    @Test func isTheSameEveryTime() {
        #expect(SampleKinds.deck == SampleKinds.deck)
        #expect(SampleInk.waves == SampleInk.waves && SampleInk.sum == SampleInk.sum)
    }
}
