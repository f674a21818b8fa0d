/// A path within a bag, and how manifests spell it (RFC 8493, section 2.1.3).
enum BagPath {
    /// How a manifest writes a path: what would end its line is written in percent signs.
    static func encoded(_ path: String) -> String {
        guard path.utf8.contains(where: { isSpecial($0) }) else { return path }
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case 0x0A: bytes += Array("%0A".utf8)
            case 0x0D: bytes += Array("%0D".utf8)
            case UInt8(ascii: "%"): bytes += Array("%25".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The path that a manifest means; other percent signs stand for themselves.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        let signs: [(String, UInt8)] = [("0a", 0x0A), ("0d", 0x0D), ("25", UInt8(ascii: "%"))]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self).lowercased()
            if byte == UInt8(ascii: "%"), let sign = signs.first(where: { $0.0 == digits }) {
                bytes.append(sign.1)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a path could lead out of the bag, on this machine or another.
    static func leavesBag(_ path: String) -> Bool {
        let parts = path.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }
        guard let first = parts.first, !first.isEmpty, first.first != UInt8(ascii: "~") else {
            return true
        }
        return path.utf8.contains(0) || parts.contains { $0.elementsEqual("..".utf8) }
    }

    /// Whether a path is one way to a file, and no other spelling of one.
    static func isPlain(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "%")
    }
}
