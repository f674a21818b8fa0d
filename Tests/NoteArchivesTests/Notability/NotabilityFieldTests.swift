import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Parts of packages that are no part of a note as Notebinder knows it.
@Suite(.tags(.fast))
struct NotabilityFieldTests {
    private let picture = PNGPicture.quarters(width: 4, height: 4)

    private func packageWithPicture() -> MadePackage {
        var package = MadePackage()
        package.media = [("ImageMediaObject", "Images/Image 1.png", "{0, 100}", "{40, 30}")]
        package.files = ["Images/Image 1.png": picture]
        return package
    }

    @Test func keepsUnknownValuesOfEveryObject() throws {
        var package = packageWithPicture()
        package.recordings = [("Recordings/a.m4a", "A")]
        package.files["Recordings/a.m4a"] = [1]
        package.mood = "cheerful"
        let outcome = try package.outcome()
        let note = try #require(outcome.notes.first)
        #expect(
            note.otherFields.map(\.key) == [
                "mood", "mood", "richText.mood", "mediaObjects[0].mood", "recordings.1.mood",
            ])
        #expect(note.otherFields.allSatisfy { $0.value == .string("cheerful") })
        #expect(outcome.diagnostics.isEmpty)
    }

    @Test func reportsUnusedFilesInThePackage() throws {
        var package = packageWithPicture()
        package.files["Assets/empty"] = []
        for name in [
            "Images/Image 2.png", "Recordings/left.m4a", "thumb4x.png", "thumb.png", "thumbnail2x",
            "HandwritingIndex/other", "Images/Image .jpg",
        ] { package.files[name] = picture }
        let expected = [
            "Waves.note has files that belong to no part of its note and are not shown: Images/Image 2.png, Recordings/left.m4a, thumb4x.png."
        ]
        #expect(try package.outcome().diagnostics.map(\.summary) == expected)
        let folder = TemporaryFolder()
        try package.unpack(to: folder.path + "/Waves.note")
        let unpacked = try MadePackage.outcome(of: folder.path + "/Waves.note")
        #expect(unpacked.diagnostics.map(\.summary) == expected)
    }

    @Test(arguments: [true, false])
    func readsCaptionsOfPictures(isShown: Bool) throws {
        var package = packageWithPicture()
        package.caption = ("A *wave*", isShown)
        let note = try #require(try package.outcome().notes.first)
        #expect(note.photos[0].caption == (isShown ? "A *wave*" : nil))
        #expect(
            note.otherFields.map(\.key) == (isShown ? [] : ["mediaObjects[0].captionFieldText"]))
    }

    @Test(arguments: [
        ("metadata.plist", "its title, dates and tags in metadata.plist"),
        ("Recordings/library.plist", "the names of its recordings in Recordings/library.plist"),
        (
            "HandwritingIndex/index.plist",
            "the words that the app has recognized in the handwriting"
        ),
    ])
    func reportsPartsThatCannotBeRead(name: String, parts: String) throws {
        var package = MadePackage()
        package.text = "Kept"
        let folder = TemporaryFolder()
        let path = folder.path + "/Waves.note"
        try package.unpack(to: path)
        try folder.write("no property list", to: "Waves.note/" + name)
        let outcome = try MadePackage.outcome(of: path)
        #expect(outcome.notes.map(\.body) == ["Kept\n"])
        let summaries = outcome.diagnostics.map(\.summary)
        let expected = "Waves.note: \(parts) cannot be read: the file "
        #expect(summaries.map { $0.hasPrefix(expected) } == [true], "\(summaries)")
    }

    @Test func reportsRecordingsWithoutAFile() throws {
        var package = MadePackage()
        package.recordings = [("Recordings/a.m4a", "A"), ("", "B")]
        package.files = ["Recordings/a.m4a": [1]]
        let outcome = try package.outcome()
        #expect(outcome.notes.first?.recordings.map(\.name) == ["a.m4a"])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Waves.note: the list of recordings names no file for a recording."
            ])
    }
}
