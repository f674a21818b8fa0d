import NoteModel

/// The positions of the notes by their dates, the latest note first.
struct DatedNotes: Sendable {
    /// The years with notes, the latest first.
    private(set) var years: [Year] = []
    /// The notes of each day in all years: 31 lists for each month.
    private(set) var days: [[Int]] = Array(repeating: [], count: 12 * 31)
    /// The notes without a date, by title.
    private(set) var undated: [Int] = []

    /// A year with its notes, the latest first.
    struct Year: Sendable {
        let year: Int
        private(set) var notes: [Int] = []
        /// The days with notes, counted once for all pages that show the calendar of the year.
        private(set) var days: [YearCalendar.Count] = []

        fileprivate mutating func append(_ note: Int, of time: CivilTime, hasPhotos: Bool) {
            notes.append(note)
            if let last = days.last?.time, (last.month, last.day) == (time.month, time.day) {
                days[days.count - 1].count += 1
            } else {
                days.append(.init(time: time, first: note, count: 1))
            }
            if hasPhotos, days[days.count - 1].firstWithPhotos == nil {
                days[days.count - 1].firstWithPhotos = note
            }
        }
    }

    /// - Parameters:
    ///   - sequence: The positions of the notes by date, the latest first, followed by those
    ///     without a date.
    ///   - dates: The time zone that decides the day of a note.
    init(_ sequence: [Int], of notes: LazyMapCollection<[SiteNote], Note>, dates: NoteDates) {
        for index in sequence {
            guard let date = notes[index].date else {
                undated.append(index)
                continue
            }
            let time = dates.time(date)
            if years.last?.year != time.year { years.append(Year(year: time.year)) }
            years[years.count - 1].append(index, of: time, hasPhotos: !notes[index].photos.isEmpty)
            days[(time.month - 1) * 31 + time.day - 1].append(index)
        }
    }
}
