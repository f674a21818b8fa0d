extension String {
    /// Returns the tokens of TeX in a source; nil if a backslash is its last character. A token is
    /// a command, a character with the combining marks after it, or a space.
    func texTokens() -> [String]? {
        var tokens: [String] = []
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            var token = String(scalar)
            switch scalar {
            case "\\":
                guard let sign = rest.popFirst() else { return nil }
                token += sign.isBlank ? "space" : String(sign)
                guard sign.isASCIILetter else { break }
                token.unicodeScalars += rest.prefix(while: \.isASCIILetter)
                rest = rest.drop(while: \.isASCIILetter).drop(while: \.isBlank)
            case "%":
                // The line ending and the indentation after it belong to the comment.
                rest = rest.drop { $0 != "\n" && $0 != "\r" }.drop(while: \.isBlank)
                continue
            case _ where scalar.isBlank:
                rest = rest.drop(while: \.isBlank)
                token = " "
            default:
                token.unicodeScalars += rest.prefix { $0.properties.isGraphemeExtend }
                rest = rest.drop { $0.properties.isGraphemeExtend }
            }
            tokens.append(token)
        }
        return tokens
    }
}

extension Unicode.Scalar {
    /// True for white space of TeX.
    var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
    /// True for a letter in the name of a command.
    var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
}
