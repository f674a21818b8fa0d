import NoteModel

/// Finds the attributes of a page that contain identifiers or addresses.
enum HTMLAttributes {
    enum Name {
        /// `id`.
        case identifier
        /// `href`, `src`, `poster`.
        case address
        /// `srcset`.
        case addresses
    }

    static func forEach(
        in html: UnsafeBufferPointer<UInt8>,
        _ body: (Name, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var next = 0
        while let open = html.place(of: UInt8(ascii: "<"), from: next) {
            next = open + 1
            guard next < html.count, isLetter(html[next]) else { continue }
            while next < html.count, isLetter(html[next]) || isDigit(html[next]) { next += 1 }
            readAttributes(of: html, at: &next, body)
        }
    }

    private static func readAttributes(
        of html: UnsafeBufferPointer<UInt8>, at index: inout Int,
        _ body: (Name, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        while index < html.count, html[index] != UInt8(ascii: ">") {
            guard isLetter(html[index]) else {
                index += 1
                continue
            }
            let nameStart = index
            while index < html.count, !endsName(html[index]) { index += 1 }
            let name = html[nameStart..<index]
            skipSpace(of: html, at: &index)
            guard index < html.count, html[index] == UInt8(ascii: "=") else { continue }
            index += 1
            skipSpace(of: html, at: &index)
            guard index < html.count else { return }
            let quote = html[index]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            if isQuoted { index += 1 }
            let start = index
            if isQuoted {
                index = html.place(of: quote, from: start) ?? html.count
            } else {
                while index < html.count, html[index] > 0x20, html[index] != 0x3E { index += 1 }
            }
            if let known = known(name) {
                body(known, UnsafeBufferPointer(rebasing: html[start..<index]))
            }
            if isQuoted { index += 1 }
        }
    }

    private static func known(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Name? {
        func isName(_ text: StaticString) -> Bool {
            name.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: name.count)) {
                $0 | 0x20 == $1
            }
        }
        return switch name.count {
        case 2: isName("id") ? .identifier : nil
        case 3: isName("src") ? .address : nil
        case 4: isName("href") ? .address : nil
        case 6: isName("srcset") ? .addresses : isName("poster") ? .address : nil
        default: nil
        }
    }

    private static func skipSpace(of html: UnsafeBufferPointer<UInt8>, at index: inout Int) {
        while index < html.count, html[index] <= 0x20 { index += 1 }
    }

    /// Returns true for a byte that ends the name of an attribute.
    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"): true
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
