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
    let photos: String
    let undated: String
    let drawing: String
    let recording: String
    let missingRecording: String
    let unreadableRecording: String
    let download: String
    let onlySafari: String
    let someBrowsers: String
    let noBrowser: String
    let close: String
    let zoom: String
    let months: [String]

    static let english = InterfaceWords(
        notes: "Notes", index: "All notes", previous: "Previous", next: "Next",
        created: "Written", edited: "Edited", emptyTitle: "No notes yet",
        emptyAdvice: "When the notes folder holds a note, it will appear here.",
        skip: "Skip to the text", letters: "Letters", missingPhoto: "Photo missing",
        unreadablePhoto: "Photo cannot be shown", photos: "Photos", undated: "Without a date",
        drawing: "Drawing", recording: "Recording", missingRecording: "Recording missing",
        unreadableRecording: "Recording cannot be played", download: "Download",
        onlySafari: "Only Safari plays this kind; elsewhere, download it.",
        someBrowsers: "Not every browser plays this kind; if yours does not, download it.",
        noBrowser: "Browsers do not play this kind; download it.", close: "Close",
        zoom: "Zoom",
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

    /// `312 photos`.
    func count(ofPhotos photos: Int) -> String {
        photos == 1 ? "1 photo" : "\(grouped(photos)) photos"
    }

    /// `July 2014`.
    func month(_ time: CivilTime) -> String { "\(months[time.month - 1]) \(time.year)" }

    /// `0:45`, `1:02:03`.
    func duration(_ seconds: Double) -> String? {
        guard seconds >= 0, seconds < 1_000_000 else { return nil }
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = whole / 60 % 60
        return whole < 3600
            ? "\(minutes):\(two(whole % 60))"
            : "\(whole / 3600):\(two(minutes)):\(two(whole % 60))"
    }

    /// `820 kB`, `1.2 MB`.
    func size(ofBytes count: Int) -> String {
        guard count >= 1_000_000 else { return "\(max(1, (count + 500) / 1000)) kB" }
        let tenths = (count + 50_000) / 100_000
        return "\(grouped(tenths / 10)).\(tenths % 10) MB"
    }

    /// What is said of a recording that some browsers do not play.
    func notice(of support: BrowserSupport) -> String? {
        switch support {
        case .all: nil
        case .some: someBrowsers
        case .safari: onlySafari
        case .none: noBrowser
        }
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
            ("skip", .text(skip)), ("letters", .text(letters)), ("photos", .text(photos)),
            ("close", .text(close)), ("zoom", .text(zoom)),
        ])
    }
}
