import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Archives that real programs wrote, and damaged ones, if they are available: each gives notes,
/// the finding that it contains none, or a diagnostic that names it.
@Suite(
    .tags(.acceptance),
    .enabled(if: Places.hasShared("archives"), "needs the folder of real archives"))
struct SharedArchiveTests {
    @Test func yieldsNotesOrADiagnostic() throws {
        let folder = try NotesFolder(Places.shared + "/archives")
        let reader = SourceReader(folder: folder)
        let outcomes = folder.sources.map { reader.read($0) }
        #expect(outcomes.count >= 39)
        #expect(
            outcomes.flatMap(\.notes).map(\.title) == [
                "baa", "baa", "black", "sheep", "Some cool title",
            ])
        for outcome in outcomes where outcome.notes.isEmpty {
            if case .skipped(let reason) = outcome.result {
                #expect(!reason.isEmpty)
                continue
            }
            let diagnostic = try #require(outcome.diagnostics.first, "\(outcome.source.name)")
            #expect(diagnostic.summary.hasPrefix(outcome.source.name))
            // A sound archive without notes is kept.
            let isSound = diagnostic.identifier == .noNoteInArchive
            #expect(outcome.unread.count == (isSound ? 1 : 0), "\(outcome.source.name)")
        }
    }

    @Test func describesEveryArchive() throws {
        for source in try NotesFolder(Places.shared + "/archives").sources {
            let isDescribed = [false, true].map { isPlain in
                (try? ArchiveInspection.description(
                    ofFileAt: source.path, named: source.name, isPlain: isPlain)) != nil
            }
            #expect(isDescribed[0] == isDescribed[1], "\(source.name)")
        }
        let cycle = try ArchiveInspection.description(
            ofFileAt: Places.shared + "/archives/self-containing-array.plist", named: "cycle")
        #expect(String(decoding: cycle.indented, as: UTF8.self).contains("{\"$ref\":1}"))
    }
}
