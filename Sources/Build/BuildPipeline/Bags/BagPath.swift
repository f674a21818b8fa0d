/// The paths within a bag, and how manifests spell them (RFC 8493, section 2.1.3).
enum BagPath {
    /// The hexadecimal digits of the bytes that are percent-encoded.
    private static let codes: [UInt8: String] = [0x0A: "0A", 0x0D: "0D", UInt8(ascii: "%"): "25"]

    /// Returns a path as a manifest spells it, with line breaks and percent signs percent-encoded.
    static func encoded(_ path: String) -> String {
        guard path.utf8.contains(where: { "\n\r%".utf8.contains($0) }) else { return path }
        let bytes = path.utf8.flatMap { byte in
            codes[byte].map { Array("%\($0)".utf8) } ?? [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the path for its spelling in a manifest. All other percent signs are literal.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self).uppercased()
            if byte == UInt8(ascii: "%"), let sign = codes.first(where: { $0.value == digits }) {
                bytes.append(sign.key)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// True if a path could lead out of the bag, on this machine or another.
    ///
    /// Such a path is empty, absolute, begins with `~`, or contains `..` or a null byte; a
    /// backslash counts as a separator.
    static func leavesBag(_ path: String) -> Bool {
        let parts = path.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }
        guard let first = parts.first, !first.isEmpty, first.first != UInt8(ascii: "~") else {
            return true
        }
        return path.utf8.contains(0) || parts.contains { $0.elementsEqual("..".utf8) }
    }

    /// True if a path has no empty parts and no `.` among them, which would make it a second
    /// spelling of another path.
    static func isPlain(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) }
    }
}
