import Platform

/// The text that an export appended to the body of a note.
struct Appendix {
    /// The addresses of the export's files, as the text has them.
    let addresses: Set<String>
    /// The addresses and lines of the note's own text that the export rewrote, which are not part
    /// of the appendix.
    var placed: Set<String> = []
    let hasCards: Bool
    let isLecture: Bool

    /// Returns the body without the appendix, the captions of photos by their addresses, and the
    /// addresses of the drawings of pages.
    func taken(from text: String) -> (body: String, captions: [String: String], drawings: [String])
    {
        if hasCards { return ("", captions(in: text[...]).0, []) }
        var body = text[...]
        var drawings: [String] = []
        if isLecture, let start = startOfPages(in: body), isOfPages(body[start...]) {
            drawings = captions(in: body[start...]).1.filter {
                $0.hasSuffix(".svg") && !addresses.contains($0)
            }
            body = body[..<start]
        }
        var start = body.endIndex
        // Goes back from the end as long as each line is a picture or a link of the export.
        var line = body.endIndex
        while line > body.startIndex {
            let end = line
            let before = body[..<end].utf8.dropLast()
            line = before.lastIndex(of: 0x0A).map { body.utf8.index(after: $0) } ?? body.startIndex
            let bytes = body[line..<end].utf8
            let words = Substring(bytes.last == 0x0A ? bytes.dropLast() : bytes)
            if words.isEmpty { continue }
            guard let address = Self.address(of: words), addresses.contains(address),
                !placed.contains(address), !placed.contains(String(words))
            else { break }
            start = line
        }
        guard start < body.endIndex || body.endIndex < text.endIndex else { return (text, [:], []) }
        let (found, _) = captions(in: body[start...])
        var own = body[..<start]
        // The export inserts one more empty line than the text has.
        if !own.isEmpty, own.utf8.suffix(2).elementsEqual([0x0A, 0x0A]) {
            own = own[..<own.utf8.index(own.endIndex, offsetBy: -2)]
        }
        return (String(own), found, drawings)
    }

    /// True if a text contains only what an export generates for pages.
    private func isOfPages(_ text: Substring) -> Bool {
        text.split(separator: "\n").allSatisfy { line in
            line.hasPrefix("## Page ") && Int(line.dropFirst(8)) != nil
                || Self.address(of: line) != nil
        }
    }

    private func startOfPages(in text: Substring) -> Substring.Index? {
        if text.hasPrefix("## Page 1\n") { return text.startIndex }
        return text.ranges(of: "\n## Page 1\n").last.map { text.utf8.index(after: $0.lowerBound) }
    }

    /// Returns the captions by address, and all addresses in order.
    private func captions(in text: Substring) -> ([String: String], [String]) {
        var captions: [String: String] = [:]
        var all: [String] = []
        for line in text.split(separator: "\n") {
            guard let address = Self.address(of: line) else { continue }
            all.append(address)
            let label = line.drop { $0 == "!" }.dropFirst().dropLast(address.count + 3)
            var caption = ""
            var isEscaped = false
            for character in label {
                isEscaped = character == "\\" && !isEscaped
                if !isEscaped { caption.append(character) }
            }
            if line.hasPrefix("!"), !caption.isEmpty { captions[address] = caption }
        }
        return (captions, all)
    }

    /// Returns the address of a line that is a single picture or link; nil for any other line.
    private static func address(of line: Substring) -> String? {
        guard line.hasPrefix("![") || line.hasPrefix("["), line.hasSuffix(")"),
            let start = line.ranges(of: "](").last
        else { return nil }
        return String(line[start.upperBound...].dropLast())
    }
}
