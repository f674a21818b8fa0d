import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Reading of whole notes folders, made by the writer and by hand.
@Suite(.tags(.acceptance))
struct SourceReaderTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func outcomes() throws -> [String: SourceOutcome] {
        let notes = try NotesFolder(folder.path)
        let reader = SourceReader(folder: notes)
        return Dictionary(uniqueKeysWithValues: notes.sources.map { ($0.name, reader.read($0)) })
    }

    private func notes(of name: String) throws -> [Note] {
        guard case .read(let notes) = try outcomes()[name]?.result else { return [] }
        return notes
    }

    private func bytes(_ photo: Medium) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try photo.stored?.forEachChunk { bytes.append(contentsOf: $0) }
        return bytes
    }

    private let picture = PNGPicture.quarters(width: 4, height: 2)

    @Test func readsANoteWhateverItsFileIsCalled() throws {
        let note = ArchivedNote(
            title: "Title", body: "One\nTwo", created: Date(timeIntervalSinceReferenceDate: 10),
            modified: Date(timeIntervalSinceReferenceDate: 20))
        let names = ["a.data", "b.archive", "c.plist", "d", "sub/e.jpg"]
        for name in names { try folder.write(note: note, to: name) }
        for name in names {
            let read = try #require(try notes(of: name).first)
            #expect(read.title == "Title")
            #expect(read.body == "One\nTwo")
            #expect(read.created?.timeIntervalSinceReferenceDate == 10)
            #expect(read.modified?.timeIntervalSinceReferenceDate == 20)
            #expect(read.id == NoteID(source: name, index: 0))
        }
    }

    @Test func keepsTheBeginningOfAnEndlessText() throws {
        let text = String(repeating: "0123456789abcde\n", count: (17 << 20) / 16)
        try folder.write(
            notes: [
                ArchivedNote(title: "Long", body: text), ArchivedNote(title: "Short", body: "Text"),
            ], to: "a.data")
        let outcome = try #require(try outcomes()["a.data"])
        #expect(outcome.notes.map(\.body.utf8.count) == [LocalFiles.maximumTextSize, 4])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
        #expect(outcome.diagnostics.first?.summary.contains("“Long” in a.data") == true)
    }

    @Test func readsASwiftModuleAndAnArrayOfNotes() throws {
        let notes = (1...3).map { ArchivedNote(title: "Note \($0)", body: "") }
        try folder.write(notes: notes, to: "many")
        try folder.write(
            NoteArchiveWriter.archive(notes[0], className: "My_Notes.NoteObj"), to: "one")
        #expect(try self.notes(of: "many").map(\.title) == ["Note 1", "Note 2", "Note 3"])
        #expect(try self.notes(of: "many").map(\.id.index) == [0, 1, 2])
        #expect(try self.notes(of: "one").map(\.title) == ["Note 1"])
    }

    @Test func findsPhotosInEveryForm() throws {
        try folder.write([1, 2, 3], to: "Photos/Beach.JPG")
        try folder.write([4, 5], to: "Cafe\u{301}.png")
        let photos: [ArchivedPhoto] = [
            .data(picture), .mutableData(picture), .image(png: picture, orientation: 3),
            .name("beach.jpg"), .name("/var/mobile/Documents/MyNotes/Photos/BEACH.jpg"),
            .url("file:///x/Caf%C3%A9.png"), .name("gone.jpg"), .name("../../etc/passwd"),
        ]
        try folder.write(
            note: ArchivedNote(title: "T", body: "", photos: .array(photos)), to: "a.data")
        let note = try #require(try notes(of: "a.data").first)
        #expect(
            try note.photos.map(bytes) == [
                picture, picture, picture, [1, 2, 3], [1, 2, 3], [4, 5], [], [],
            ])
        #expect(note.photos[2].orientation == .right)
        #expect(note.photos.suffix(2).map(\.content) == [.missing, .missing])
        #expect(note.photos.suffix(2).map(\.name) == ["gone.jpg", "passwd"])
    }

    @Test func ordersADictionaryOfPhotosByItsKeys() throws {
        let photos: [(caption: String, photo: ArchivedPhoto)] = [
            ("10 last", .data([3])), ("2 second", .data([2])), ("1 first", .data([1])),
        ]
        try folder.write(
            note: ArchivedNote(title: "T", body: "", photos: .dictionary(photos)), to: "a")
        let note = try #require(try notes(of: "a").first)
        #expect(note.photos.map(\.caption) == ["1 first", "2 second", "10 last"])
        #expect(try note.photos.map(bytes) == [[1], [2], [3]])
    }

    @Test func readsThePhotosOfXMLAndNestedArchives() throws {
        let objects = """
            <string>$null</string>
            <dict><key>title</key>\(uid(2))<key>note</key>\(uid(3))<key>photos</key>\(uid(4))\
            <key>$class</key>\(uid(5))</dict>
            <string>XML</string><string>Line</string>
            <data>\(Data(picture).base64EncodedString(options: .lineLength64Characters))</data>
            <dict><key>$classname</key><string>NoteObj</string></dict>
            """
        try folder.write(xml(objects), to: "x.plist")
        let note = try #require(try notes(of: "x.plist").first)
        #expect(try note.photos.map(bytes) == [picture])
    }

    private func uid(_ number: Int) -> String {
        "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    }

    private func xml(_ objects: String) -> String {
        "<?xml version=\"1.0\"?><plist><dict><key>$archiver</key><string>NSKeyedArchiver</string>"
            + "<key>$objects</key><array>\(objects)</array><key>$top</key><dict><key>root</key>"
            + "\(uid(1))</dict></dict></plist>"
    }

    @Test func keepsWhatIsSoundBesideDamage() throws {
        let objects = """
            <string>$null</string>
            <dict><key>NS.objects</key><array>\(uid(2))\(uid(99))\(uid(3))</array><key>$class</key>\(uid(6))</dict>
            <dict><key>title</key>\(uid(4))<key>note</key><integer>7</integer><key>photos</key>\(uid(98))\
            <key>created</key>\(uid(4))<key>$class</key>\(uid(5))</dict>
            <dict><key>note</key>\(uid(4))<key>$class</key>\(uid(5))</dict>
            <string>Kept</string>
            <dict><key>$classname</key><string>NoteObj</string></dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            """
        try folder.write(xml(objects), to: "a")
        let outcome = try #require(try outcomes()["a"])
        #expect(try notes(of: "a").map(\.title) == ["Kept", "Kept"])
        let identifiers = outcome.diagnostics.map(\.identifier)
        #expect(identifiers.count { $0 == .damagedObject } == 3)
        // A text that is not a date is kept unchanged.
        #expect(try notes(of: "a").first?.dateTexts.created == "Kept")
        #expect(
            outcome.diagnostics.allSatisfy { $0.summary.contains("a") && $0.origin.source == "a" })
    }

    @Test(arguments: [
        (-63_113_904_000.0, true), (-63_113_904_001.0, false), (252_423_993_599.0, true),
        (252_423_993_600.0, false), (.nan, false), (.infinity, false),
    ])
    func keepsDatesOfTheYears1To9999(seconds: Double, isKept: Bool) throws {
        try folder.write(
            note: ArchivedNote(
                title: "T", body: "", created: Date(timeIntervalSinceReferenceDate: seconds)),
            to: "a")
        #expect((try notes(of: "a").first?.created != nil) == isKept)
    }

    /// Small files whose references multiply: lists of one object, and one object in many notes.
    @Test(.timeLimit(.minutes(3))) func boundsWhatSharedObjectsCost() throws {
        let note =
            "<dict><key>title</key>\(uid(3))<key>photos</key>\(uid(6))<key>$class</key>\(uid(4))</dict>"
        let many = String(repeating: uid(2), count: 20_000)
        let photos = String(repeating: uid(7), count: 20_000)
        try folder.write(
            xml(
                """
                <string>$null</string>
                <dict><key>NS.objects</key><array>\(many)</array><key>$class</key>\(uid(5))</dict>
                \(note)<string>Shared</string>
                <dict><key>$classname</key><string>NoteObj</string></dict>
                <dict><key>$classname</key><string>NSArray</string></dict>
                <dict><key>NS.objects</key><array>\(photos)</array><key>$class</key>\(uid(5))</dict>
                <data>AAAA</data>
                """), to: "a")
        let notes = try notes(of: "a")
        #expect(notes.count == 1)
        #expect(notes.first?.photos.count == 1)
        let text = ArchivedNote(title: "T", body: String(repeating: "long ", count: 400_000))
        try folder.write(notes: [ArchivedNote](repeating: text, count: 50), to: "b")
        let outcome = try #require(try outcomes()["b"])
        // Equal texts are stored once; the first notes beyond the budget are named, and the
        // others are kept.
        guard case .read(let read) = outcome.result else {
            Issue.record("not read")
            return
        }
        #expect(read.count { !$0.body.isEmpty } < 10)
        #expect(outcome.diagnostics.last?.summary.contains("all that follows was left out") == true)
    }

    @Test func namesEachFileThatItDoesNotRead() throws {
        try folder.write("", to: "empty")
        try folder.write([UInt8](repeating: 0, count: 5000), to: "zeros.data")
        try folder.write([1, 2, 3, 0xFF], to: "noise.data")
        try folder.write("bplist00 and then nothing", to: "cut.data")
        try folder.write("SQLite format 3\0more", to: "store.sqlite")
        try folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0], to: "picture.data")
        try folder.write("Just a text.\n", to: "readme.txt")
        try folder.write("{\"title\": \"x\"}", to: "note.json")
        try folder.write(
            "<plist><dict><key>title</key><string>x</string></dict></plist>", to: "p.plist")
        try folder.write("x", to: ".DS_Store")
        try folder.write("x", to: "._a.data")
        try folder.write("x", to: "thumbnail/1@2x.png")
        let outcomes = try outcomes()
        func result(_ name: String) -> String {
            switch outcomes[name]?.result {
            case .read: "read"
            case .skipped: "skipped"
            case .failed: outcomes[name]?.diagnostics.first?.identifier.rawValue ?? "silent"
            case nil: "not found"
            }
        }
        #expect(result("empty") == "empty-source")
        #expect(result("zeros.data") == "damaged-archive")
        #expect(result("noise.data") == "damaged-archive")
        #expect(result("cut.data") == "damaged-archive")
        #expect(result("store.sqlite") == "damaged-archive")
        #expect(result("picture.data") == "skipped")
        #expect(result("readme.txt") == "skipped")
        #expect(result("note.json") == "no-note-in-archive")
        #expect(result("p.plist") == "no-note-in-archive")
        let left = try NotesFolder(folder.path).leftOut
        #expect(left.map(\.name) == [".DS_Store", "._a.data", "thumbnail"])
        #expect(left.allSatisfy { !$0.mayHoldNotes })
    }

    @Test func neverLeavesTheFolderThroughALink() throws {
        let outside = try TemporaryFolder()
        try outside.write([9], to: "secret.jpg")
        try folder.write(
            note: ArchivedNote(title: "T", body: "", photos: .array([.name("secret.jpg")])), to: "a"
        )
        try LocalFiles.makeFolder(folder.path + "/Photos")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Photos/secret.jpg",
            withDestinationPath: outside.path + "/secret.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/linked", withDestinationPath: outside.path)
        #expect(try notes(of: "a").first?.photos.map(\.content) == [.missing])
        #expect(try NotesFolder(folder.path).leftOut.map(\.name) == ["linked"])
    }

    @Test func takesASingleFileForANotesFolder() throws {
        let path = try folder.write(
            notes: [
                ArchivedNote(title: "T", body: "", photos: .array([.name("p.png")]))
            ],
            to: "MyNotes")
        try folder.write(picture, to: "Photos/p.png")
        let notes = try NotesFolder(path)
        #expect(notes.sources.map(\.name) == ["MyNotes"])
        guard case .read(let read) = SourceReader(folder: notes).read(notes.sources[0]).result
        else {
            Issue.record("not read")
            return
        }
        #expect(try read.first?.photos.map(bytes) == [picture])
    }

    @Test func readsAnArchiveTooLargeForOneCall() throws {
        let large = [UInt8](repeating: 7, count: 3_000_000)
        try folder.write(
            note: ArchivedNote(title: "Large", body: "x", photos: .array([.data(large)])), to: "a")
        let note = try #require(try notes(of: "a").first)
        #expect(try note.photos.map(bytes) == [large])
    }

    @Test func followsNestedArchivesOfImages() throws {
        // An app archives each image separately, and stores the resulting data in the note.
        var inner = NoteArchiveWriter.archive(
            ArchivedNote(title: nil, body: "", photos: .array([.data(picture)])))
        // A note is not an image: its archive is refused with a reason, and the note is kept.
        try folder.write(
            note: ArchivedNote(title: "T", body: "", photos: .array([.data(inner)])), to: "wrong")
        #expect(try notes(of: "wrong").first?.photos.map(\.content) == [.damaged])
        for _ in 0..<6 {
            inner = NoteArchiveWriter.archive(
                ArchivedNote(title: nil, body: "", photos: .array([.data(inner)])))
        }
        try folder.write(inner, to: "deep")
        #expect(try notes(of: "deep").first?.photos.count == 1)
    }
}
