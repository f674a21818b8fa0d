import MarkdownText
import NoteModel
import TestSupport
import Testing

@testable import OutputChecks

/// The phrases by which an excluded note is recognised.
@Suite(.tags(.fast))
struct ConfidentialTextTests {
    private func text(_ note: Note) -> ConfidentialText {
        ConfidentialText(note, compiled: NoteCompiler.wordless.compile(note))
    }

    /// Returns the phrases of several notes by which they are recognised, each with its note.
    private func secrets(_ notes: [Note]) throws -> [(note: Note, words: String)] {
        let corpus = try LeakCorpus(notes) { NoteCompiler.wordless.compile(notes[$0]) }
        let (knowledge, _) = try corpus.knowledge(
            of: Set(notes.map(\.id)), published: [], width: 1)
        let runs = corpus.secrets(knowledge)
        return (0..<runs.count).map { runs.place(ofRun: $0) }
            .map { corpus.words($0.range, ofNote: $0.text) }
    }

    private func units(_ note: Note) -> Set<String> {
        let text = text(note)
        return Set(text.units.map { text.words($0) })
    }

    @Test func treatsTitlesAndFourWordLinesAsUnits() {
        let note = Note.made(
            "The plans for Zanzibar", body: "one two three\nbuy a red bicycle", source: "x")
        let units = units(note)
        #expect(units.contains("the plans for zanzibar"))
        #expect(units.contains("buy a red bicycle"))
        #expect(!units.contains("one two three"))
    }

    @Test func treatsCaptionsLinksAndFieldsAsUnits() {
        var note = Note.made(
            body: "[words of the link](https://x.example) ![an image of something](p.jpg)",
            photos: [.made("p.jpg", caption: "Grandmother steering our boat")],
            recordings: [Medium(.recording, caption: "A song in the rain", content: .missing)])
        note.otherFields = [.init("place", value: .array([.string("Under the third stone")]))]
        let units = units(note)
        for words in [
            "words of the link", "an image of something", "grandmother steering our boat",
            "under the third stone", "a song in the rain",
        ] { #expect(units.contains(words), "\(words)") }
    }

    @Test func ignoresDatesAndShortWords() {
        #expect(units(Note.made("2024-05-01 10:30", body: "", source: "x")).isEmpty)
        #expect(units(Note.made("a b c d e", body: "", source: "x")).isEmpty)
    }

    @Test func treatsEveryEightWordsAsAWindow() {
        let words = (1...12).map { "number\($0)" }
        let found = text(Note.made("T", body: words.joined(separator: " "), source: "x"))
        let windows = Set(found.windows.map { found.words($0.range) })
        for start in 0...4 {
            #expect(windows.contains(words[start..<start + 8].joined(separator: " ")))
        }
        #expect(windows.count == 5)
        for window in found.windows {
            let cores = window.cores.map { found.words(found.cores[$0]) }
            #expect(cores.count == 4)
            let first = found.words(window.range).split(separator: " ").prefix(5)
            #expect(cores.first == first.joined(separator: " "))
        }
    }

    @Test func extendsAWindowOfShortWords() {
        let found = text(
            Note.made("T", body: "a b c d e f g h i j k l m n o p q r s t u v", source: "x"))
        #expect(!found.windows.isEmpty)
        #expect(found.windows.allSatisfy { $0.range.count >= 20 })
        #expect(found.cores.allSatisfy { $0.count >= WordRuns.minimumLength })
    }

    @Test func formsNoWindowsAcrossNotes() throws {
        let halves = ["one two three four", "five six seven eight"]
        let notes = halves.enumerated().map { Note.made("T\($0)", body: $1, source: "\($0)") }
        #expect(try !secrets(notes).contains { $0.words.contains("four five") })
    }

    @Test func mapsEachPhraseToItsNote() throws {
        let notes = (0..<5).map {
            Note.made("T\($0)", body: "the secret of number \($0) is here", source: "\($0)")
        }
        let found = try secrets(notes)
        for (note, words) in found {
            #expect(words.split(separator: " ").first { Int($0) != nil } == note.id.source[...])
        }
        #expect(Set(found.map(\.note.id.source)) == Set((0..<5).map(String.init)))
    }

    /// A line with signs of markup is read both ways, and reads the same in a file either way.
    @Test func treatsLinesWithMarkupAsUnits() {
        let units = units(
            .made(
                "T", body: "buy a <b>red</b> bicycle\nsugar &amp; spice &amp; salt", source: "x"))
        for words in [
            "buy a red bicycle", "buy a b red b bicycle", "sugar amp spice amp salt",
        ] { #expect(units.contains(words), "\(words)") }
    }
}
