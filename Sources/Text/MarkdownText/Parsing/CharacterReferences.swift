/// The decoding of character references, such as `&eacute;` and `&#233;`, with cmark's table of
/// HTML's names.
package enum CharacterReferences {
    /// Returns a text with its character references decoded. What looks like one and is unknown
    /// remains.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            decoded += rest[..<start]
            rest = rest[start...]
            // The longest name has 31 letters.
            guard let end = rest.prefix(34).firstIndex(of: ";"),
                let character = character(String(rest[...end]))
            else {
                decoded.append("&")
                rest = rest.dropFirst()
                continue
            }
            decoded += character
            rest = rest[rest.index(after: end)...]
        }
        return decoded + rest
    }

    private static let common = [
        "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&nbsp;": "\u{A0}",
    ]

    private static func character(_ reference: String) -> String? {
        if let character = common[reference] { return character }
        let name = reference.dropFirst().dropLast()
        guard !name.isEmpty,
            name.utf8.allSatisfy({
                $0 == UInt8(ascii: "#") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
            })
        else { return nil }
        let parsed = try? MarkdownParser.shared.parse(reference) { MarkdownNode($0).plainText }
        return parsed == reference ? nil : parsed
    }
}
