import Foundation
import NoteModel

/// The dates of notes as pages tell them.
struct NoteDates: Sendable {
    let timeZone: TimeZone
    let words: InterfaceWords

    func created(_ note: Note) -> DateValue? { value(note.created, note.dateTexts.created) }

    /// When the note was changed, where that is another day than the one on which it was written.
    func edited(_ note: Note) -> DateValue? {
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
    private func value(_ date: Date?, _ archived: String?) -> DateValue? {
        guard let date else { return archived.map { DateValue(text: $0, machine: nil) } }
        let time = time(date)
        return DateValue(text: words.date(time), machine: time.rfc3339)
    }
}
