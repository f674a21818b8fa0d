import NoteModel
import TextTemplates

/// The site's own words in one language.
struct InterfaceWords: Sendable {
    let notes: String
    let index: String
    let previous: String
    let next: String
    let created: String
    let edited: String
    let emptyTitle: String
    let emptyAdvice: String
    let skip: String
    let letters: String
    let missingPhoto: String
    let unreadablePhoto: String
    let months: [String]

    static let english = InterfaceWords(
        notes: "Notes", index: "All notes", previous: "Previous", next: "Next",
        created: "Written", edited: "Edited", emptyTitle: "No notes yet",
        emptyAdvice: "When the notes folder holds a note, it will appear here.",
        skip: "Skip to the text", letters: "Letters", missingPhoto: "Photo missing",
        unreadablePhoto: "Photo cannot be shown",
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August",
            "September", "October", "November", "December",
        ])

    /// `9 July 2014`.
    func date(_ time: CivilTime) -> String {
        "\(time.day) \(months[time.month - 1]) \(time.year)"
    }

    /// `1,871 notes`.
    func count(of notes: Int) -> String {
        notes == 1 ? "1 note" : "\(grouped(notes)) notes"
    }

    private func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    var value: TemplateValue {
        .record([
            ("notes", .text(notes)), ("index", .text(index)), ("previous", .text(previous)),
            ("next", .text(next)), ("created", .text(created)), ("edited", .text(edited)),
            ("emptyTitle", .text(emptyTitle)), ("emptyAdvice", .text(emptyAdvice)),
            ("skip", .text(skip)), ("letters", .text(letters)),
        ])
    }
}
