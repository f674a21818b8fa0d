import Foundation
import Orthography
import TestSupport
import Testing

@Suite(.tags(.fast))
struct NormalFormTests {
    /// Scalars that both libraries know: their versions of Unicode may differ. Foundation takes some
    /// beyond the first plane for others.
    private static let scalars = (0x20..<0x10000).compactMap { Unicode.Scalar($0) }.filter {
        guard let age = $0.properties.age else { return false }
        return age.major < 14 && $0.properties.generalCategory != .surrogate
    }

    @Test func agreesWithFoundation() {
        var others: [Unicode.Scalar] = []
        for scalar in Self.scalars {
            // A mark after each, which composes with some.
            let text = "\(scalar)\u{301}"
            if !text.composed.unicodeScalars.elementsEqual(
                text.precomposedStringWithCanonicalMapping.unicodeScalars)
            {
                others.append(scalar)
            }
        }
        #expect(others.isEmpty, "\(others.prefix(20))")
    }

    @Test(arguments: [
        ("Straße", "strasse"), ("ÉCOLE", "ecole"), ("Ångström", "angstrom"), ("ΑΣ", "ας"),
        ("日本", "日本"), ("e\u{301}", "e"),
    ])
    func foldsCaseAndAccents(text: String, other: String) {
        #expect(text.foldedWithoutAccents == other.foldedWithoutAccents)
    }

    @Test(arguments: [
        ("Größe", "Grosse"), ("Ærø", "Aero"), ("crème brûlée", "creme brulee"), ("Łódź", "Lodz"),
        ("日本 1", " 1"), ("plain", "plain"),
    ])
    func writesLatinLettersInASCII(text: String, ascii: String) {
        #expect(text.inASCII == ascii)
    }
}
