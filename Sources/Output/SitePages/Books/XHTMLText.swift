/// Converts HTML to XHTML for electronic books.
///
/// It expects the output of the program's templates, in which every element is closed, except for
/// void elements such as `br`.
enum XHTMLText {
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

    static func converted(_ html: [UInt8]) -> [UInt8] {
        var converter = Converter(html)
        converter.convert()
        return converter.output
    }

    private struct Converter {
        private let html: [UInt8]
        private var position = 0
        private(set) var output = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)

        init(_ html: [UInt8]) { self.html = html }

        mutating func convert() {
            while position < html.count {
                switch html[position] {
                case UInt8(ascii: "<") where starts("<!--"): copy(through: "-->")
                case UInt8(ascii: "<") where starts("<!"):
                    output += Array("<!DOCTYPE html>".utf8)
                    position = end(of: ">")
                case UInt8(ascii: "<") where starts("</"): copy(through: ">")
                case UInt8(ascii: "<") where isLetter(position + 1): tag()
                case UInt8(ascii: "<"):
                    output += Array("&lt;".utf8)
                    position += 1
                default: copyText()
                }
            }
        }

        private mutating func tag() {
            position += 1
            let name = word {
                !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
            }
            output.append(UInt8(ascii: "<"))
            output += name.utf8
            if let namespace = namespaces[name] { output += Array(" xmlns=\"\(namespace)\"".utf8) }
            var isClosed = false
            while position < html.count, html[position] != UInt8(ascii: ">") {
                if Self.isSpace(html[position]) || html[position] == UInt8(ascii: "/") {
                    isClosed = html[position] == UInt8(ascii: "/")
                    position += 1
                    continue
                }
                attribute()
            }
            position += 1
            if isClosed || emptyElements.contains(name) { output.append(UInt8(ascii: "/")) }
            output.append(UInt8(ascii: ">"))
        }

        private mutating func attribute() {
            let name = word {
                !Self.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">")
                    && $0 != UInt8(ascii: "/")
            }
            let isKept = !name.isEmpty && !leftOut.contains(name)
            if isKept {
                output.append(0x20)
                output += name.utf8
                output += Array("=\"".utf8)
            }
            if position < html.count, html[position] == UInt8(ascii: "=") {
                position += 1
                let quote = position < html.count ? html[position] : 0
                let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
                if isQuoted { position += 1 }
                let before = output.count
                while position < html.count,
                    isQuoted
                        ? html[position] != quote
                        : !Self.isSpace(html[position]) && html[position] != UInt8(ascii: ">")
                {
                    if html[position] == UInt8(ascii: "<") {
                        output += Array("&lt;".utf8)
                        position += 1
                    } else if html[position] == UInt8(ascii: "\"") {
                        output += Array("&quot;".utf8)
                        position += 1
                    } else {
                        copySign()
                    }
                }
                if isQuoted { position += 1 }
                if !isKept { output.removeSubrange(before...) }
            } else if name.isEmpty {
                position += 1
            }
            if isKept { output.append(UInt8(ascii: "\"")) }
        }

        private mutating func copyText() {
            while position < html.count, html[position] != UInt8(ascii: "<") { copySign() }
        }

        /// Copies a character or a character reference.
        ///
        /// XML predefines five entities and does not allow most control characters: other entities
        /// are replaced or escaped, and control characters become U+FFFD.
        private mutating func copySign() {
            let byte = html[position]
            if byte == UInt8(ascii: "&") {
                let rest = html[(position + 1)...].prefix(12)
                let name = String(decoding: rest.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
                let isEnded = name.utf8.count < rest.count
                position += 1
                if isEnded,
                    ["amp", "lt", "gt", "quot", "apos"].contains(name) || name.hasPrefix("#")
                {
                    output.append(byte)
                } else if isEnded, name == "nbsp" {
                    output += Array("&#160;".utf8)
                    position += 5
                } else {
                    output += Array("&amp;".utf8)
                }
            } else if byte < 0x20, ![0x09, 0x0A, 0x0D].contains(byte) {
                output += Array("\u{FFFD}".utf8)
                position += 1
            } else if byte == 0xEF,
                html[position...].starts(with: [0xEF, 0xBF, 0xBE])
                    || html[position...].starts(with: [0xEF, 0xBF, 0xBF])
            {
                output += Array("\u{FFFD}".utf8)
                position += 3
            } else {
                output.append(byte)
                position += 1
            }
        }

        private mutating func copy(through end: String) {
            let next = self.end(of: end)
            output += html[position..<next]
            position = next
        }

        private func end(of text: String) -> Int {
            let text = Array(text.utf8)
            var index = position
            while index + text.count <= html.count {
                if html[index..<index + text.count].elementsEqual(text) {
                    return index + text.count
                }
                index += 1
            }
            return html.count
        }

        private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
            let start = position
            while position < html.count, isPart(html[position]) { position += 1 }
            return String(decoding: html[start..<position], as: UTF8.self)
        }

        private func starts(_ text: String) -> Bool { html[position...].starts(with: text.utf8) }

        private func isLetter(_ index: Int) -> Bool {
            index < html.count && (0x61...0x7A).contains(html[index] | 0x20)
        }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || (0x09...0x0D).contains(byte)
        }
    }
}
