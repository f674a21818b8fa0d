package import Platform

/// Parsing of dates that apps archived as text, in the formats of ISO 8601, of the description of
/// `NSDate`, and of the styles of `NSDateFormatter` in English and in languages that write numbers
/// only.
package enum DateText {
    /// Returns the instant that a text denotes; nil if it is not a date of the years 1 to 9999.
    ///
    /// An ambiguous date such as `03/04/2014` has the month first; with dots, as in `03.04.2014`,
    /// it has the day first.
    ///
    /// - Parameter zone: The time zone of a text that does not state one.
    package static func date(_ text: String, zone: ZoneInfo) -> Date? {
        guard text.utf8.count <= 64, let tokens = tokens(of: text) else { return nil }
        var reading = Reading(tokens: tokens)
        guard let (year, month, day) = reading.day() else { return nil }
        let clock = reading.clock()
        guard reading.isAtEnd else { return nil }
        let date = instant(year, month: month, day: day, clock: clock ?? Clock(), zone: zone)
        return date.flatMap { Date(secondsSince2001: $0.timeIntervalSinceReferenceDate) }
    }

    /// Returns the beginning of a day of the calendar; nil if there is no such day.
    package static func date(year: Int, month: Int, day: Int, zone: ZoneInfo) -> Date? {
        instant(year, month: month, day: day, clock: Clock(), zone: zone)
    }

    private struct Clock {
        var hour = 0
        var minute = 0
        var second = 0
        /// The offset from UTC in seconds, positive to the east; nil if the text does not state
        /// one.
        var offset: Int?
    }

    private static func instant(
        _ year: Int, month: Int, day: Int, clock: Clock, zone: ZoneInfo
    ) -> Date? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...lengths[month - 1]).contains(day), (0...23).contains(clock.hour),
            (0...59).contains(clock.minute), (0...60).contains(clock.second)
        else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        let seconds = days * 86_400 + clock.hour * 3600 + clock.minute * 60 + clock.second
        if let offset = clock.offset {
            return Date(timeIntervalSince1970: Double(seconds - offset))
        }
        return Date(timeIntervalSince1970: Double(zone.instant(local: seconds)))
    }
}

// MARK: - Reading

extension DateText {
    private enum Token: Equatable {
        case number(Int, digits: Int)
        case word(String)
        case sign(Character)
    }

    /// Splits a text into numbers, words and signs, without white space; nil if it is empty, or has
    /// more tokens or a longer number than any date.
    private static func tokens(of text: String) -> [Token]? {
        var tokens: [Token] = []
        var rest = text[...]
        while let first = rest.first {
            if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                guard digits.count <= 14, let number = Int(digits) else { return nil }
                tokens.append(.number(number, digits: digits.count))
                rest = rest.dropFirst(digits.count)
            } else if first.isLetter {
                // A character of Chinese or Japanese dates is a token of its own.
                let isIdeograph = "年月日时時分秒".contains(first)
                let word =
                    isIdeograph
                    ? rest.prefix(1) : rest.prefix { $0.isLetter && !"年月日时時分秒".contains($0) }
                tokens.append(.word(word.lowercased()))
                rest = rest.dropFirst(word.count)
            } else {
                if !first.isWhitespace { tokens.append(.sign(first)) }
                rest = rest.dropFirst()
            }
        }
        return tokens.isEmpty || tokens.count > 24 ? nil : tokens
    }

    private struct Reading {
        let tokens: [Token]
        var position = 0

        var isAtEnd: Bool { position == tokens.count }

        private func token(_ distance: Int = 0) -> Token? {
            tokens.indices.contains(position + distance) ? tokens[position + distance] : nil
        }

        private func number(_ distance: Int = 0) -> (value: Int, digits: Int)? {
            guard case .number(let value, let digits) = token(distance) else { return nil }
            return (value, digits)
        }

        private func month(_ distance: Int = 0) -> Int? {
            guard case .word(let word) = token(distance), word.count >= 3 else { return nil }
            return monthNames.firstIndex {
                $0 == word || $0.prefix(3) == word || word == "sept" && $0 == "september"
            }
            .map { $0 + 1 }
        }

        private mutating func skip(_ signs: Character...) {
            while case .sign(let sign) = token(), signs.contains(sign) { position += 1 }
        }

        private mutating func skip(words: Set<String>) {
            while case .word(let word) = token(), words.contains(word) { position += 1 }
        }

        /// Reads the year, month and day, in any of the supported orders; nil if there is no date.
        mutating func day() -> (Int, Int, Int)? {
            skip(words: weekdays)
            skip(",", ".")
            if let month = month() {
                position += 1
                skip(".")
                guard let day = number(), day.digits <= 2 else { return nil }
                position += 1
                skip(words: ordinals)
                skip(",")
                return year().map { ($0, month, day.value) }
            }
            guard let first = number() else { return nil }
            position += 1
            if first.digits == 8, first.value > 10_000_000 {
                return (first.value / 10_000, first.value / 100 % 100, first.value % 100)
            }
            if token() == .word("年") { return ideographic(first.value) }
            skip(words: ordinals.union(["of", "de"]))
            let dots = token() == .sign(".")
            skip(".", "-", "/")
            if let month = month() {
                position += 1
                skip(".", ",", "-", "/")
                skip(words: ["de"])
                return year().map { ($0, month, first.value) }
            }
            guard let second = number(), second.digits <= 2 else { return nil }
            position += 1
            skip(".", "-", "/")
            if first.digits == 4 {
                guard let third = number(), third.digits <= 2 else { return nil }
                position += 1
                return (first.value, second.value, third.value)
            }
            guard first.digits <= 2, let year = year() else { return nil }
            let dayFirst = dots || first.value > 12
            return dayFirst
                ? (year, second.value, first.value) : (year, first.value, second.value)
        }

        private mutating func ideographic(_ year: Int) -> (Int, Int, Int)? {
            guard let month = number(1), token(2) == .word("月"), let day = number(3),
                token(4) == .word("日")
            else { return nil }
            position += 5
            return (year, month.value, day.value)
        }

        /// Reads a year of four digits, or of two as in the short style of `NSDateFormatter`, for
        /// 1970 to 2069.
        private mutating func year() -> Int? {
            guard let year = number(), year.digits == 4 || year.digits == 2 else { return nil }
            position += 1
            guard year.digits == 2 else { return year.value }
            return year.value < 70 ? 2000 + year.value : 1900 + year.value
        }

        /// Reads the time of day that follows the date; nil if there is none.
        mutating func clock() -> Clock? {
            let start = position
            skip(",", "-", ".")
            skip(words: ["t", "at", "um", "à", "kl"])
            var clock = Clock()
            let signs: [Token] = [.sign(":"), .sign("."), .word("h"), .word("时"), .word("時")]
            guard let hour = number(), hour.digits <= 2, let sign = token(1), signs.contains(sign)
            else {
                position = start
                return nil
            }
            clock.hour = hour.value
            position += 2
            if let minute = number() {
                clock.minute = minute.value
                position += 1
            }
            skip(words: ["分"])
            if token() == .sign(":") || token() == .sign("."), let second = number(1) {
                clock.second = second.value
                position += 2
                // Fractions of a second.
                if token() == .sign("."), number(1) != nil { position += 2 }
            }
            half(&clock)
            zone(&clock)
            return clock
        }

        private mutating func half(_ clock: inout Clock) {
            var letters = ""
            var distance = 0
            while distance < 4, let token = token(distance) {
                if case .word(let word) = token, word.count <= 2 {
                    letters += word
                } else if token != .sign(".") {
                    break
                }
                distance += 1
                if letters == "am" || letters == "pm" { break }
            }
            guard letters == "am" || letters == "pm", (1...12).contains(clock.hour) else { return }
            position += distance
            skip(".")
            clock.hour = clock.hour % 12 + (letters == "pm" ? 12 : 0)
        }

        private mutating func zone(_ clock: inout Clock) {
            if case .word(let word) = token(), ["z", "utc", "gmt"].contains(word) {
                position += 1
                clock.offset = 0
            }
            guard case .sign(let sign) = token(), sign == "+" || sign == "-" || sign == "−",
                let hours = number(1)
            else { return }
            position += 2
            var minutes =
                hours.digits > 2 ? hours.value / 100 * 60 + hours.value % 100 : hours.value * 60
            if token() == .sign(":"), let rest = number(1) {
                minutes += rest.value
                position += 2
            }
            // No time zone is more than 14 hours from UTC; a larger offset is not part of a date.
            guard minutes <= 14 * 60 else {
                position = tokens.count + 1
                return
            }
            clock.offset = (sign == "+" ? 60 : -60) * minutes
        }
    }

    static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    static let weekdayNames = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    private static let weekdays = Set(
        weekdayNames + [
            "mon", "tue", "wed", "thu", "fri", "sat", "sun", "tues", "thur", "thurs",
        ])
    private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]
}
