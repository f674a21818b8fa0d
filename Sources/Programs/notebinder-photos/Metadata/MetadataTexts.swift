/// The texts of the metadata that a copy omits, used to find them in the parts that it keeps.
///
/// Damage can copy a part of a file over another, so that sound contains a title. A text is
/// recognised by any eight of its characters, in ASCII or UTF-16.
struct MetadataTexts {
    private static let length = 8
    /// The maximum number of bytes of metadata to remember.
    private static let maximumSize = 8 << 20
    private var size = 0
    private var texts: Set<UInt64> = []
    /// A set of 16-bit hashes, which is all that most bytes of a recording are compared with.
    private var filter = [Bool](repeating: false, count: 1 << 16)

    /// Remembers the texts of a part that is left out.
    mutating func add(_ range: Range<Int>, of file: RecordingFile) throws {
        let range = range.prefix(Self.maximumSize - size)
        guard !range.isEmpty else { return }
        size += range.count
        let part = range.startIndex..<range.endIndex
        var window = Window()
        try file.forEachBlock(of: part) { _, block in add(block, window: &window) }
    }

    /// Remembers the texts of bytes that are left out.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        var window = Window()
        add(bytes, window: &window)
    }

    private mutating func add(_ bytes: some Sequence<UInt8>, window: inout Window) {
        for byte in bytes {
            window.append(byte)
            for text in [window.narrow, window.wide].compactMap(\.self) where Self.isText(text) {
                texts.insert(text)
                filter[Self.place(text)] = true
            }
        }
    }

    /// True if one of the texts occurs in bytes.
    func occur(in bytes: some Sequence<UInt8>) -> Bool {
        guard !texts.isEmpty else { return false }
        var window = Window()
        return bytes.contains { byte in
            window.append(byte)
            return [window.narrow, window.wide].contains { $0.map(contains) ?? false }
        }
    }

    /// Overwrites the texts with zeros where they occur in a range of a copy.
    func erase(from range: Range<Int>, of file: RecordingFile) throws {
        guard !texts.isEmpty else { return }
        var window = Window()
        var found: [Range<Int>] = []
        try file.forEachBlock(of: range) { start, block in
            for (offset, byte) in block.enumerated() {
                window.append(byte)
                let end = start + offset + 1
                if let text = window.narrow, contains(text) {
                    found.append(end - Self.length..<end)
                } else if let text = window.wide, contains(text) {
                    found.append(end - 2 * Self.length + 1..<end)
                }
            }
        }
        for part in found { try file.blank(part) }
    }

    private func contains(_ text: UInt64) -> Bool {
        filter[Self.place(text)] && texts.contains(text)
    }

    private static func place(_ text: UInt64) -> Int {
        Int((text &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }

    /// True for printable characters, at least four of them different.
    private static func isText(_ text: UInt64) -> Bool {
        var characters: Set<UInt8> = []
        for shift in stride(from: 0, to: 64, by: 8) {
            let byte = UInt8(truncatingIfNeeded: text >> UInt64(shift))
            guard (0x20...0x7E).contains(byte) else { return false }
            characters.insert(byte)
        }
        return characters.count >= 4
    }

    /// The last bytes of a sequence.
    private struct Window {
        private var bytes: UInt64 = 0
        /// Every other byte, beginning with the newest.
        private var newest: UInt64 = 0
        private var between: UInt64 = 0
        private var count = 0

        mutating func append(_ byte: UInt8) {
            bytes = bytes << 8 | UInt64(byte)
            (newest, between) = (between << 8 | UInt64(byte), newest)
            count += 1
        }

        var narrow: UInt64? { count >= length ? bytes : nil }
        /// The characters of UTF-16, with zero bytes between them; the byte before the first may be
        /// any.
        var wide: UInt64? { count >= 2 * length - 1 && between << 8 == 0 ? newest : nil }
    }
}
