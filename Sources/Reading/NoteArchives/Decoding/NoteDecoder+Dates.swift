import KeyedArchives
import NoteModel
import Platform

/// Decoding of dates.
extension NoteDecoder {
    /// Returns the first date among fields, as an instant, as the text in the archive, or as both;
    /// if there is none, the first text that is not blank, unchanged. The key of the field is added
    /// to `used`.
    mutating func date(
        _ fields: [PropertyListValue.Field], place: String, used: inout UsedKeys
    ) -> (instant: Date?, text: String?) {
        var words: (key: String, text: String)?
        for field in fields where !used.contains(field.key) {
            if let seconds = try? archive.date(field.value),
                let date = Date(secondsSince2001: seconds)
            {
                used.insert(field.key)
                return (date, nil)
            }
            if let text = try? archive.string(field.value) {
                guard !text.isBlank else { continue }
                if let instant = DateText.date(text, zone: reading.timeZone) {
                    used.insert(field.key)
                    return (instant, text)
                }
                words = words ?? (field.key, text)
            } else if let instant = instant(field, place: place) {
                used.insert(field.key)
                return (instant, nil)
            }
        }
        if let words { used.insert(words.key) }
        return (nil, words?.text)
    }

    /// Returns the instant of a date object or a number; nil for a null field. Any other value, and
    /// a date outside the years 1 to 9999, is reported.
    mutating func instant(_ field: PropertyListValue.Field, place: String) -> Date? {
        var seconds: Double?
        do {
            seconds = try archive.date(field.value)
            switch try archive.number(field.value) {
            case .real(let number): seconds = Date.secondsSince2001(ofNumber: number)
            case .integer(let number): seconds = Date.secondsSince2001(ofNumber: Double(number))
            default: if seconds == nil, try archive.object(field.value) == .null { return nil }
            }
        } catch {
            seconds = nil
        }
        if let date = seconds.flatMap({ Date(secondsSince2001: $0) }) { return date }
        report(
            .impossibleDate, place: place + "." + field.key,
            summary:
                "\(source.name): the date “\(field.key)” of a note is not in the years 1 to 9999; the note is shown without it."
        )
        return nil
    }

    func dateInParts(of record: ArchivedRecord, _ used: inout UsedKeys) -> Date? {
        guard let year = part(record[.year]), let month = part(record[.month]),
            let day = part(record[.day]),
            let date = DateText.date(
                year: year.number, month: month.number, day: day.number, zone: reading.timeZone)
        else { return nil }
        for key in [year.key, month.key, day.key] { used.insert(key) }
        return date
    }

    func part(_ fields: [PropertyListValue.Field]) -> (key: String, number: Int)? {
        for field in fields {
            if case .integer(let number) = try? archive.number(field.value) {
                return (field.key, Int(number))
            }
            if let text = try? archive.string(field.value), let number = Int(text) {
                return (field.key, number)
            }
        }
        return nil
    }

    /// Returns the time that an identifier contains; nil if there is none. The `noteid` of a known
    /// app is the time of creation, in seconds since 1970, followed by one or two random digits.
    func instant(inIdentifier identifier: String?) -> Date? {
        guard let identifier, (11...12).contains(identifier.utf8.count),
            identifier.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Int(identifier.prefix(10)),
            (1_200_000_000..<2_500_000_000).contains(seconds)
        else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}
