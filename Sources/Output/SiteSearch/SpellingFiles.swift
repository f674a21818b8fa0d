import Hashing
import Orthography

/// The files with the words of all documents, by length. In them a search finds words that are
/// spelled like one that occurs nowhere.
///
/// A word is within an edit distance of two only if its length is, so that a search loads the files
/// with words of at most five lengths. Words of one letter and words with digits are omitted, as
/// are Chinese, Japanese and Korean, whose terms are pairs of characters.
///
/// A word is written as a capital letter and the rest of its letters. The capital is the number of
/// letters that it has in common with the word before it, `A` for none; no word contains one.
struct SpellingFiles: Sendable {
    /// The contents of the files, whose words are sorted by length first.
    private(set) var files: [[UInt8]] = []
    /// The length of the first word of each file in characters.
    private(set) var firstLengths: [Int] = []

    /// The length of the shortest words in characters.
    private static let shortest = 2
    /// The size after which a file ends at the next content-defined boundary, so that a new word
    /// changes few files, and the size after which it takes no further word.
    private static let minimumSize = 8_000
    private static let maximumSize = 16_000
    /// The number of capital letters, less one.
    private static let maximumShared = 25

    /// Divides words into files.
    ///
    /// - Parameter shards: The lines of all shards, in their order.
    init(_ shards: [WordLines]) {
        var lengths: [[ArraySlice<UInt8>]] = []
        for shard in shards {
            shard.forEach { line in
                guard !line.isPrefix, let length = Self.length(of: line.word) else { return }
                while lengths.count <= length { lengths.append([]) }
                lengths[length].append(shard.word(at: line.place))
            }
        }
        var file: [UInt8] = []
        var last: ArraySlice<UInt8> = []
        for (length, words) in lengths.enumerated() {
            for word in words {
                if file.count >= Self.maximumSize
                    || file.count >= Self.minimumSize && word.isChunkBoundary
                {
                    files.append(file)
                    (file, last) = ([], [])
                }
                if file.isEmpty { firstLengths.append(length) }
                Self.append(word, after: last, to: &file)
                last = word
            }
        }
        if !file.isEmpty { files.append(file) }
    }

    /// Returns the length of a word in characters; nil for a term that is not among the files.
    private static func length(of term: UnsafeBufferPointer<UInt8>) -> Int? {
        var length = 0
        var isASCII = true
        for byte in term {
            // Letters of ASCII are in lower case; other characters of it are digits and labels.
            if byte < 0x80, byte < 0x61 { return nil }
            if byte >= 0x80 { isASCII = false }
            if byte & 0xC0 != 0x80 { length += 1 }
        }
        guard length >= shortest else { return nil }
        let isWord =
            isASCII || String(decoding: term, as: UTF8.self).unicodeScalars.allSatisfy(isLetter)
        return isWord ? length : nil
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: false
        default: !TermCutter.isSign(scalar)
        }
    }

    private static func append(
        _ word: ArraySlice<UInt8>, after last: ArraySlice<UInt8>, to file: inout [UInt8]
    ) {
        var (shared, rest) = (0, word.startIndex)
        for (index, other) in zip(word.indices, last.indices) {
            guard word[index] == last[other] else { break }
            let next = index + 1
            // The first byte after a character is not within one.
            guard next == word.endIndex || word[next] & 0xC0 != 0x80 else { continue }
            guard shared < maximumShared else { break }
            (shared, rest) = (shared + 1, next)
        }
        file.append(UInt8(ascii: "A") + UInt8(shared))
        file += word[rest...]
    }
}
