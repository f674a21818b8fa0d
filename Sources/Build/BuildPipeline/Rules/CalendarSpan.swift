import NoteArchives
package import Platform

/// A day, a month or a year: `2024-05-01`, `2024-05` or `2024`.
package struct CalendarPeriod: Sendable {
    /// The year, and the month and the day if there are any.
    private let numbers: [Int]

    /// Creates a period from its text; nil for any other text.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let sizes = [4, 2, 2].prefix(parts.count)
        guard (1...3).contains(parts.count), parts.map(\.utf8.count) == Array(sizes),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }),
            case let numbers = parts.compactMap({ Int($0) }), numbers.count == parts.count,
            Self.start(of: numbers[...], in: .utc) != nil
        else { return nil }
        self.numbers = numbers
    }

    /// Returns the first instant of the period and that after it.
    package func range(in zone: ZoneInfo) -> (start: Date, end: Date) {
        // After the last day of a month comes the next month, and after that the next year.
        let next = numbers.indices.reversed().map { numbers[..<$0] + [numbers[$0] + 1] }
        return (
            Self.start(of: numbers[...], in: zone) ?? .distantPast,
            next.lazy.compactMap { Self.start(of: $0, in: zone) }.first ?? .distantFuture
        )
    }

    private static func start(of numbers: ArraySlice<Int>, in zone: ZoneInfo) -> Date? {
        DateText.date(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
            day: numbers.count > 2 ? numbers[2] : 1, zone: zone)
    }
}

/// The time from one period to another, both included: `2019..2020-06`, `2019..`, `..2020`, or one
/// period alone.
struct CalendarSpan: Sendable {
    /// The first and the last period; nil for a span without a beginning or an end.
    private let first: CalendarPeriod?
    private let last: CalendarPeriod?

    /// Creates a span from its text; nil for any other text.
    init?(_ text: String) {
        guard let dots = text.firstRange(of: "..") else {
            guard let period = CalendarPeriod(text) else { return nil }
            (first, last) = (period, period)
            return
        }
        let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
        (first, last) = (CalendarPeriod(before), CalendarPeriod(after))
        guard first != nil || last != nil, first != nil || before.isEmpty,
            last != nil || after.isEmpty
        else { return nil }
        // A span that ends before it begins has no note, and would exclude none in silence.
        if let first, let last, first.range(in: .utc).start >= last.range(in: .utc).end {
            return nil
        }
    }

    /// Returns the instants from the first of the span to that after it.
    func range(in zone: ZoneInfo) -> Range<Date> {
        let start = first?.range(in: zone).start ?? .distantPast
        return start..<max(start, last?.range(in: zone).end ?? .distantFuture)
    }
}
