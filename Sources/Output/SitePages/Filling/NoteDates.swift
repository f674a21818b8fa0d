package import NoteModel
import Platform

/// Formats the dates of notes for pages, in the time zone of the site and the format of its
/// language.
package struct NoteDates: Sendable {
    let timeZone: ZoneInfo
    private let words: LocalizedStrings

    /// Creates the formats of a site.
    package init(_ options: SiteOptions) { (timeZone, words) = (options.timeZone, options.words) }

    /// Returns the date of the last change or, if it is unknown, of creation; nil if both are.
    package func lastChange(of note: Note) -> String? {
        (note.lastChanged.map { value($0, archived: nil) }
            ?? value(nil, archived: note.dateTexts.modified ?? note.dateTexts.created))?.text
    }

    func created(_ note: Note) -> DateContext? {
        value(note.created, archived: note.dateTexts.created)
    }

    /// Returns the date of the last change; nil if it is unknown, is the day of creation, or would
    /// be shown as the same text.
    func edited(_ note: Note) -> DateContext? {
        if let created = note.created, let modified = note.modified {
            let (first, last) = (time(created), time(modified))
            if (first.year, first.month, first.day) == (last.year, last.month, last.day) {
                return nil
            }
        }
        guard let value = value(note.modified, archived: note.dateTexts.modified) else {
            return nil
        }
        return value.text == created(note)?.text ? nil : value
    }

    /// Returns the civil time of an instant in the time zone of the site, with the offset that
    /// applies at that instant.
    func time(_ date: Date) -> CivilTime {
        CivilTime(date, offset: timeZone.offset(at: date))
    }

    /// Returns a date in the format of the site's language, or the text that the archive has in its
    /// place; nil if there is neither.
    private func value(_ date: Date?, archived: String?) -> DateContext? {
        guard let date else { return archived.map { DateContext(text: $0, machine: nil) } }
        let time = time(date)
        return DateContext(text: words.date(time), machine: time.rfc3339)
    }
}
