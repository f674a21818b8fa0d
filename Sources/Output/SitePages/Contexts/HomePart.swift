import Markup

/// The part of the first page of a notebook above the list of notes.
struct HomePart: Sendable {
    /// The newest notes with pictures, three or six; empty if there are fewer.
    var pictured = IndexRows.none
    /// The newest other notes; empty if the list itself is by date, or short.
    let recent: IndexRows
    /// The pages of a divided list, with the number of notes of each; empty if it is not divided.
    var parts: [TemplateValue] = []
    /// The number of notes written on each day of the year, for the script that links today: 31
    /// signs for each month, `0` to `9`, then `a` to `z` for up to 35 and more. It is nil if there
    /// are no pages of days.
    let days: String?

    /// No part, on other pages than the first.
    static let none = HomePart(recent: .none, days: nil)

    var fields: [TemplateValue.Field] {
        [
            ("pictured", pictured.value), ("hasPictured", .flag(pictured.count > 0)),
            ("hasSixPictured", .flag(pictured.count == 6)),
            ("recent", recent.value), ("hasRecent", .flag(pictured.count + recent.count > 0)),
            ("parts", .list(parts)), ("hasParts", .flag(!parts.isEmpty)),
            ("days", .text(days)),
            ("daysAddress", .text(PageFrame.path(ofMonth: 1))),
        ]
    }

    /// Returns the numbers of notes of days as signs; see ``days``.
    static func signs(_ counts: [Int]) -> String {
        String(
            decoding: counts.map { count in
                let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
                return digits[min(count, digits.count - 1)]
            }, as: UTF8.self)
    }
}
