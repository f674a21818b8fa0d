/// The yearly changes to and from daylight saving time, from the `TZ` string at the end of a TZif
/// file (POSIX.1-2017, section 8.3, with the hours of RFC 8536, section 3.3.1).
struct DaylightRule: Hashable, Sendable {
    /// Seconds east of UTC.
    private let standard: Int
    private let daylight: Int
    private let start: Day
    private let end: Day

    /// A day of each year, with a time of day.
    private struct Day: Hashable {
        enum Kind: Hashable {
            /// The day of the year from 1, leap days not counted.
            case ordinal(Int)
            /// The day of the year from 0.
            case index(Int)
            /// A day of a week of a month; the fifth week is the last.
            case weekday(month: Int, week: Int, day: Int)
        }
        let kind: Kind
        /// The local time in seconds, which may be of another day.
        let time: Int
    }

    /// Reads a rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil for a text without one.
    init?(_ text: String) {
        var reader = Reader(rest: text.utf8[...])
        guard reader.skipName(), let standard = reader.time(), reader.skipName() else { return nil }
        let daylight = reader.isAt(",") ? nil : reader.time()
        guard reader.skip(","), let start = reader.day(), reader.skip(","),
            let end = reader.day(), reader.rest.isEmpty
        else { return nil }
        self.standard = -standard
        self.daylight = daylight.map { -$0 } ?? 3600 - standard
        (self.start, self.end) = (start, end)
    }

    /// Returns the offset of a text without daylight saving time, such as `<+03>-3`, in seconds
    /// east of UTC; nil for another text.
    static func offset(_ text: String) -> Int? {
        var reader = Reader(rest: text.utf8[...])
        guard reader.skipName(), let time = reader.time(), reader.rest.isEmpty else { return nil }
        return -time
    }

    /// Returns the offset at an instant.
    func offset(at second: Int64) -> Int {
        let year = Self.year(ofDay: Int((second + Int64(standard)) / 86_400))
        // Around the turn of a year, a change may be of the neighbouring year.
        var latest = (instant: Int64.min, offset: standard)
        for year in year - 1...year + 1 {
            let changes = [
                (Self.second(of: start, year: year) - Int64(standard), daylight),
                (Self.second(of: end, year: year) - Int64(daylight), standard),
            ]
            for (instant, offset) in changes where instant <= second && instant >= latest.instant {
                latest = (instant, offset)
            }
        }
        return latest.offset
    }

    private static func second(of day: Day, year: Int) -> Int64 {
        let first = Self.firstDay(of: year)
        let number: Int
        switch day.kind {
        case .ordinal(let ordinal):
            let isLeap = Self.firstDay(of: year + 1) - first == 366
            number = first + ordinal - (isLeap && ordinal >= 60 ? 0 : 1)
        case .index(let index): number = first + index
        case .weekday(let month, let week, let weekday):
            let start = daysSince1970(year: year, month: month, day: 1)
            let end = daysSince1970(year: year, month: month + 1, day: 1)
            // The first day of 1970 was a Thursday.
            var day = start + ((weekday - start - 4) % 7 + 7) % 7 + (week - 1) * 7
            while day >= end { day -= 7 }
            number = day
        }
        return Int64(number) * 86_400 + Int64(day.time)
    }

    private static func firstDay(of year: Int) -> Int {
        daysSince1970(year: year, month: 1, day: 1)
    }

    private static func year(ofDay day: Int) -> Int {
        var year = 1970 + Int((Double(day) / 365.2425).rounded(.down))
        while firstDay(of: year) > day { year -= 1 }
        while firstDay(of: year + 1) <= day { year += 1 }
        return year
    }

    private struct Reader {
        var rest: Substring.UTF8View

        func isAt(_ sign: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: sign) }

        mutating func skip(_ sign: Unicode.Scalar) -> Bool {
            guard isAt(sign) else { return false }
            rest.removeFirst()
            return true
        }

        /// Skips the abbreviation of a zone: letters, or other signs in angle brackets.
        mutating func skipName() -> Bool {
            if skip("<") {
                rest = rest.drop { $0 != UInt8(ascii: ">") }
                return skip(">")
            }
            let count = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }.count
            rest = rest.dropFirst(count)
            return count >= 3
        }

        mutating func number() -> Int? {
            let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(3)
            rest = rest.dropFirst(digits.count)
            return Int(Substring(digits))
        }

        /// Reads hours, and minutes and seconds if there are any, as seconds.
        mutating func time() -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard var seconds = number().map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where skip(":") {
                guard let number = number() else { return nil }
                seconds += number * unit
            }
            return isNegative ? -seconds : seconds
        }

        mutating func day() -> Day? {
            let kind: Day.Kind
            if skip("M") {
                guard let month = number(), (1...12).contains(month), skip("."),
                    let week = number(), (1...5).contains(week), skip("."),
                    let day = number(), (0...6).contains(day)
                else { return nil }
                kind = .weekday(month: month, week: week, day: day)
            } else if skip("J") {
                guard let day = number(), (1...365).contains(day) else { return nil }
                kind = .ordinal(day)
            } else {
                guard let day = number(), (0...365).contains(day) else { return nil }
                kind = .index(day)
            }
            guard skip("/") else { return Day(kind: kind, time: 7200) }
            return time().map { Day(kind: kind, time: $0) }
        }
    }
}
