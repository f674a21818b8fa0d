import NoteModel

/// The date format of a language: a text with the placeholders `{day}`, `{month}` and `{year}`,
/// such as `{day} {month} {year}`. Numbers are written without leading zeros.
struct DatePattern: Sendable, Decodable {
    private let parts: [Part]

    private enum Part {
        case text(String)
        case day, month, year
    }

    init(from decoder: any Decoder) throws {
        let pattern = try decoder.singleValueContainer().decode(String.self)
        var parts: [Part] = []
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append(.text(String(rest[..<open])))
            switch rest[open...close] {
            case "{day}": parts.append(.day)
            case "{month}": parts.append(.month)
            default: parts.append(.year)
            }
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// Returns a date as text. The time of day is not shown.
    ///
    /// - Parameter months: The names of the twelve months, January first.
    func text(_ time: CivilTime, months: [String]) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let words): text += words
            case .day: text += String(time.day)
            case .month: text += months[time.month - 1]
            case .year: text += String(time.year)
            }
        }
        return text
    }
}
