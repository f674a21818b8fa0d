import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Reading of whole notes folders, made by the writer and by hand.
@Suite(.tags(.acceptance))
struct SourceReaderTests: ReadingSuite {
    let folder = TemporaryFolder()

    private func read(_ note: ArchivedNote) throws -> SourceOutcome {
        try read(NoteArchiveWriter.archive(note))
    }

    @Test func readsNotesRegardlessOfFileName() throws {
        let note = ArchivedNote(
            title: "Title", body: "One\nTwo", created: Date(timeIntervalSinceReferenceDate: 10),
            modified: Date(timeIntervalSinceReferenceDate: 20))
        for name in ["a.data", "b.archive", "c.plist", "d", "sub/e.jpg"] {
            let notes = try read(NoteArchiveWriter.archive(note), as: name).notes
            #expect(notes.map(\.title) == ["Title"])
            #expect(notes.map(\.body) == ["One\nTwo"])
            #expect(notes.map(\.created?.timeIntervalSinceReferenceDate) == [10])
            #expect(notes.map(\.modified?.timeIntervalSinceReferenceDate) == [20])
            #expect(notes.map(\.id) == [NoteID(source: name, index: 0)])
        }
    }

    @Test func truncatesOverlongTexts() throws {
        let text = String(repeating: "0123456789abcde\n", count: (17 << 20) / 16)
        let outcome = try read(
            NoteArchiveWriter.archive([
                ArchivedNote(title: "Long", body: text), ArchivedNote(title: "Short", body: "Text"),
            ]))
        #expect(outcome.notes.map(\.body.utf8.count) == [LocalFiles.maximumTextSize, 4])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
        #expect(outcome.diagnostics.first?.summary.contains("“Long” in notes") == true)
    }

    @Test func readsASwiftModuleAndAnArrayOfNotes() throws {
        let notes = (1...3).map { ArchivedNote(title: "Note \($0)", body: "") }
        let many = try read(NoteArchiveWriter.archive(notes)).notes
        #expect(many.map(\.title) == ["Note 1", "Note 2", "Note 3"])
        #expect(many.map(\.id.index) == [0, 1, 2])
        let one = try read(NoteArchiveWriter.archive(notes[0], className: "My_Notes.NoteObj"))
        #expect(one.notes.map(\.title) == ["Note 1"])
    }

    @Test func findsPhotosInEveryForm() throws {
        try folder.write([1, 2, 3], to: "Photos/Beach.JPG")
        try folder.write([4, 5], to: "Cafe\u{301}.png")
        let photos: [ArchivedPhoto] = [
            .data(picture), .mutableData(picture), .image(png: picture, orientation: 3),
            .name("beach.jpg"), .name("/var/mobile/Documents/MyNotes/Photos/BEACH.jpg"),
            .url("file:///x/Caf%C3%A9.png"), .name("gone.jpg"), .name("../../etc/passwd"),
        ]
        let outcome = try read(ArchivedNote(title: "T", body: "", photos: .array(photos)))
        let note = try #require(outcome.notes.first)
        #expect(
            note.photos.map(\.bytes) == [
                picture, picture, picture, [1, 2, 3], [1, 2, 3], [4, 5], nil, nil,
            ])
        #expect(note.photos[2].orientation == .right)
        #expect(note.photos.suffix(2).map(\.content) == [.missing, .missing])
        #expect(note.photos.suffix(2).map(\.name) == ["gone.jpg", "passwd"])
    }

    @Test func ordersADictionaryOfPhotosByItsKeys() throws {
        let photos: [(caption: String, photo: ArchivedPhoto)] = [
            ("10 last", .data([3])), ("2 second", .data([2])), ("1 first", .data([1])),
        ]
        let notes = try read(
            ArchivedNote(title: "T", body: "", photos: .dictionary(photos))
        ).notes
        #expect(notes.map { $0.photos.map(\.caption) } == [["1 first", "2 second", "10 last"]])
        #expect(notes.map { $0.photos.map(\.bytes) } == [[[1], [2], [3]]])
    }

    @Test func readsPhotosOfXMLArchives() throws {
        let outcome = try read(
            xmlArchive(
                """
                <dict><key>title</key>@2<key>note</key>@3<key>photos</key>@4<key>$class</key>@5</dict>
                <string>XML</string><string>Line</string>
                <data>\(Data(picture).base64EncodedString(options: .lineLength64Characters))</data>
                <dict><key>$classname</key><string>NoteObj</string></dict>
                """))
        #expect(outcome.notes.map { $0.photos.map(\.bytes) } == [[picture]])
    }

    @Test func recoversIntactNotesFromDamagedArchives() throws {
        let outcome = try read(
            xmlArchive(
                """
                <dict><key>NS.objects</key><array>@2@99@3</array><key>$class</key>@6</dict>
                <dict><key>title</key>@4<key>note</key><integer>7</integer><key>photos</key>@98\
                <key>created</key>@4<key>$class</key>@5</dict>
                <dict><key>note</key>@4<key>$class</key>@5</dict>
                <string>Kept</string>
                <dict><key>$classname</key><string>NoteObj</string></dict>
                <dict><key>$classname</key><string>NSArray</string></dict>
                """))
        #expect(outcome.notes.map(\.title) == ["Kept", "Kept"])
        #expect(outcome.diagnostics.count { $0.identifier == .damagedObject } == 3)
        // A text that is not a date is kept unchanged.
        #expect(outcome.notes.first?.dateTexts.created == "Kept")
        #expect(
            outcome.diagnostics.allSatisfy {
                $0.summary.contains("notes") && $0.origin.source == "notes"
            })
    }

    @Test(arguments: [
        (-63_113_904_000.0, true), (-63_113_904_001.0, false), (252_423_993_599.0, true),
        (252_423_993_600.0, false), (.nan, false), (.infinity, false),
    ])
    func keepsDatesOfTheYears1To9999(seconds: Double, isKept: Bool) throws {
        let outcome = try read(
            ArchivedNote(
                title: "T", body: "", created: Date(timeIntervalSinceReferenceDate: seconds)))
        #expect((outcome.notes.first?.created != nil) == isKept)
    }

    /// Small files whose references multiply: lists of one object, and one object in many notes.
    @Test(.timeLimit(.minutes(3))) func boundsTheCostOfSharedObjects() throws {
        let many = String(repeating: "@2", count: 20_000)
        let photos = String(repeating: "@7", count: 20_000)
        let notes = try read(
            xmlArchive(
                """
                <dict><key>NS.objects</key><array>\(many)</array><key>$class</key>@5</dict>
                <dict><key>title</key>@3<key>photos</key>@6<key>$class</key>@4</dict>
                <string>Shared</string>
                <dict><key>$classname</key><string>NoteObj</string></dict>
                <dict><key>$classname</key><string>NSArray</string></dict>
                <dict><key>NS.objects</key><array>\(photos)</array><key>$class</key>@5</dict>
                <data>AAAA</data>
                """)
        ).notes
        #expect(notes.map(\.photos.count) == [1])
        let text = ArchivedNote(title: "T", body: String(repeating: "long ", count: 400_000))
        let outcome = try read(
            NoteArchiveWriter.archive([ArchivedNote](repeating: text, count: 50)))
        // Equal texts are stored once; the first notes beyond the budget are named, and the
        // others are kept.
        #expect(!outcome.notes.isEmpty)
        #expect(outcome.notes.count { !$0.body.isEmpty } < 10)
        #expect(outcome.diagnostics.last?.summary.contains("all that follows was left out") == true)
    }

    @Test func reportsEveryFileThatIsNotRead() throws {
        let files: [(name: String, bytes: [UInt8], result: String)] = [
            ("empty", [], "empty-source"),
            ("zeros.data", [UInt8](repeating: 0, count: 5000), "damaged-archive"),
            ("noise.data", [1, 2, 3, 0xFF], "damaged-archive"),
            ("cut.data", Array("bplist00 and then nothing".utf8), "damaged-archive"),
            ("store.sqlite", Array("SQLite format 3\0more".utf8), "damaged-archive"),
            ("picture.data", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0], "skipped"),
            ("readme.txt", Array("Just a text.\n".utf8), "skipped"),
            ("note.json", Array("{\"title\": \"x\"}".utf8), "no-note-in-archive"),
            (
                "p.plist",
                Array("<plist><dict><key>title</key><string>x</string></dict></plist>".utf8),
                "no-note-in-archive"
            ),
        ]
        for name in [".DS_Store", "._a.data", "thumbnail/1@2x.png"] {
            try folder.write("x", to: name)
        }
        for file in files {
            let outcome = try read(file.bytes, as: file.name)
            let result =
                switch outcome.result {
                case .read: "read"
                case .skipped: "skipped"
                case .failed: outcome.diagnostics.first?.identifier.rawValue ?? "silent"
                }
            #expect(result == file.result, "\(file.name)")
        }
        let left = try NotesFolder(folder.path).leftOut
        #expect(left.map(\.name) == [".DS_Store", "._a.data", "thumbnail"])
        #expect(left.allSatisfy { !$0.mayHoldNotes })
    }

    @Test func neverLeavesTheFolderThroughALink() throws {
        let outside = TemporaryFolder()
        try LocalFiles.makeFolder(folder.path + "/Photos")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Photos/secret.jpg",
            withDestinationPath: try outside.write([9], to: "secret.jpg"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/linked", withDestinationPath: outside.path)
        let outcome = try read(
            ArchivedNote(title: "T", body: "", photos: .array([.name("secret.jpg")])))
        #expect(outcome.notes.map { $0.photos.map(\.content) } == [[.missing]])
        #expect(try NotesFolder(folder.path).leftOut.map(\.name) == ["linked"])
    }

    @Test func opensASingleFileAsANotesFolder() throws {
        let note = ArchivedNote(title: "T", body: "", photos: .array([.name("p.png")]))
        let path = try folder.write(notes: [note], to: "MyNotes")
        try folder.write(picture, to: "Photos/p.png")
        let notes = try NotesFolder(path)
        #expect(notes.sources.map(\.name) == ["MyNotes"])
        let outcome = SourceReader(folder: notes).read(notes.sources[0])
        #expect(outcome.notes.map { $0.photos.map(\.bytes) } == [[picture]])
    }

    @Test func readsAnArchiveTooLargeForOneCall() throws {
        let large = [UInt8](repeating: 7, count: 3_000_000)
        let outcome = try read(
            ArchivedNote(title: "Large", body: "x", photos: .array([.data(large)])))
        #expect(outcome.notes.map { $0.photos.map(\.bytes) } == [[large]])
    }

    @Test func followsNestedArchivesOfImages() throws {
        // An app archives each image separately, and stores the resulting data in the note.
        var inner = NoteArchiveWriter.archive(
            ArchivedNote(title: nil, body: "", photos: .array([.data(picture)])))
        // A note is not an image: its archive is refused with a reason, and the note is kept.
        let wrong = try read(ArchivedNote(title: "T", body: "", photos: .array([.data(inner)])))
        #expect(wrong.notes.map { $0.photos.map(\.content) } == [[.damaged]])
        for _ in 0..<6 {
            inner = NoteArchiveWriter.archive(
                ArchivedNote(title: nil, body: "", photos: .array([.data(inner)])))
        }
        #expect(try read(inner).notes.map(\.photos.count) == [1])
    }
}
