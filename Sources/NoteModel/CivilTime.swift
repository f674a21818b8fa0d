package import struct Foundation.Date

/// An instant as calendars and clocks show it, by the Gregorian calendar at an offset from UTC.
package struct CivilTime: Hashable, Sendable {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    /// Seconds east of UTC.
    package let offset: Int

    /// - Parameters:
    ///   - date: In the years 1 to 9999; fractions of a second are left out.
    ///   - offset: Seconds east of UTC.
    package init(_ date: Date, offset: Int = 0) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + offset
        let days = (Double(seconds) / 86_400).rounded(.down)
        let secondOfDay = seconds - Int(days) * 86_400
        // From March on, the leap day comes last; 719,468 days lie between 0000-03-01 and 1970.
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

    /// `2014-07-09T14:05:00Z`, as RFC 3339 has it; with the offset where there is one.
    package var rfc3339: String {
        let minutes = abs(offset) / 60
        let zone =
            offset == 0
            ? "Z" : "\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
        return "\(dateText)T\(padded(hour)):\(padded(minute)):\(padded(second))\(zone)"
    }

    /// `2014-07-09`.
    package var dateText: String {
        let digits = String(year)
        let filled = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(filled)-\(padded(month))-\(padded(day))"
    }
}

private func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
}
