package import Platform

/// The date and time of day of an instant, in the Gregorian calendar at an offset from UTC.
package struct CivilTime: Hashable, Sendable {
    package let year: Int
    /// The month, 1 (January) to 12 (December).
    package let month: Int
    /// The day of the month, 1 to 31.
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    /// The offset from UTC in seconds, positive to the east: 7200 for Rome in summer.
    package let offset: Int

    /// - Parameters:
    ///   - date: An instant in the years 1 to 9999; fractions of a second are dropped.
    ///   - offset: Seconds east of UTC.
    package init(_ date: Date, offset: Int = 0) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + offset
        let days = (Double(seconds) / 86_400).rounded(.down)
        let secondOfDay = seconds - Int(days) * 86_400
        // Years are counted from March, so that the leap day comes last. There are 719,468 days
        // between 0000-03-01 and 1970.
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        self.offset = offset
    }

    /// The time in RFC 3339 format, in seconds: `2014-07-09T14:05:00Z`, or with the offset if that
    /// is not zero.
    package var rfc3339: String {
        var bytes = dateBytes
        bytes.append(hour, after: "T")
        bytes.append(minute, after: ":")
        bytes.append(second, after: ":")
        if offset == 0 {
            bytes.append(UInt8(ascii: "Z"))
        } else {
            bytes.append(abs(offset) / 3600, after: offset < 0 ? "-" : "+")
            bytes.append(abs(offset) / 60 % 60, after: ":")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns an instant in RFC 3339 format, in UTC, with a fraction of a second to the
    /// microsecond if there is one: `2014-07-09T14:05:00.25Z`.
    package static func exact(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 1e12 else { return CivilTime(date).rfc3339 }
        // The product of all seconds and a million would exceed the precision of a `Double` for
        // dates more than three centuries away.
        var second = seconds.rounded(.down)
        var fraction = Int(((seconds - second) * 1_000_000).rounded())
        if fraction == 1_000_000 { (second, fraction) = (second + 1, 0) }
        let text = CivilTime(Date(timeIntervalSince1970: second)).rfc3339
        guard fraction != 0 else { return text }
        var digits = String(String(1_000_000 + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(text.dropLast()).\(digits)Z"
    }

    /// Returns the instant of a text in the format of ``exact(_:)``; nil for any other text or an
    /// impossible date.
    package static func instant(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"),
            [4, 7].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            [13, 16].allSatisfy({ bytes[$0] == UInt8(ascii: ":") }), bytes[10] == UInt8(ascii: "T")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? { number(bytes[range]) }
        func number(_ digits: ArraySlice<UInt8>) -> Int? {
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
        }
        let fraction = bytes[19..<bytes.count - 1]
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            hour < 24, minute < 60, second <= 60, fraction.isEmpty || fraction.count <= 10,
            fraction.first ?? UInt8(ascii: ".") == UInt8(ascii: "."), fraction.count != 1,
            number(fraction.dropFirst()) != nil,
            let millionths = number(
                fraction.dropFirst().prefix(6)
                    + Array(repeating: 0x30, count: max(0, 6 - max(0, fraction.count - 1))))
        else { return nil }
        // Days from 1970 by counting from March on, so that the leap day comes last.
        let shifted = month > 2 ? month - 3 : month + 9
        let years = month > 2 ? year : year - 1
        let days =
            365 * years + years / 4 - years / 100 + years / 400 + (153 * shifted + 2) / 5 + day - 1
            - 719_468
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
        let date = Date(timeIntervalSince1970: Double(seconds) + Double(millionths) / 1_000_000)
        // Rejects dates that do not exist, such as the 31st of June.
        let civil = CivilTime(Date(timeIntervalSince1970: Double(days * 86_400)))
        return civil.day == day && civil.month == month ? date : nil
    }

    /// The date in ISO 8601 format, with a year of at least four digits: `2014-07-09`.
    package var dateText: String { String(decoding: dateBytes, as: UTF8.self) }

    /// The date as bytes, since pages show many dates.
    private var dateBytes: [UInt8] {
        let digits = String(year).utf8
        var bytes = [UInt8](repeating: 0x30, count: max(0, 4 - digits.count))
        bytes.reserveCapacity(32)
        bytes += digits
        bytes.append(month, after: "-")
        bytes.append(day, after: "-")
        return bytes
    }
}

extension [UInt8] {
    /// Appends a sign and a number of two digits.
    fileprivate mutating func append(_ number: Int, after sign: Unicode.Scalar) {
        append(UInt8(ascii: sign))
        append(0x30 + UInt8(number / 10))
        append(0x30 + UInt8(number % 10))
    }
}
