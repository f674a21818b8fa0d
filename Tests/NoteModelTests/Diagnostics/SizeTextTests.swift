import NoteModel
import TestSupport
import Testing

/// Sizes in messages.
@Suite(.tags(.fast))
struct SizeTextTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (1_549, "1.5 kB"),
        (1_550, "1.6 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"), (12_000_000, "12.0 MB"),
        (2_500_000_000, "2.5 GB"), (Int.max, "9.2 EB"),
    ])
    func usesDecimalUnits(count: Int, expected: String) {
        #expect(sizeText(ofBytes: count) == expected)
    }
}
