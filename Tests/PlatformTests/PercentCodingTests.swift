import Foundation
import Platform
import TestSupport
import Testing

@Suite(.tags(.fast))
struct PercentCodingTests {
    private static let texts =
        (0...255).map { String(Unicode.Scalar(UInt8($0))) } + ["", "a b/ü日?.html", "e\u{301}", "👩‍👩‍👧"]

    @Test(arguments: texts) func encodesPathsAsFoundationDoes(text: String) {
        let other = text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        #expect(text.percentEncodedPath == other)
        #expect(text.percentEncodedPath.percentDecoded == text)
    }

    @Test(arguments: [
        "%41", "a%20b", "%c3%bc", "%C3%BC", "%", "%4", "%zz", "%ff", "%00", "100%25", "%%", "ü%20",
        "%+1", "% 1",
    ])
    func decodesAsFoundationDoes(text: String) {
        #expect(text.percentDecoded == text.removingPercentEncoding)
    }
}
