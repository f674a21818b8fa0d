import Orthography

/// Collects the biwords of documents: words that follow each other, and three characters of
/// Chinese, Japanese or Korean.
///
/// A biword is known by a number of 16 bits only, a hash of the first word and of the first two
/// characters of the second, so that the second may be incomplete in a query. A document with all
/// the numbers of a phrase almost certainly has the phrase. `lookup.js` computes the same numbers
/// from a query. Any change must be made in both.
struct BiwordCollector {
    /// The number of different biwords: so many that few documents of a hundred words share one by
    /// accident.
    static let count = 1 << 16

    /// The biwords of each document in turn, each once and in two bytes, the lower first.
    private(set) var found: [UInt8] = []
    /// The last document that has each biword; -1 for none.
    private var last = [Int32](repeating: -1, count: count)
    /// The hash of the term before the current one; nil at the beginning of a text or run.
    private var previous: (hash: UInt32, isSigns: Bool)?

    /// Begins a text, whose first word does not follow any other.
    mutating func begin() { previous = nil }

    /// Adds the next term of the text that has begun.
    @inline(__always)
    mutating func add(_ term: UnsafeBufferPointer<UInt8>, document: Int32) {
        // The term of a name such as C++ follows that of its letters.
        if let end = term.last, TermCutter.isNameSign(end) { return }
        let isSigns = TermCutter.beginsWithSign(term)
        let (hash, beginning, characters) = Self.hashes(of: term)
        // The last character of a run is a term of its own.
        guard !isSigns || characters == 2 else { return previous = nil }
        if let previous, previous.isSigns == isSigns {
            let mixed = previous.hash &* 31 &+ beginning
            let biword = UInt16(truncatingIfNeeded: mixed ^ mixed >> 16)
            if last[Int(biword)] != document {
                last[Int(biword)] = document
                found.append(UInt8(truncatingIfNeeded: biword))
                found.append(UInt8(biword >> 8))
            }
        }
        previous = (hash, isSigns)
    }

    /// Returns the FNV-1a hashes of a term and of its first two characters, and the number of
    /// characters.
    private static func hashes(
        of term: UnsafeBufferPointer<UInt8>
    ) -> (all: UInt32, beginning: UInt32, characters: Int) {
        var hash: UInt32 = 0x811C_9DC5
        var (beginning, characters) = (hash, 0)
        for byte in term {
            if byte & 0xC0 != 0x80 {
                if characters == 2 { beginning = hash }
                characters += 1
            }
            hash = (hash ^ UInt32(byte)) &* 0x0100_0193
        }
        return (hash, characters > 2 ? beginning : hash, characters)
    }
}
