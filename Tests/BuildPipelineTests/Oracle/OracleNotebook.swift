import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteEditing
import TestSupport

/// A notes folder with everything that a notebook can contain, the settings of its build, and the
/// state that random changes need.
struct OracleNotebook {
    let build = NotebookBuild()
    /// The folder for the output of the run from nothing, in memory if possible, which saves half
    /// of the time.
    let freshFolder = TemporaryFolder(isInMemory: true)
    /// The settings of the next run.
    var options: BuildOptions
    /// The notes of plain archives by file name. Most files hold one note.
    var notes: [String: [ArchivedNote]] = [:]
    /// The note that is a symbolic link.
    private var linkedNote = ArchivedNote(title: nil, body: "")
    /// The sound bytes of damaged files by file name.
    var damaged: [String: [UInt8]] = [:]
    /// Paths of files in the published trees that Notebinder did not write.
    var foreign: Set<String> = []
    /// True if a change wrote into the published trees since the last run.
    var hasTouchedTrees = false
    /// True while many notes are missing, so that no run may publish.
    var isFolderAway = false
    /// The number in the name of the last new file.
    private var lastNumber = 0

    /// The place of the folder of most notes while it is missing from the notes folder.
    var away: String { build.folder.path + "/Away" }
    /// The user's templates folder, which exists only at times.
    var templates: String { build.folder.path + "/Templates" }
    /// The output folder of another notebook.
    var otherOutput: String { build.folder.path + "/OtherNotebook" }
    /// The target of the one note that is a symbolic link: a hidden file, and so not a note itself.
    private static let linkTarget = ".linked/note.data"

    init(_ random: inout SeededGenerator) throws {
        options = build.options
        // Rules come and go at will; the run from nothing knows of no earlier ones.
        options.allowsPublished = true
        try addAttachments()
        for number in 0..<150 {
            try archive(
                [note(&random)], to: String(format: "many/%03d.data", number), random: &random)
        }
        for number in 0..<9 {
            try archive([note(&random)], to: "more/\(number).data", random: &random)
        }
        try archive((0..<4).map { _ in note(&random) }, to: "pair.data", random: &random)
        try writeDeck(&random)
        try writeCards(&random)
        try writeNapkin(&random)
        try writeLectures(&random)
        try writeExternalPicture(&random)
        for name in OracleTexts.photoNames.dropLast() { try writePhoto(name, random: &random) }
        for name in OracleTexts.recordingNames { try writeRecording(name, random: &random) }
        try writeCaptions(&random)
        try writeLinkedNote(&random)
        try LocalFiles.makeFolder(build.notes + "/Links")
        try FileManager.default.createSymbolicLink(
            atPath: build.notes + "/Links/linked.data",
            withDestinationPath: path(Self.linkTarget))
        try build.folder.write("readme", to: "MyNotes/readme.txt")
        try makeOtherNotebook()
    }

    /// Imports a note with attachments, which plain archives cannot have.
    private func addAttachments() throws {
        let head = "---\ntitle: Paper\ncreated: 2012-05-04T10:00:00Z\nrating: 4\n---\n"
        let text = "[the paper](paper.pdf) [[Harbour]] #work ![words|50](small.png)\n"
        try build.folder.write(head + text, to: "vault/note.md")
        try build.folder.write("%PDF-1.4 paper", to: "vault/paper.pdf")
        try build.folder.write(OracleArchives.picture(size: 9, tint: 7), to: "vault/small.png")
        _ = try BuildPipeline.importNotes(from: build.folder.path + "/vault", into: options)
    }

    private func makeOtherNotebook() throws {
        let path = build.folder.path + "/Other"
        for number in 0..<40 {
            try build.folder.write(
                note: ArchivedNote(title: "Other \(number)", body: "#sea"),
                to: "Other/many/\(number).data")
        }
        try build.run(notes: path, output: otherOutput)
    }
}

// MARK: - Contents

extension OracleNotebook {
    /// Returns a plain note; one in twelve has photos.
    func note(_ random: inout SeededGenerator) -> ArchivedNote {
        ArchivedNote(
            title: OracleTexts.title(&random), body: OracleTexts.body(&random),
            photos: random.chance(0.08) ? photos(&random) : .none,
            created: OracleTexts.date(&random), modified: OracleTexts.date(&random))
    }

    func photos(_ random: inout SeededGenerator) -> ArchivedNote.Photos {
        let picture = OracleArchives.picture(
            size: random.number(in: 0...3), tint: random.number(in: 0...1))
        let name = ArchivedPhoto.name(random.pick(OracleTexts.photoNames))
        switch random.number(in: 0...4) {
        case 0: return .array([.data(picture)])
        case 1: return .array([name, .mutableData(picture)])
        case 2: return .array([.image(png: picture, orientation: random.pick([0, 3]))])
        case 3: return .dictionary([("2 later", .data(picture)), ("1 first", name)])
        default: return .array([name])
        }
    }

    func writeDeck(_ random: inout SeededGenerator) throws {
        let cards = (0..<random.number(in: 1...4)).map { number in
            (
                question: "Card \(number) " + OracleTexts.body(&random),
                answer: OracleTexts.body(&random), right: random.number(in: 0...9)
            )
        }
        try write(OracleArchives.deck(cards), to: "Words.archive", random: &random)
    }

    /// Writes a deck that is not an archive.
    func writeCards(_ random: inout SeededGenerator) throws {
        let tag = random.pick(OracleTexts.tags)
        let link = random.pick(["Harbour", "Paper", "A walk 2"])
        let text = #"[{"question": "Where? #\#(tag)", "answer": "[[\#(link)]]"}]"#
        try write(Array(text.utf8), to: "Places.json", random: &random)
    }

    func writeNapkin(_ random: inout SeededGenerator) throws {
        let napkin = OracleArchives.napkin(
            title: OracleTexts.title(&random) ?? "Napkin", text: OracleTexts.body(&random),
            tint: random.number(in: 0...2))
        try write(napkin, to: "Napkins.archive", random: &random)
    }

    func writeLectures(_ random: inout SeededGenerator) throws {
        let store = try OracleArchives.lectures(
            title: OracleTexts.title(&random) ?? "Lecture",
            strokes: (0..<2).map { _ in random.number(in: 1...4) }, in: build.folder.path)
        try write(store, to: "Lectures.sqlite", random: &random)
    }

    func writeExternalPicture(_ random: inout SeededGenerator) throws {
        try write(randomPicture(&random), to: OracleArchives.externalPicture, random: &random)
    }

    func writePhoto(_ name: String, random: inout SeededGenerator) throws {
        try write(randomPicture(&random), to: "Photos/" + name, random: &random)
    }

    func writeRecording(_ name: String, random: inout SeededGenerator) throws {
        let level = UInt8(random.number(in: 100...160))
        try write(OracleArchives.recording(level: level), to: "Photos/" + name, random: &random)
    }

    func writeCaptions(_ random: inout SeededGenerator) throws {
        let lines = OracleTexts.photoNames.filter { _ in random.chance(0.5) }.map {
            "\"\($0.lowercased())\": Caption \(random.number(in: 0...5)) & more\n"
        }
        try write(Array(lines.joined().utf8), to: "Photos/captions.yml", random: &random)
    }

    mutating func writeLinkedNote(_ random: inout SeededGenerator) throws {
        linkedNote = note(&random)
        try build.folder.write(note: linkedNote, to: "MyNotes/" + Self.linkTarget)
    }

    /// Changes one letter of the note that the symbolic link leads to; size, inode and modification
    /// time stay.
    ///
    /// - Returns: False if the note has no letters.
    mutating func rewriteLinkTarget(_ random: inout SeededGenerator) throws -> Bool {
        guard let body = OracleTexts.sameLength(linkedNote.body, random: &random) else {
            return false
        }
        linkedNote.body = body
        let path = path(Self.linkTarget)
        try FileWriting.keepingTime(of: path) {
            try FileWriting.overwrite(path, bytes: NoteArchiveWriter.archive(linkedNote))
        }
        return true
    }

    private func randomPicture(_ random: inout SeededGenerator) -> [UInt8] {
        OracleArchives.picture(size: random.number(in: 0...5), tint: random.number(in: 0...3))
    }
}

// MARK: - Files

extension OracleNotebook {
    /// Writes notes into a file and remembers them; a damaged file becomes sound.
    mutating func archive(
        _ notes: [ArchivedNote], to name: String, random: inout SeededGenerator
    ) throws {
        self.notes[name] = notes
        damaged[name] = nil
        try write(Self.bytes(of: notes), to: name, random: &random)
    }

    static func bytes(of notes: [ArchivedNote]) -> [UInt8] {
        notes.count == 1
            ? NoteArchiveWriter.archive(notes[0]) : NoteArchiveWriter.archive(notes)
    }

    func write(_ bytes: [UInt8], to name: String, random: inout SeededGenerator) throws {
        try FileWriting.write(bytes, to: path(name), random: &random)
    }

    func path(_ name: String) -> String { build.notes + "/" + name }

    /// Returns a file name that no note has had before.
    mutating func newName(_ random: inout SeededGenerator) -> String {
        lastNumber += 1
        let folder = random.pick(["", "many/", "more/", "new folder/"])
        return "\(folder)new-\(lastNumber).data"
    }

    /// The names of the sound plain archives, in order.
    var soundNames: [String] {
        notes.keys.filter { damaged[$0] == nil }.sorted()
    }

    /// The names of all files that can be damaged or touched.
    var fileNames: [String] {
        let others = [
            "Words.archive", "Places.json", "Napkins.archive", "Lectures.sqlite",
            OracleArchives.externalPicture, "Photos/captions.yml",
        ]
        let media = (OracleTexts.photoNames + OracleTexts.recordingNames).map { "Photos/" + $0 }
        return soundNames
            + (others + media).filter {
                damaged[$0] == nil && FileManager.default.fileExists(atPath: path($0))
            }
    }
}
