/// What an unquoted scalar stands for by the core schema of YAML 1.2, if it is no text.
package enum YAMLLiteral: Hashable, Sendable {
    case bool(Bool)
    case integer(Int)
    case real(Double)

    /// - Parameter plain: An unquoted scalar. Numbers with leading zeros and numbers that do not fit are
    ///   texts: they would not be written the same way again.
    package init?(plain: String) {
        switch plain {
        case "true", "True", "TRUE": self = .bool(true)
        case "false", "False", "FALSE": self = .bool(false)
        default:
            guard Self.isNumber(plain) else { return nil }
            if let number = Int(plain) {
                self = .integer(number)
            } else if let number = Double(plain), number.isFinite,
                plain.utf8.contains(where: { ".eE".utf8.contains($0) })
            {
                self = .real(number)
            } else {
                return nil
            }
        }
    }

    /// Whether a text is a decimal number: a sign, digits, a fraction, an exponent.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func takeDigits() -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        func take(_ signs: String) -> Bool {
            guard let first = rest.first, signs.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        _ = take("+-")
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let whole = takeDigits()
        let fraction = take(".") ? takeDigits() : 0
        guard whole + fraction > 0, !hasLeadingZero || whole == 1 else { return false }
        guard take("eE") else { return rest.isEmpty }
        _ = take("+-")
        return takeDigits() > 0 && rest.isEmpty
    }
}
