import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct DiagnosticTests {
    @Test func identifiersAreUniqueAndInKebabCase() {
        let identifiers = Diagnostic.Identifier.allCases.map(\.rawValue)
        #expect(Set(identifiers).count == identifiers.count)
        for identifier in identifiers {
            #expect(
                identifier.allSatisfy { $0.isLowercase || $0 == "-" } && !identifier.hasPrefix("-"))
        }
    }

    @Test func severitiesAreOrdered() {
        #expect(Diagnostic.Severity.note < .warning)
        #expect(Diagnostic.Severity.warning < .error)
        let diagnostic = Diagnostic(
            .missingPhoto, origin: .init(source: "A.data"), summary: "gone.jpg is missing.")
        #expect(diagnostic.severity == .error)
    }
}
