import Foundation
import NoteModel

/// The dates of notes as pages tell them.
struct NoteDates: Sendable {
    let timeZone: TimeZone
    let words: LocalizedStrings

    func created(_ note: Note) -> DateContext? { value(note.created, note.dateTexts.created) }

    /// When the note was changed, where that is another day than the one on which it was written.
    func edited(_ note: Note) -> DateContext? {
        if let created = note.created, let modified = note.modified {
            let (first, last) = (time(created), time(modified))
            if (first.year, first.month, first.day) == (last.year, last.month, last.day) {
                return nil
            }
        }
        guard let value = value(note.modified, note.dateTexts.modified) else { return nil }
        return value.text == created(note)?.text ? nil : value
    }

    /// An instant by the clocks of the owner's place.
    func time(_ date: Date) -> CivilTime {
        CivilTime(date, offset: timeZone.secondsFromGMT(for: date))
    }

    /// A date as the reader's language writes it, or in the words of the archive.
    private func value(_ date: Date?, _ archived: String?) -> DateContext? {
        guard let date else { return archived.map { DateContext(text: $0, machine: nil) } }
        let time = time(date)
        return DateContext(text: words.date(time), machine: time.rfc3339)
    }
}
