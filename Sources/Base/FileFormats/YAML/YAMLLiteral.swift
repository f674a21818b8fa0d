/// The value of an unquoted scalar that is not a text, by the core schema of YAML 1.2.
package enum YAMLLiteral: Hashable, Sendable {
    case bool(Bool)
    case integer(Int)
    case real(Double)

    /// Parses an unquoted scalar; nil if it is a text or null.
    ///
    /// A number keeps its type and value, but not its spelling: `1.10` becomes 1.1. Identifiers
    /// that look like numbers, with leading zeros or more digits than an `Int` holds, are texts.
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

    /// Returns true for a decimal number with an optional sign, fraction and exponent.
    private static func isNumber(_ text: String) -> Bool {
        // A regular expression would be compiled for each scalar.
        var rest = text.utf8[...]
        func skipDigits() -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest[digits.endIndex...]
            return digits.count
        }
        func skip(_ signs: String) -> Bool {
            guard let first = rest.first, signs.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = skip("+-")
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = skipDigits()
        guard whole <= 1 || !isZero else { return false }
        if skip(".") {
            guard skipDigits() > 0 || whole > 0 else { return false }
        } else if whole == 0 {
            return false
        }
        if skip("eE") {
            _ = skip("+-")
            guard skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// Returns a number as parsers of YAML 1.1 and 1.2 both read it: with a decimal point, also
    /// before an exponent, as in `1.0e+20`.
    package static func text(of number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? ".nan" : number < 0 ? "-.inf" : ".inf" }
        let text = "\(number)"
        return text.contains(".") ? text : text.replacing("e", with: ".0e")
    }
}
