import LocalFiles
import MarkdownText
import Markup
import NoteModel

/// Repairs XML errors that would make a note unreadable: Evernote does not escape control
/// characters and ampersands, and other programs forget end tags.
enum ENEXRepair {
    /// Copies a note to a file of its own, with a space for each control character and with a
    /// reference for each ampersand that begins none.
    ///
    /// - Returns: True if anything was changed.
    static func copy(_ note: StoredBytes, to path: String) throws -> Bool {
        let output = try OpenFile(path, access: .create)
        try output.writeAll(Array("<en-export>".utf8), synchronizing: false)
        var repair = Repair()
        try note.forEachChunk { chunk throws(FileError) in
            for byte in chunk { repair.take(byte) }
            try output.writeAll(repair.output, synchronizing: false)
            repair.output.removeAll(keepingCapacity: true)
        }
        repair.endReference()
        try output.writeAll(repair.output, synchronizing: false)
        return repair.isChanged
    }

    private struct Repair {
        var output: [UInt8] = []
        var isChanged = false
        /// An ampersand and what follows it, as long as that may be a reference.
        private var reference: [UInt8] = []
        private var isCharacterData = false
        /// The last eight bytes.
        private var last: UInt64 = 0

        /// The ends of the marks around character data, `![CDATA[` and `]]>`.
        private static let (start, end) = (number("![CDATA["), number("]]>"))
        private static let longestReference = 12
        private static let lineSeparator = Array("\u{2028}".utf8)

        mutating func take(_ byte: UInt8) {
            var byte = byte
            if byte < 0x20, ![0x09, 0x0A, 0x0D].contains(byte) {
                // A tabulator or a page break of old programs, which break lines.
                let isLineBreak = byte == 0x0B || byte == 0x0C
                byte = 0x20
                isChanged = true
                if isLineBreak, isCharacterData { output += Self.lineSeparator }
            }
            last = last << 8 | UInt64(byte)
            guard !isCharacterData else {
                output.append(byte)
                if last & 0xFF_FFFF == Self.end { isCharacterData = false }
                return
            }
            if !reference.isEmpty { return takeInReference(byte) }
            if byte == UInt8(ascii: "&") {
                reference = [byte]
            } else {
                output.append(byte)
                if last == Self.start { isCharacterData = true }
            }
        }

        private static func number(_ mark: String) -> UInt64 {
            mark.utf8.reduce(0) { $0 << 8 | UInt64($1) }
        }

        private mutating func takeInReference(_ byte: UInt8) {
            let isName =
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "#") && reference.count == 1
            if byte == UInt8(ascii: ";"), reference.count > 1 {
                output += reference + [byte]
                reference = []
            } else if isName, reference.count < Self.longestReference {
                reference.append(byte)
            } else {
                endReference()
                last >>= 8
                take(byte)
            }
        }

        /// Treats an ampersand that begins no reference as a literal one.
        mutating func endReference() {
            guard !reference.isEmpty else { return }
            output += Array("&amp;".utf8) + reference.dropFirst()
            reference = []
            isChanged = true
        }
    }

    /// Adds the title and the text of a note that is not well-formed, wherever they are in its
    /// file.
    static func complete(_ record: inout ENEXRecord, from path: String) throws {
        // The text precedes the files of a note.
        let file = try OpenFile(path)
        let text = String(
            decoding: try LocalFiles.read(
                file, count: min(try file.status().size, LocalFiles.maximumTextSize)),
            as: UTF8.self)
        if record.title.trimmed.isEmpty, let title = between("<title>", "</title>", in: text) {
            record.title = CharacterReference.decoded(title)
        }
        let content = between("<content>", "</content>", in: text) ?? ""
        let inner = between("<![CDATA[", "]]>", in: content) ?? content
        if inner.utf8.count > record.content.utf8.count { record.content = inner }
    }

    /// Returns what is between two texts, or after the first one if the second is missing.
    private static func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start)?.upperBound else { return nil }
        let last = text[first...].firstRange(of: end)?.lowerBound ?? text.endIndex
        return String(text[first..<last])
    }
}
