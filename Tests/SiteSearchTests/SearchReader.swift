/// Reads the files of the search as `lookup.js` does.
enum SearchReader {
    struct Posting: Hashable {
        let document: Int
        let weight: Int
        let piece: Int
    }

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    private static let values = Dictionary(
        uniqueKeysWithValues: digits.enumerated().map { ($1, $0) })

    /// Numbers in base 32, a digit a character, the lowest first.
    struct Numbers {
        private(set) var rest: Substring

        init(_ text: Substring) { rest = text }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func digit() -> Int { values[rest.removeFirst()] ?? 0 }

        mutating func number() -> Int {
            var value = 0
            var shift = 0
            while true {
                let digit = digit()
                value += (digit & 31) << shift
                if digit < 32 { return value }
                shift += 5
            }
        }
    }

    static func numbers(_ text: String) -> [Int] {
        var reader = Numbers(text[...])
        var all: [Int] = []
        while !reader.isAtEnd { all.append(reader.number()) }
        return all
    }

    static func postings(_ text: Substring) -> [Posting] {
        var reader = Numbers(text)
        var all: [Posting] = []
        var document = -1
        while !reader.isAtEnd {
            document += reader.number() + 1
            let weight = reader.digit()
            let piece = weight & 32 != 0 ? reader.number() : 0
            all.append(Posting(document: document, weight: weight & 31, piece: piece))
        }
        return all
    }

    /// Returns the documents of a set: distances, or a digit for each six with a bit for each.
    static func documents(_ text: String) -> [Int] {
        guard text.hasPrefix("=") else {
            var document = -1
            return numbers(text).map { distance in
                document += distance + 1
                return document
            }
        }
        return text.dropFirst().enumerated().flatMap { index, digit in
            let bits = values[digit] ?? 0
            return (0..<6).filter { bits >> $0 & 1 == 1 }.map { index * 6 + $0 }
        }
    }
}
