import Hashing
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct FingerprinterTests {
    private func fingerprint(
        _ name: String = "page", _ add: (inout Fingerprinter) -> Void
    ) -> Fingerprint {
        var parts = Fingerprinter(name)
        add(&parts)
        return parts.fingerprint
    }

    /// Values that would be the same if they were merely joined.
    @Test func distinguishesValuesThatConcatenateAlike() {
        let separate = [["ab", "c"], ["a", "bc"], ["abc", ""], ["c", "ab"]].map { texts in
            fingerprint { for text in texts { $0.add(text) } }
        }
        let lists = [["ab", "c"], ["abc"], ["a", "b", "c"], ["abc", ""]].map { texts in
            fingerprint { $0.add(texts) }
        }
        #expect(Set(separate + lists).count == 8)
    }

    @Test func distinguishesNilFromEmptyAndZero() {
        #expect(fingerprint { $0.add(nil as String?) } != fingerprint { $0.add("" as String?) })
        #expect(fingerprint { $0.add(nil as Double?) } != fingerprint { $0.add(0 as Double?) })
        #expect(fingerprint { $0.add([] as [String]) } != fingerprint { $0.add([""]) })
        #expect(fingerprint { $0.add([] as [Bool]) } != fingerprint { $0.add([false]) })
        #expect(
            fingerprint { $0.add(bytes: [] as [UInt8]) }
                != fingerprint { $0.add(bytes: [0] as [UInt8]) })
    }

    @Test func distinguishesOutputsWithEqualInputs() {
        #expect(fingerprint("page") { $0.add(1) } != fingerprint("card") { $0.add(1) })
        #expect(fingerprint("") { $0.add("page") } != fingerprint("page") { _ in })
    }

    @Test func noticesTheSmallestChange() {
        #expect(fingerprint { $0.add(1.0) } != fingerprint { $0.add(1.0.nextUp) })
        #expect(fingerprint { $0.add(0.0) } != fingerprint { $0.add(-0.0) })
        #expect(fingerprint { $0.add(Int.max) } != fingerprint { $0.add(Int.max - 1) })
        // Equal as strings of Swift, but of different bytes.
        #expect(fingerprint { $0.add("é") } != fingerprint { $0.add("e\u{301}") })
        #expect(fingerprint { $0.add([true, false]) } != fingerprint { $0.add([false, true]) })
    }

    @Test func isTheSameForTheSameValues() {
        let made = (0..<2).map { _ in
            fingerprint { $0.add("title", 7, [NoteID(source: "a", index: 1)], true) }
        }
        #expect(made[0] == made[1])
    }

    @Test func hashesASliceLikeAnArray() {
        let bytes: [UInt8] = [0, 1, 2, 3]
        #expect(
            fingerprint { $0.add(bytes: bytes[1..<3]) }
                == fingerprint { $0.add(bytes: [1, 2] as [UInt8]) })
    }

    @Test func allowsIntermediateFingerprints() {
        var parts = Fingerprinter("page")
        let before = parts.fingerprint
        #expect(parts.fingerprint == before)
        parts.add("more")
        #expect(parts.fingerprint != before)
        #expect(parts.fingerprint == fingerprint { $0.add("more") })
    }
}
