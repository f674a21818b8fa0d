import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Which of several files a note means by a name.
@Suite(.tags(.fast))
struct PhotoFilesTests {
    private let folder = TemporaryFolder(isInMemory: true)

    /// Returns the content of the file that a note means, among files that contain their own paths.
    private func content(
        of name: String, from source: String, among paths: [String]
    ) throws -> String? {
        for path in paths { try folder.write(path, to: path) }
        let stored = try NotesFolder(folder.path).seen(from: source).photo(named: name).stored
        return stored.map { String(decoding: $0.prefix($0.count), as: UTF8.self) }
    }

    private static let nearest: [(source: String, files: [String], meant: String?)] = [
        ("b/note.data", ["a/p.png", "b/p.png", "c/p.png"], "b/p.png"),
        ("b/note.data", ["a/Photos/p.png", "b/Photos/x/p.png"], "b/Photos/x/p.png"),
        ("b/note.data", ["b/p.png", "b/Photos/p.png"], "b/Photos/p.png"),
        ("b/c/note.data", ["Photos/p.png", "a/p.png", "b/p.png"], "b/p.png"),
        ("b/c/note.data", ["Photos/p.png", "a/p.png", "b/d/p.png"], "Photos/p.png"),
        ("note.data", ["a/p.png"], "a/p.png"),
        ("b/note.data", ["a/p.png", "b/c/p.png"], "b/c/p.png"),
        // None is nearer than the other, and a wrong picture is worse than none.
        ("note.data", ["a/p.png", "b/p.png"], nil),
        ("c/note.data", ["a/Photos/p.png", "b/Photos/p.png"], nil),
    ]

    @Test(arguments: nearest)
    func takesTheNearestFile(source: String, files: [String], meant: String?) throws {
        #expect(try content(of: "p.png", from: source, among: files) == meant)
    }

    @Test func takesEitherOfEqualFilesElsewhere() throws {
        for path in ["a/p.png", "b/p.png"] { try folder.write("same", to: path) }
        let notes = try NotesFolder(folder.path)
        #expect(notes.photo(named: "p.png").stored?.file == folder.path + "/a/p.png")
    }

    private static let spellings: [(name: String, meant: String)] = [
        ("img.png", "img.png"), ("IMG.PNG", "IMG.PNG"), ("Img.png", "IMG.PNG"),
        ("a%20b.png", "a%20b.png"), ("a b.png", "a b.png"), ("x/a%20b.png", "a%20b.png"),
        ("file:///var/a%20b.png", "a%20b.png"), ("x/1.png", "x/1.png"),
        ("/var/mobile/y/1.png", "y/1.png"), ("y/1.PNG", "y/1.png"), ("z/1.png", "x/1.png"),
    ]

    @Test(arguments: spellings) func takesTheFileThatIsSpelledAlike(
        name: String, meant: String
    ) throws {
        let files = ["IMG.PNG", "a b.png", "a%20b.png", "img.png", "x/1.png", "y/1.png"]
        #expect(
            try content(of: name, from: "note", among: files.map { "Photos/" + $0 })
                == "Photos/" + meant)
    }

    @Test func looksForManyFilesOfOneNameInLinearTime() throws {
        let paths = (0..<2000).map { "\($0)/1.png" }
        for path in paths { try folder.write(path, to: path) }
        let notes = try NotesFolder(folder.path)
        for number in [0, 999, 1999] {
            let photo = notes.seen(from: "\(number)/note.data").photo(named: "1.png")
            #expect(photo.stored?.file == folder.path + "/\(number)/1.png")
        }
        #expect(notes.photo(named: "1.png").content == .missing)
        // In a folder of the notes that is not called Photos.
        for path in paths { try folder.write(path, to: path.replacing("/", with: "/img/") + "x") }
        let others = try NotesFolder(folder.path)
        for number in [0, 999, 1999] {
            let photo = others.seen(from: "\(number)/note.data").photo(named: "1.pngx")
            #expect(photo.stored?.file == folder.path + "/\(number)/img/1.pngx")
        }
    }
}
