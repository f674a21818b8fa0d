import NoteModel

/// The owner's values for the custom properties of the style sheet, each checked when it is
/// created, so that they cannot contain other rules.
package struct SiteTheme: Hashable, Sendable {
    /// The colours of the light colour scheme, fonts and widths.
    package var values: [Value] = []
    /// The colours of the dark colour scheme, such as `paper` and `ink`; colours that are not given
    /// remain those of the style sheet.
    package var darkValues: [Value] = []

    package init() {}

    /// The names of the properties that are colours, without the two hyphens that they have in the
    /// style sheet.
    package static let colours = ["paper", "ink", "soft", "line", "tint", "accent", "mark"]
    /// The names of all properties: colours, fonts, and widths of the text and of lists. They are
    /// the keys in the configuration.
    package static let properties = colours + ["text", "plain", "code"] + widths
    fileprivate static let widths = ["measure", "wide"]
    /// Returns the sentence for error messages, without its period, that says why a text is no
    /// value of a property, with an example.
    package static func problem(with text: String, of property: String) -> String {
        if widths.contains(property) { return "“\(text)” is not a width; write it as 44rem" }
        guard colours.contains(property) else {
            return "“\(text)” is not a font; write it as Georgia, \"Noto Serif\", serif"
        }
        // A browser takes no notice of a misspelt name.
        let isName = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter }
        guard isName else {
            return "“\(text)” is not a colour; write it as \"#8a3b12\" or rgb(138 59 18)"
        }
        let digits = colourNames[text.lowercased()]
        return "named colours are not accepted; write “\(text)” "
            + (digits.map { "as \"#\($0)\"" } ?? "in digits, as in \"#8a3b12\"")
    }

    /// The digits of the sixteen colours that HTML has always known.
    private static let colourNames = [
        "black": "000000", "silver": "c0c0c0", "gray": "808080", "white": "ffffff",
        "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff",
        "green": "008000", "lime": "00ff00", "olive": "808000", "yellow": "ffff00",
        "navy": "000080", "blue": "0000ff", "teal": "008080", "aqua": "00ffff",
    ]

    /// The key of the dark colour scheme in the configuration, which contains a mapping of colours.
    package static let darkKey = "dark"

    /// The value of one property, in the form in which the style sheet gets it.
    package struct Value: Hashable, Sendable {
        package let property: String
        package let text: String

        /// Creates a value; nil if the text is not a colour, width or list of fonts as the property
        /// requires, is longer than 300 bytes, or could contain more CSS than a value.
        package init?(property: String, text: String) {
            let isMeant =
                SiteTheme.colours.contains(property)
                ? Self.isColour(text)
                : SiteTheme.widths.contains(property) ? Self.isWidth(text) : Self.isFont(text)
            guard isMeant, text.utf8.count <= 300 else { return nil }
            (self.property, self.text) = (property, text)
        }

        private static func isColour(_ text: String) -> Bool {
            if text.hasPrefix("#") {
                return [3, 4, 6, 8].contains(text.utf8.count - 1)
                    && text.dropFirst().allSatisfy(\.isHexDigit)
            }
            return isCall(
                of: ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"], text)
        }

        private static func isWidth(_ text: String) -> Bool {
            let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let units = ["rem", "em", "ch", "px", "vw", "cm", "mm", "in", "pt", "%"]
            if Double(number).map({ $0 > 0 }) == true {
                return units.contains(String(text[number.endIndex...]))
            }
            return isCall(of: ["calc", "min", "max", "clamp"], text)
        }

        /// Returns true for font names separated by commas, each optionally in quotation marks.
        /// Names consist of letters, digits, spaces, hyphens, underscores and periods.
        private static func isFont(_ text: String) -> Bool {
            text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { part in
                var name = part.trimmed[...]
                if name.hasPrefix("\""), name.hasSuffix("\""), name.count > 2 {
                    name = name.dropFirst().dropLast()
                }
                return !name.isEmpty
                    && name.unicodeScalars.allSatisfy {
                        $0.properties.isAlphabetic || "0123456789 -_.".unicodeScalars.contains($0)
                    }
            }
        }

        private static func isCall(of names: [String], _ text: String) -> Bool {
            guard let open = text.firstIndex(of: "("), names.contains(text[..<open].lowercased()),
                text.hasSuffix(")")
            else { return false }
            let inner = text[text.index(after: open)...].dropLast()
            return !inner.isEmpty && !inner.contains("/*")
                && inner.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                        || " .,%/+*-".utf8.contains(byte)
                }
        }
    }

    /// The rules that are appended to the style sheet. Colours apply only to screens with the
    /// colour scheme for which they are meant, and not to print.
    var bytes: [UInt8] {
        func rule(_ values: [Value], of selector: String = ":root") -> String {
            selector + " { " + values.map { "--\($0.property): \($0.text);" }.joined(separator: " ")
                + " }"
        }
        let light = values.filter { Self.colours.contains($0.property) }
        let others = values.filter { !Self.colours.contains($0.property) }
        var text = ""
        if !others.isEmpty { text += "\n\(rule(others))\n" }
        for (scheme, values) in [("light", light), ("dark", darkValues)] where !values.isEmpty {
            let other = scheme == "light" ? "dark" : "light"
            text += "\n@media screen and (prefers-color-scheme: \(scheme)) "
            text += "{ \(rule(values, of: ":root:not([data-theme=\(other)])")) }\n"
            text += "@media screen { \(rule(values, of: ":root[data-theme=\(scheme)]")) }\n"
        }
        return Array(text.utf8)
    }
}
