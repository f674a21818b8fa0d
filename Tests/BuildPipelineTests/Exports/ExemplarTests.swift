import BuildPipeline
import BuildTestSupport
import Hashing
import LocalFiles
import NoteArchives
import NoteEditing
import NoteExports
import NoteModel
import TestSupport
import Testing

/// Notes in which every field is set, on every way out of the program and back.
@Suite(.tags(.acceptance))
struct ExemplarTests {
    private let build = NotebookBuild()
    private let made: [Note]

    init() throws {
        made = try Exemplar(build.folder, media: "in").notes
        var importer = try NotesImporter(build.notes, reading: ReadingOptions())
        try importer.write(made, plainName: \.title)
        #expect(importer.outcome.problems == [])
    }

    /// Requires that notes are those of the exemplar, but for some fields.
    ///
    /// - Parameter except: The fields that the way does not carry, by the sources of notes.
    private func expectSame(
        _ notes: [Note], except: [String: Set<String>] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(notes.map(\.id) == made.map(\.id).sorted(), sourceLocation: sourceLocation)
        for note in notes {
            let other = try #require(made.first { $0.id == note.id })
            let lost = except[note.id.source] ?? []
            let differences = try Exemplar.differences(sorted(other), sorted(note))
            #expect(
                differences == lost, "\(note.id.source): \(differences.sorted())",
                sourceLocation: sourceLocation)
        }
    }

    /// Returns a note with its other fields by their keys, since dictionaries have no order.
    private func sorted(_ note: Note) -> Note {
        var note = note
        note.otherFields.sort { $0.key < $1.key }
        return note
    }

    /// A field that is added to the model has to be set in the exemplar, or to be named here.
    @Test func setsEveryField() {
        #expect(
            Exemplar.unset(in: made) == [
                // The kind is that of the list, and transcripts are files beside the archive.
                "Medium.kind", "Medium.kind", "Medium.kind",
                "Medium.orientation", "Medium.orientation", "Medium.orientation",
                "Medium.transcript", "Medium.transcript", "Medium.transcript",
                // A build makes pictures of the pages of documents.
                "Page.background",
            ])
    }

    @Test func roundTripsThroughArchives() throws {
        try expectSame(try build.readNotes())
    }

    /// The cache has what archives have not, too: what a build adds to notes.
    @Test func roundTripsThroughTheCache() throws {
        var made = made
        made[0].identity = "urn:x"
        made[0].photos[0] = Medium(.photo, orientation: .left, content: .damaged)
        made[0].photos[1].content = .stored(
            StoredBytes(file: "/x", range: 5..<9, decodedRange: 1..<2))
        made[0].pages[0].background = Frame(x: 1, y: 2, width: 3, height: 4).map {
            DocumentPage(3, of: .missing, named: "a.pdf", frame: $0)
        }
        made[3].otherFields.append(.init("numbers", value: .numbers([1, 2.5])))
        #expect(!Exemplar.unset(in: made).contains("Page.background"))
        for note in made {
            var writer = ByteWriter()
            writer.write(note)
            let bytes = writer.bytes
            var reader = ByteReader(bytes)
            #expect(try reader.value() as Note == note)
            #expect(reader.isAtEnd)
            for count in bytes.indices {
                var reader = ByteReader(Array(bytes[..<count]))
                #expect(throws: BinaryDecodingError.self) { try reader.value() as Note }
            }
            // Reading ends, whatever value a byte is changed to.
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 0xFF
                var reader = ByteReader(changed)
                _ = try? reader.value() as Note
            }
        }
    }

    /// Exports the notes in whatever state they are, and returns them as an import archives them.
    private func imported(_ format: BuildOptions.Format) throws -> [Note] {
        try build.run {
            $0.formats = [format]
            $0.markdown = MarkdownStyle(photos: .originals)
            $0.rules.publishedStates = Set(Note.State.allCases)
        }
        let report = try build.importNotes("Notebook/" + format.rawValue, to: "Copy")
        #expect(report.counts.notImported == 0, "\(report.problems)")
        return try build.readNotes("Copy")
    }

    @Test func roundTripsThroughTheJSONTree() throws {
        // An export holds no note that another one replaces.
        try expectSame(try imported(.json), except: ["replacing.data": ["replaced"]])
    }

    @Test func roundTripsThroughMarkdown() throws {
        // Handwriting becomes pictures, which the text shows with their captions.
        let ofPages: Set = ["body", "media", "pages"]
        try expectSame(
            try imported(.markdown),
            except: [
                "lecture.data": ofPages, "replacing.data": ofPages.union(["replaced"]),
                "napkin.data": ["drawing", "media"],
                // The fields that an app keeps of cards, for which Markdown has no place.
                "deck.data": ["deck"],
                // A title that was made of the first line is written as a title.
                "typed.data": ["hasOwnTitle"],
            ])
    }

    private func editor() throws -> NotesEditor {
        try NotesEditor(
            build.notes, notebook: Notebook(title: "", notes: try build.readNotes()),
            isComplete: true,
            reading: ReadingOptions())
    }

    @Test func isRestoredFromTheTrash() throws {
        for note in made {
            let entry = try editor().delete(note.id, named: "gone")
            #expect(try !build.readNotes().contains { $0.id == note.id })
            #expect(try editor().restore(entry) == note.id.source)
            try expectSame(try build.readNotes())
        }
    }

    @Test func isRestoredFromAnEarlierVersion() throws {
        for note in made where note.deck == nil {
            let editor = try editor()
            var draft = try editor.draft(of: note.id)
            try draft.setTitle("Changed")
            try editor.save(draft, named: "before")
            #expect(try build.readNotes().contains { $0.id == note.id && $0.title == "Changed" })
            let entry = try #require(try editor.trash.entries().first)
            #expect(try self.editor().restore(entry) == note.id.source)
            try expectSame(try build.readNotes())
            let trash = try self.editor().trash
            try trash.purge(try trash.entries())
        }
    }

    /// A copy that is shown in place of a note whose source is never written.
    @Test func isPreservedInAReplacementCopy() throws {
        for note in try build.readNotes() where note.deck == nil && note.replaced == nil {
            let editor = try editor()
            let draft = try editor.replacementDraft(of: note, named: "copy")
            let source = try editor.create(draft, media: EditedMedia(), named: "copy")
            let shown = try build.readNotes()
            #expect(!shown.contains { $0.id == note.id })
            let copy = try #require(shown.first { $0.id.source == source })
            let differences = try Exemplar.differences(sorted(note), sorted(copy))
            // The file of the copy has another name, from which no title may be made.
            let expected: Set = note.hasOwnTitle ? ["replaced"] : ["replaced", "hasOwnTitle"]
            #expect(differences == expected, "\(note.id.source): \(differences.sorted())")
        }
    }
}
