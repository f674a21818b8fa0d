package import Foundation
import LocalFiles
package import NoteModel

extension Note {
    /// Returns a note for a test, with defaults for everything that the test is not about.
    ///
    /// - Parameters:
    ///   - source: The path of the source file; by default the title with the extension `data`.
    ///   - tags: The tags, without `#`.
    package static func made(
        _ title: String? = "A note", body: String = "", source: String? = nil, index: Int = 0,
        created: Date? = nil, modified: Date? = nil, tags: [String] = [], photos: [Medium] = [],
        recordings: [Medium] = []
    ) -> Note {
        var note = Note(
            id: NoteID(source: source ?? "\(title ?? "untitled").data", index: index),
            title: title, body: body, created: created, modified: modified, photos: photos,
            recordings: recordings)
        note.tags = tags.map(Tag.init)
        return note
    }
}

extension Medium {
    /// Returns a photo for a test, whose bytes need not exist.
    package static func made(_ name: String, caption: String? = nil, count: Int = 100) -> Medium {
        Medium(
            .photo, name: name, caption: caption,
            content: .stored(StoredBytes(file: "/notes/Photos/" + name, range: 0..<count)))
    }
}

extension Date {
    /// Returns the beginning of a day in UTC.
    package static func day(_ year: Int, month: Int, day: Int) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: year, month: month, day: day)
        return calendar.date(from: parts) ?? .distantPast
    }
}
