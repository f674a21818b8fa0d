/// Collects the first words of a text, separated by single spaces. A word is cut only if it is the
/// first and too long, as in Japanese.
struct ExcerptBuilder {
    private(set) var isFull = false
    private var bytes: [UInt8] = []
    private var length = 0

    /// The maximum length in characters, including the ellipsis of a text that continues;
    /// decomposed accents count separately.
    private static let longest = 200

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        // Splitting by Unicode's white space takes ten times as long, and makes no difference here.
        var start = 0
        while !isFull, start < text.count {
            guard text[start] > 0x20 else {
                start += 1
                continue
            }
            var end = start
            // The number of bytes that begin a character.
            var count = 1
            while end < text.count, text[end] > 0x20 {
                if text[end] & 0xC0 != 0x80 { count += 1 }
                end += 1
            }
            append(word: text[start..<end], count)
            start = end
        }
    }

    private mutating func append(word: Slice<UnsafeBufferPointer<UInt8>>, _ count: Int) {
        guard length + count <= Self.longest else {
            // A text without spaces, as in Japanese, is one long word.
            if length == 0 {
                let beginning = String(decoding: word, as: UTF8.self).prefix(Self.longest - 1)
                bytes.append(contentsOf: beginning.utf8)
            }
            isFull = true
            return
        }
        if length > 0 { bytes.append(0x20) }
        bytes.append(contentsOf: word)
        length += count
    }

    var text: String { String(decoding: bytes, as: UTF8.self) + (isFull ? "…" : "") }
}
