/// The forms of a counted noun, with `#` for the number, such as `# note` and `# notes`.
///
/// The names of the forms are the categories of Unicode's locale data (CLDR). Most languages have
/// `one` and `other`; a form that a table does not contain is replaced by `other`.
struct PluralForms: Decodable, Sendable {
    let zero: String?
    let one: String
    let two: String?
    let few: String?
    let many: String?
    let other: String

    /// Returns the form for a number.
    ///
    /// - Parameters:
    ///   - number: The number of things, 0 or more.
    ///   - rule: The rule of the language.
    func form(for number: Int, by rule: PluralRule) -> String {
        let (tens, ones) = (number % 100, number % 10)
        let isFew = (2...4).contains(ones) && !(12...14).contains(tens)
        let form: String? =
            switch rule {
            case .usual: number == 1 ? one : number == 2 ? two : nil
            case .french: number < 2 ? one : nil
            case .czech: number == 1 ? one : (2...4).contains(number) ? few : nil
            case .polish: number == 1 ? one : isFew ? few : many
            case .russian: ones == 1 && tens != 11 ? one : isFew ? few : many
            case .arabic where number < 3: [zero, one, two][number]
            case .arabic: (3...10).contains(tens) ? few : (11...99).contains(tens) ? many : nil
            }
        return form ?? other
    }
}

/// A rule that assigns numbers to the plural forms of a language. Raw values are those of the key
/// `pluralRule` in tables of strings.
enum PluralRule: String, Decodable, Sendable {
    /// `one` for 1, `two` for 2 and `other`: the rule of Hebrew, and without `two` that of English
    /// and most languages.
    case usual
    /// `one` for 0 and 1, as in French.
    case french
    case arabic
    case czech
    case polish
    /// The rule of Russian and Ukrainian, in which 21 is `one`.
    case russian
}
