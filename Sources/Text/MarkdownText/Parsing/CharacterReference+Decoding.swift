package import Markup

extension CharacterReference {
    /// Returns a text with its character references decoded, such as `&eacute;` and `&#233;`, with
    /// cmark's table of HTML's names. What looks like one and is unknown remains.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            decoded += rest[..<start]
            rest = rest[start...]
            // The longest name has 31 letters.
            guard let end = rest.prefix(34).firstIndex(of: ";"),
                let character = character(rest[...end])
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

    private static func character(_ reference: Substring) -> String? {
        if let (scalar, length) = read(reference.utf8), length == reference.utf8.count {
            return String(scalar)
        }
        guard reference.utf8.count > 2,
            reference.utf8.dropFirst().dropLast().allSatisfy(\.isAlphanumeric)
        else { return nil }
        let reference = String(reference)
        let parsed = try? MarkdownParser.shared.parse(reference) { MarkdownNode($0).plainText }
        return parsed == reference ? nil : parsed
    }
}
