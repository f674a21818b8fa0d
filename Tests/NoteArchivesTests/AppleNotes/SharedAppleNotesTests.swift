import Foundation
import Hashing
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Stores that another program made as five versions of the system have them, and real texts, with
/// what has to be found in them.
@Suite(
    .tags(.acceptance),
    .enabled(
        if: Places.hasShared("apple-notes") && Places.program("/usr/bin/python3") != nil,
        "needs the shared maker of stores and Python"))
struct SharedAppleNotesTests {
    private let folder = TemporaryFolder(isInMemory: true)

    /// A note that has to be found.
    private struct Expected: Decodable {
        struct File: Decodable { let sha256: String }

        let identifier, title, account, created, modified, body: String
        let folder, tags: [String]
        let pinned: Bool
        let files: [File]
        let reported, transcripts: [String]?

        /// The text with addresses that a page may have.
        var markdown: String {
            body.replacing("](sha256:", with: "](sha256/").replacing("](note:", with: "](note/")
        }
    }

    /// A note that must not be found.
    private struct Absent: Decodable {
        let identifier, secret: String
    }

    private struct Contents: Decodable {
        let notes: [Expected]
        let absent: [Absent]
        let password: String
    }

    /// Makes a store, and returns the expected contents of a file.
    private func make(_ options: [String], expected: String = "expected") throws -> Contents {
        let run = try FinishedProgram(
            "/usr/bin/python3",
            arguments: [
                Places.shared + "/apple-notes/make_notestore.py", folder.path + "/made",
            ] + options)
        try #require(run.status == 0, "\(run.errors)")
        let data = try Data(
            contentsOf: URL(fileURLWithPath: folder.path + "/made/\(expected).json"))
        return try JSONDecoder().decode(Contents.self, from: data)
    }

    private func read(
        _ path: String, options: ReadingOptions.AppleNotes = .init()
    ) throws -> SourceOutcome {
        let found = try NotesFolder(folder.path + "/made/" + path)
        let reader = SourceReader(folder: found, reading: ReadingOptions(appleNotes: options))
        #expect(found.sources.count == 1)
        return reader.read(try #require(found.sources.first))
    }

    private func expect(_ outcome: SourceOutcome, has expected: Contents) throws {
        var notes = Dictionary(grouping: outcome.notes) { $0.identifier ?? "" }
        let messages = outcome.diagnostics.map(\.summary).joined(separator: "\n")
        for wanted in expected.notes {
            let same = notes[wanted.identifier] ?? []
            let note = try #require(same.first { $0.title == wanted.title } ?? same.first)
            notes[wanted.identifier] = []
            #expect(
                note.title
                    == wanted.title.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            #expect(note.folders == wanted.folder && note.account == wanted.account)
            #expect(note.created.map(text) == text(wanted.created), "\(note.title)")
            #expect(note.modified.map(text) == text(wanted.modified), "\(note.title)")
            let isPinned = note.otherFields.contains(.init("pinned", value: .bool(true)))
            #expect(isPinned == wanted.pinned)
            #expect(Set(note.tags) == Set(wanted.tags.map { Tag($0) }), "\(note.title)")
            let files = note.media.all.compactMap { $0.digest }
            #expect(files.sorted() == wanted.files.map(\.sha256).sorted(), "\(note.title)")
            #expect(
                marked(note.body, of: note) == marked(wanted.markdown, of: nil),
                "\(note.title)")
            for words in wanted.reported ?? [] { #expect(messages.contains(words)) }
            let cues = note.recordings.flatMap { $0.transcript?.cues ?? [] }.map(\.text)
            for words in wanted.transcripts ?? [] { #expect(cues.contains(words)) }
        }
        let all = outcome.notes.map { $0.title + $0.body }.joined() + messages
        for absent in expected.absent {
            #expect(!outcome.notes.contains { $0.identifier == absent.identifier })
            #expect(absent.secret.isEmpty || !all.contains(absent.secret))
        }
    }

    @Test(arguments: ["12", "15", "17", "18", "26"], [[], ["--wal", "--seed", "7"]])
    func findsEverythingOfAVersion(version: String, options: [String]) throws {
        let expected = try make(["--ios", version] + options)
        let outcome = try read("group.com.apple.notes")
        try expect(outcome, has: expected)
        #expect(outcome.notes.count == expected.notes.count)
        let counts = outcome.tallies.flatMap(\.counts.values).reduce(0, +)
        #expect(counts == expected.notes.count + expected.absent.count)
    }

    @Test func findsTheNotesAmongHostileOnes() throws {
        let expected = try make(["--ios", "17", "--hostile"])
        let start = ContinuousClock.now
        let outcome = try read("group.com.apple.notes")
        #expect(ContinuousClock.now - start < .seconds(60))
        try expect(outcome, has: expected)
        #expect(
            try SourceReader(folder: NotesFolder(folder.path + "/made/views/NoteStore.sqlite"))
                .read(
                    .init(
                        name: "NoteStore.sqlite", path: folder.path + "/made/views/NoteStore.sqlite"
                    )
                )
                .notes.isEmpty)
    }

    @Test func readsRealTexts() throws {
        let expected = try make(["--blobs", Places.shared + "/apple-notes/blobs"])
        let outcome = try read("group.com.apple.notes")
        try expect(outcome, has: expected)
        #expect(outcome.diagnostics.isEmpty)
    }

    @Test func readsOldStores() throws {
        let expected = try make([], expected: "expected-legacy")
        let outcome = try read("home/Library/Notes")
        #expect(outcome.notes.map(\.identifier) == expected.notes.map(\.identifier))
        #expect(outcome.notes.map(\.folders) == expected.notes.map(\.folder))
        for (note, wanted) in zip(outcome.notes, expected.notes) {
            #expect(plainText(of: note.body) == plainText(of: wanted.markdown))
        }
    }

    @Test func opensLockedNotesOfBothKinds() throws {
        let expected = try make(["--ios", "18"])
        var options = ReadingOptions.AppleNotes()
        options.passwords = [expected.password]
        let outcome = try read("group.com.apple.notes", options: options)
        let opened = outcome.notes.filter {
            $0.otherFields.contains(.init("locked", value: .bool(true)))
        }
        #expect(opened.count == 2)
        #expect(opened.allSatisfy { note in expected.absent.contains { note.body == $0.secret } })
        #expect(outcome.diagnostics.count { $0.identifier == .lockedNote } == 1)
    }

    // MARK: - Comparison

    private func text(_ date: Date) -> String {
        String(format: "%.3f", date.timeIntervalSince1970)
    }

    private func text(_ date: String) -> String? {
        let strategy = Date.ISO8601FormatStyle(includingFractionalSeconds: date.contains("."))
        return (try? Date(date, strategy: strategy)).map(text)
    }

    /// Returns the characters of a text with their emphasis and links, so that texts are equal if
    /// they mean the same, however that is written.
    private func marked(_ markdown: String, of note: Note?) -> [String] {
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).filter {
            line in
            line != "(unknown)" && line != "(attachment)"
                && !(line.hasPrefix("![")
                    && address(String(line.dropFirst(4).dropLast()), note) == "")
        }
        let html = html(of: lines.joined(separator: "\n"))
        var marks: [String] = []
        var open: [String: Int] = [:]
        var link = ""
        var rest = html[...]
        while let first = rest.first {
            guard first == "<", let end = rest.firstIndex(of: ">") else {
                rest = rest.dropFirst()
                let plain = String(first).precomposedStringWithCompatibilityMapping
                let emphasis = open.filter { $0.value > 0 }.keys.sorted().joined()
                if !first.isWhitespace { marks.append(plain + emphasis + link) }
                continue
            }
            let tag = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
            switch name {
            case "u", "mark", "sup", "sub", "br": continue
            case "strong", "em", "del": open[name, default: 0] += tag.hasPrefix("/") ? -1 : 1
            case "a", "img":
                let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
                let target = parts.count > 1 ? address(String(parts[1]), note) : ""
                if target.hasPrefix("sha256/") { marks.append(target) } else { link = target }
            default: marks.append(String(tag.prefix { $0 != " " }))
            }
        }
        // The words of a link to a file are its name.
        return marks.filter { !$0.isEmpty }
    }

    /// Returns what an address means: the digest of a file, a note, or a page of the web.
    private func address(_ address: String, _ note: Note?) -> String {
        let address = address.removingPercentEncoding ?? address
        guard let note, let file = NoteFiles(note).file(Medium.Kind.allCases, forAddress: address)
        else { return address }
        return note.media[file.kind][file.position].digest.map { "sha256/" + $0 } ?? ""
    }
}

extension Medium {
    /// The SHA-256 of the content; nil if there is none.
    fileprivate var digest: String? { bytes.map { ContentDigest(of: $0).text } }
}
