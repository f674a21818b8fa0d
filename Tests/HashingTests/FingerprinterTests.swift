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
    @Test func keepsApartValuesThatLookAlikeWhenJoined() {
        let all = [
            fingerprint {
                $0.add("ab")
                $0.add("c")
            },
            fingerprint {
                $0.add("a")
                $0.add("bc")
            },
            fingerprint {
                $0.add("abc")
                $0.add("")
            },
            fingerprint {
                $0.add("c")
                $0.add("ab")
            },
            fingerprint { $0.add(["ab", "c"]) }, fingerprint { $0.add(["abc"]) },
            fingerprint { $0.add(["a", "b", "c"]) }, fingerprint { $0.add(["abc", ""]) },
        ]
        #expect(Set(all).count == all.count)
    }

    @Test func keepsApartNothingAndEmptyOrZero() {
        #expect(fingerprint { $0.add(nil as String?) } != fingerprint { $0.add("" as String?) })
        #expect(fingerprint { $0.add(nil as Double?) } != fingerprint { $0.add(0 as Double?) })
        #expect(fingerprint { $0.add([] as [String]) } != fingerprint { $0.add([""]) })
        #expect(fingerprint { $0.add([] as [Bool]) } != fingerprint { $0.add([false]) })
        #expect(
            fingerprint { $0.add(bytes: [] as [UInt8]) }
                != fingerprint { $0.add(bytes: [0] as [UInt8]) })
    }

    @Test func keepsApartOutputsWithEqualInputs() {
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
        func made() -> Fingerprint {
            fingerprint { parts in
                parts.add("title")
                parts.add(7)
                parts.add([NoteID(source: "a", index: 1)])
                parts.add(true)
            }
        }
        #expect(made() == made())
    }

    @Test func takesASliceForItsBytes() {
        let bytes: [UInt8] = [0, 1, 2, 3]
        #expect(
            fingerprint { $0.add(bytes: bytes[1..<3]) }
                == fingerprint { $0.add(bytes: [1, 2] as [UInt8]) })
    }

    @Test func canBeAskedAfterEachValue() {
        var parts = Fingerprinter("page")
        let before = parts.fingerprint
        #expect(parts.fingerprint == before)
        parts.add("more")
        #expect(parts.fingerprint != before)
        #expect(parts.fingerprint == fingerprint { $0.add("more") })
    }
}
