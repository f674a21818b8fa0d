import Markup

/// Converts HTML to XHTML for electronic books.
///
/// It expects the output of the program's templates, in which every element is closed, except for
/// void elements such as `br`.
struct XHTMLText {
    private static let emptyElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ]
    /// The attributes that are removed, as they only control how browsers load and play media.
    private static let leftOut: Set<String> = ["loading", "decoding", "playsinline", "preload"]

    /// The namespaces of elements that HTML knows without.
    private static let namespaces = [
        "svg": "http://www.w3.org/2000/svg", "math": "http://www.w3.org/1998/Math/MathML",
    ]

    private var scanner: MarkupScanner
    private var output = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)

    static func converted(_ html: [UInt8]) -> [UInt8] {
        html.withUnsafeBufferPointer { html in
            var text = XHTMLText(scanner: MarkupScanner(html))
            text.convert()
            return text.output
        }
    }

    private mutating func convert() {
        while let token = scanner.next() {
            switch token {
            case .text(let range), .characterData(let range): append(range)
            case .start(let name, let isClosed): appendTag(name, isClosed: isClosed)
            case .end(let name):
                output += Array("</".utf8) + scanner.bytes[name] + Array(">".utf8)
            case .comment(let range): output += scanner.bytes[range]
            case .declaration: output += "<!DOCTYPE html>".utf8
            }
        }
    }

    private mutating func appendTag(_ range: Range<Int>, isClosed: Bool) {
        let name = String(decoding: scanner.bytes[range], as: UTF8.self)
        output += "<\(name)".utf8
        if let namespace = Self.namespaces[name] { output += " xmlns=\"\(namespace)\"".utf8 }
        for attribute in scanner.attributes {
            let name = String(decoding: scanner.bytes[attribute.name], as: UTF8.self)
            guard !Self.leftOut.contains(name) else { continue }
            output += " \(name)=\"".utf8
            if let value = attribute.value { append(value, isValue: true) }
            output.append(UInt8(ascii: "\""))
        }
        output += (isClosed || Self.emptyElements.contains(name) ? "/>" : ">").utf8
    }

    /// Appends text or the value of an attribute.
    ///
    /// XML predefines five entities and does not allow most control characters: other entities
    /// are replaced or escaped, and control characters become U+FFFD.
    private mutating func append(_ range: Range<Int>, isValue: Bool = false) {
        let text = scanner.bytes[range]
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: "\"") where isValue: output += "&quot;".utf8
            case UInt8(ascii: "&"): index += appendReference(text[index...])
            case 0x09, 0x0A, 0x0D: output.append(byte)
            case 0..<0x20: output += "\u{FFFD}".utf8
            case 0xEF
            where text[index...].starts(with: [0xBF, 0xBE])
                || text[index...].starts(with: [0xBF, 0xBF]):
                output += "\u{FFFD}".utf8
                index += 2
            default: output.append(byte)
            }
        }
    }

    /// Appends an ampersand or what it begins.
    ///
    /// - Returns: The number of bytes after the ampersand that have been read.
    private mutating func appendReference(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let name = String(
            decoding: rest.prefix(12).prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        let isEnded = rest.dropFirst(name.utf8.count).first == UInt8(ascii: ";")
        if isEnded, name == "nbsp" {
            output += "&#160;".utf8
            return 5
        }
        let isKnown = ["amp", "lt", "gt", "quot", "apos"].contains(name) || name.hasPrefix("#")
        output += (isEnded && isKnown ? "&" : "&amp;").utf8
        return 0
    }
}
