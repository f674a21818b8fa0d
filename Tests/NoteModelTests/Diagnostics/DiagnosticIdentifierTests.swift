import NoteModel
import TestSupport
import Testing

/// The identifiers as reports and scripts know them.
@Suite(.tags(.fast))
struct DiagnosticIdentifierTests {
    /// The names and severities of all identifiers. A change of this table is a change of the report's format.
    private static let table: [String: Diagnostic.Severity] = [
        "unreadable-source": .error, "empty-source": .error, "unsupported-source": .error,
        "damaged-archive": .error, "no-note-in-archive": .error, "damaged-object": .error,
        "unknown-class": .error, "unread-attachment": .error, "missing-photo": .error,
        "unusable-transcript": .warning, "unreadable-photo": .error, "uncopied-photo": .error,
        "unreadable-recording": .error,
        "unreadable-attachment": .error, "missing-decoder": .error, "unused-rule": .error,
        "unwritten-report": .error, "failed-hook": .error, "failed-upload": .error,
        "failed-run": .error, "failed-backup": .error, "removed-tree": .warning,
        "picture-of-the-app": .warning, "impossible-date": .warning,
        "incomplete-card": .warning, "impossible-count": .warning, "odd-stroke": .warning,
        "orphaned-row": .error, "sideways-photo": .warning, "unusable-caption": .warning,
        "renamed-in-bag": .warning, "exceeds-format": .error, "large-book": .warning,
        "adapted-to-format": .warning,
        "shared-words": .warning, "dead-link": .warning,
        "broken-page": .warning, "costly-markdown": .warning, "damaged-file": .warning,
        "untranslated-language": .warning, "unremembered-rules": .warning,
        "locked-note": .error, "note-in-cloud": .error, "unread-trash": .note,
        "taken-for-note": .note, "foreign-file": .note, "new-ledger": .note,
    ]

    @Test func keepsItsNamesAndSeverities() {
        let now = Diagnostic.Identifier.allCases.map { ($0.rawValue, $0.severity) }
        #expect(Dictionary(now) { first, _ in first } == Self.table)
    }

    @Test func isFoundByItsName() {
        for name in Self.table.keys {
            #expect(Diagnostic.Identifier(rawValue: name)?.rawValue == name)
        }
        #expect(Diagnostic.Identifier(rawValue: "Missing-Photo") == nil)
        #expect(Diagnostic.Identifier(rawValue: "") == nil)
    }

    @Test func ordersSeveritiesTotally() {
        let all: [Diagnostic.Severity] = [.error, .note, .warning, .note]
        #expect(all.sorted() == [.note, .note, .warning, .error])
        #expect(all.max() == .error)
        for severity in all { #expect(!(severity < severity)) }
    }

    @Test func distinguishesDiagnosticsByEveryPart() {
        func made(
            _ identifier: Diagnostic.Identifier = .emptySource, source: String = "a",
            place: String = "root", summary: String = "s", suggestion: String = "t"
        ) -> Diagnostic {
            Diagnostic(
                identifier, origin: .init(source: source, place: place), summary: summary,
                suggestion: suggestion)
        }
        let others = [
            made(.damagedArchive), made(source: "b"), made(place: "root[1]"), made(summary: "x"),
            made(suggestion: ""),
        ]
        #expect(Set(others + [made(), made()]).count == others.count + 1)
    }

    @Test func refersToTheWholeFileByDefault() {
        let diagnostic = Diagnostic(.emptySource, origin: .init(source: "a"), summary: "s")
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.origin.place.isEmpty)
        #expect(diagnostic.suggestion.isEmpty)
    }
}
