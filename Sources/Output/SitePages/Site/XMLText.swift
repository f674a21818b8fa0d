import Markup

/// A writer of XML elements, which escapes attributes and text, and replaces the characters that
/// XML 1.0 forbids. The declaration is written first.
struct XMLText {
    private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)

    /// Writes an element, and between its tags what `content` writes. Start tag and end tag are on
    /// lines of their own.
    mutating func element(
        _ name: String, attributes: [(String, String)] = [],
        content: (inout XMLText) throws -> Void
    ) rethrows {
        begin(name, attributes: attributes)
        bytes += Array(">\n".utf8)
        try content(&self)
        bytes += Array("</\(name)>\n".utf8)
    }

    /// Writes an element with text in UTF-8, which is escaped here; an empty element for nil.
    mutating func element(
        _ name: String, attributes: [(String, String)] = [], text: [UInt8]? = nil
    ) {
        begin(name, attributes: attributes)
        if let text {
            bytes += Array(">".utf8)
            append(text)
            bytes += Array("</\(name)>\n".utf8)
        } else {
            bytes += Array("/>\n".utf8)
        }
    }

    mutating func element(_ name: String, attributes: [(String, String)] = [], text: String) {
        element(name, attributes: attributes, text: Array(text.utf8))
    }

    private mutating func begin(_ name: String, attributes: [(String, String)]) {
        bytes += Array("<\(name)".utf8)
        for (key, value) in attributes {
            bytes += Array(" \(key)=\"".utf8)
            append(Array(value.utf8))
            bytes += Array("\"".utf8)
        }
    }

    private mutating func append(_ text: [UInt8]) {
        bytes.appendEscaped(String(decoding: text, as: UTF8.self))
    }
}
