import NoteModel
package import Platform

extension DateText {
    /// Returns a date in the format of another one; in the medium style of `NSDateFormatter` if
    /// that is in none that is known.
    package static func text(_ date: Date, like old: String, zone: ZoneInfo) -> String {
        let parsed = self.date(old, zone: zone)
        let format = formats.first { format in
            parsed.map { text($0, in: format, zone: zone) } == old
        }
        return text(date, in: format ?? "MMM d, yyyy", zone: zone)
    }

    /// The formats, as patterns of `NSDateFormatter` (UTS #35, part 4).
    private static let formats: [String] = {
        let days = [
            "yyyy-MM-dd", "MMM d, yyyy", "MMMM d, yyyy", "EEEE, MMMM d, yyyy", "M/d/yy",
            "M/d/yyyy", "MM/dd/yyyy", "dd.MM.yyyy", "d.M.yy", "dd/MM/yyyy", "d MMM yyyy",
            "d MMMM yyyy", "yyyy/MM/dd",
        ]
        let times = [
            "", " HH:mm", " HH:mm:ss", ", h:mm a", " h:mm a", " 'at' h:mm a", " HH:mm:ss Z",
        ]
        return days.flatMap { day in times.map { day + $0 } }
    }()

    /// Returns a date in a pattern with the fields of ``formats``.
    private static func text(_ date: Date, in format: String, zone: ZoneInfo) -> String {
        let time = CivilTime(date, offset: zone.offset(at: date))
        var result = ""
        var rest = format[...]
        while let first = rest.first {
            if first == "'" {
                let quoted = rest.dropFirst().prefix { $0 != "'" }
                result += quoted
                rest = rest.dropFirst(quoted.count + 2)
                continue
            }
            let field = rest.prefix { $0 == first }
            rest = rest.dropFirst(field.count)
            result += text(of: first, width: field.count, time) ?? String(field)
        }
        return result
    }

    /// Returns the text of a field; nil for a sign that is none.
    private static func text(of field: Character, width: Int, _ time: CivilTime) -> String? {
        func digits(_ number: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        switch field {
        case "y": return width == 2 ? String(digits(time.year).suffix(2)) : digits(time.year)
        case "M":
            let name = monthNames[time.month - 1].capitalizedWord
            return width == 3 ? String(name.prefix(3)) : width == 4 ? name : digits(time.month)
        case "d": return digits(time.day)
        case "E":
            let days = daysSince1970(year: time.year, month: time.month, day: time.day)
            // The first day of 1970 was a Thursday.
            return weekdayNames[((days + 3) % 7 + 7) % 7].capitalizedWord
        case "H": return digits(time.hour)
        case "h": return digits((time.hour + 11) % 12 + 1)
        case "m": return digits(time.minute)
        case "s": return digits(time.second)
        case "a": return time.hour < 12 ? "AM" : "PM"
        case "Z":
            let minutes = abs(time.offset) / 60
            let number = String("000\(minutes / 60 * 100 + minutes % 60)".suffix(4))
            return (time.offset < 0 ? "-" : "+") + number
        default: return nil
        }
    }
}
