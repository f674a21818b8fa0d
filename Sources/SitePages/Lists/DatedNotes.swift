import NoteModel

/// The positions of the notes by their dates, the latest note first.
struct DatedNotes: Sendable {
    /// The notes of each year, the latest year first.
    private(set) var years: [(year: Int, notes: [Int])] = []
    /// The notes of each day in all years: 31 lists for each month.
    private(set) var days: [[Int]] = Array(repeating: [], count: 12 * 31)
    /// The notes without a date, by title.
    private(set) var undated: [Int] = []

    /// - Parameters:
    ///   - sequence: The positions of the notes by date, the latest first, followed by those
    ///     without a date.
    ///   - dates: The time zone that decides the day of a note.
    init(_ sequence: [Int], of notes: [Note], dates: NoteDates) {
        for index in sequence {
            guard let date = notes[index].date else {
                undated.append(index)
                continue
            }
            let time = dates.time(date)
            if years.last?.year != time.year { years.append((time.year, [])) }
            years[years.count - 1].notes.append(index)
            days[(time.month - 1) * 31 + time.day - 1].append(index)
        }
    }
}
