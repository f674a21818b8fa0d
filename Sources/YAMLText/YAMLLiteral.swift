/// What an unquoted scalar stands for by the core schema of YAML 1.2, if it is no text.
package enum YAMLLiteral: Hashable, Sendable {
    case bool(Bool)
    case integer(Int)
    case real(Double)

    /// - Parameter plain: An unquoted scalar. Numbers that would not be written the same way again, such
    ///   as `1.10`, `007`, `+5`, `1e3` and those with more digits than a `Double` holds, are texts.
    package init?(plain: String) {
        switch plain {
        case "true", "True", "TRUE": self = .bool(true)
        case "false", "False", "FALSE": self = .bool(false)
        default:
            if let number = Int(plain), String(number) == plain {
                self = .integer(number)
            } else if let number = Double(plain), number.isFinite, Self.text(of: number) == plain {
                self = .real(number)
            } else {
                return nil
            }
        }
    }

    /// Returns a number as YAML 1.1 and 1.2 write it: with a point, also before an exponent.
    package static func text(of number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? ".nan" : number < 0 ? "-.inf" : ".inf" }
        let text = "\(number)"
        return text.contains(".") ? text : text.replacing("e", with: ".0e")
    }
}
