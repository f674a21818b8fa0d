import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// The captions that the owner wrote into files.
@Suite(.tags(.fast))
struct PhotoCaptionsTests {
    private let folder = TemporaryFolder()

    private func captions(_ texts: String...) throws -> PhotoCaptions {
        try PhotoCaptions(
            texts.enumerated().map { index, text in
                let name = "Photos/captions\(index).yml"
                return .init(name: name, path: try folder.write(text, to: name))
            })
    }

    private func captioned(_ note: Note, by captions: inout PhotoCaptions) -> Note {
        var note = note
        captions.apply(to: &note, in: folder.path)
        captions.reportUnused()
        return note
    }

    @Test func givesPhotosAndRecordingsTheirCaptions() throws {
        var captions = try captions("a.jpg: The lake\nb.m4a: |\n  A song\n  in two lines\n")
        let note = captioned(
            .made(
                photos: [.made("A.JPG"), .made("c.jpg")],
                recordings: [Medium(.recording, name: "b.m4a", content: .missing)]),
            by: &captions)
        #expect(note.photos.map(\.caption) == ["The lake", nil])
        #expect(note.recordings.map(\.caption) == ["A song in two lines"])
        #expect(captions.diagnostics.isEmpty)
    }

    @Test func prefersTheCaptionsOfThePhotosFolder() throws {
        let files = try ["a", "b"].map { app in
            let name = "\(app)/Photos/captions.yml"
            return NotesFolder.SourceFile(
                name: name, path: try folder.write("1.png: Of \(app)", to: name))
        }
        var captions = PhotoCaptions(files)
        for app in ["b", "a"] {
            var note = Note.made(
                source: "\(app)/note.data",
                photos: [
                    Medium(
                        .photo, name: "1.png",
                        content: .stored(
                            .init(file: folder.path + "/\(app)/Photos/1.png", range: 0..<1)))
                ])
            captions.apply(to: &note, in: folder.path)
            #expect(note.photos[0].caption == "Of \(app)")
            note = Note.made(
                source: "\(app)/note.data",
                photos: [Medium(.photo, name: "1.png", content: .missing)])
            captions.apply(to: &note, in: folder.path)
            #expect(note.photos[0].caption == "Of \(app)")
        }
        captions.reportUnused()
        #expect(captions.diagnostics.isEmpty)
    }

    @Test func ignoresUnicodeNormalizationInNames() throws {
        var captions = try captions("caf\u{E9}.jpg: Coffee")
        let note = captioned(.made(photos: [.made("cafe\u{301}.jpg")]), by: &captions)
        #expect(note.photos[0].caption == "Coffee")
    }

    @Test func keepsMeaningfulCaptionsOfTheApp() throws {
        var captions = try captions("a.jpg: New\nb.jpg: New\nc.jpg: New")
        let note = captioned(
            .made(photos: [
                .made("a.jpg", caption: "Old"), .made("b.jpg", caption: "b.jpg"),
                .made("c.jpg", caption: "3"),
            ]), by: &captions)
        #expect(note.photos.map(\.caption) == ["Old", "New", "New"])
        // A caption that is not needed was not misspelt.
        #expect(captions.diagnostics.isEmpty)
    }

    @Test func reportsUnusedCaptionsWithTheirLines() throws {
        var captions = try captions("a.jpg: One\n\ngone.jpg: Two\n", "more.jpg: Three")
        _ = captioned(.made(photos: [.made("a.jpg")]), by: &captions)
        #expect(
            captions.diagnostics.map(\.summary) == [
                "Photos/captions0.yml, line 3: no note shows a photo named gone.jpg.",
                "Photos/captions1.yml, line 1: no note shows a photo named more.jpg.",
            ])
        #expect(captions.diagnostics.allSatisfy { $0.identifier == .unusableCaption })
    }

    @Test func usesTheFirstOfTwoCaptions() throws {
        var captions = try captions("a.jpg: One", "A.jpg: Two")
        #expect(
            captions.diagnostics.map(\.summary).first?.hasSuffix(
                "“A.jpg” has a caption already, in Photos/captions0.yml, line 1.") == true)
        let note = captioned(.made(photos: [.made("a.jpg")]), by: &captions)
        #expect(note.photos[0].caption == "One")
    }

    @Test(arguments: [
        ("- a.jpg", "contains no captions"), ("just text", "contains no captions"),
        ("a.jpg: [x]", "“a.jpg” has no caption"), ("..: x", "“..” has no caption"),
        ("a.jpg: {b: c}", "line 1: “a.jpg” has no caption"), ("\"a: b", "line "), ("a: [", "line "),
    ])
    func reportsInvalidCaptionFiles(text: String, words: String) throws {
        var captions = try captions(text)
        try #require(captions.diagnostics.map(\.identifier) == [.unusableCaption])
        #expect(captions.diagnostics[0].summary.contains(words), "\(captions.diagnostics)")
        let note = Note.made(photos: [.made("a.jpg")])
        #expect(captioned(note, by: &captions) == note)
    }

    @Test(arguments: ["", "# none yet\n", "a.jpg:\n", "a.jpg: ''\n", "a.jpg: '  '\n"])
    func acceptsAFileThatIsNotFilledInYet(text: String) throws {
        var captions = try captions(text)
        captions.reportUnused()
        #expect(captions.diagnostics.isEmpty)
    }

    @Test func reportsAFileThatCannotBeRead() {
        let captions = PhotoCaptions([.init(name: "c.yml", path: folder.path + "/c.yml")])
        #expect(captions.diagnostics.first?.summary.hasPrefix("c.yml cannot be read: ") == true)
    }
}
