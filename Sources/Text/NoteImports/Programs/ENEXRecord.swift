import LocalFiles
import NoteArchives
import NoteModel
import Platform

/// A note as an ENEX file describes it.
struct ENEXRecord {
    var title = ""
    /// The ENML document.
    var content = ""
    var created = ""
    var updated = ""
    var tags: [String] = []
    /// The elements of `note-attributes`, such as `source-url`.
    var attributes: [(name: String, value: String)] = []
    var tasks: [Task] = []
    var resources: [Resource] = []
    /// The elements with text, and the attributes, that are not known.
    var unknown = UnknownParts()
    /// True if a text was longer than ``LocalFiles/maximumTextSize``, and was not read to its end.
    var isTooLarge = false

    /// A task, which Evernote keeps apart from the text.
    struct Task {
        var title = ""
        var isDone = false
        /// The other facts about it, in words: when it is due, and whether it is flagged.
        var details: [String] = []
        /// The identifier of the place in the text that shows the task.
        var group = ""
        /// The place among the tasks of the group, by the bytes of this text.
        var weight = ""
    }

    /// A file of the note.
    struct Resource {
        /// The location of the bytes; nil if there are none.
        var stored: StoredBytes?
        /// The MD5 of the bytes in hexadecimal digits, by which the content refers to the file.
        var md5 = ""
        /// True if the bytes are not all there.
        var isDamaged = false
        var mediaType = ""
        var name = ""
        /// The width of a picture in pixels; nil if it is not known.
        var width: Int?
    }

    /// Returns a date as people write it; the text itself if it is none.
    static func words(ofDate text: String) -> String {
        guard let date = date(text) else { return text.trimmed }
        return CivilTime(date).rfc3339.replacing("T", with: " ")
    }

    /// Returns the instant of a date such as `20140709T100500Z`, or one that other programs write;
    /// nil for any other text.
    static func date(_ text: String) -> Date? {
        let digits = Array(text.trimmed)
        guard digits.count == 16, digits[8] == "T" else {
            return CivilTime.instant(text.trimmed) ?? DateText.date(text.trimmed, zone: .utc)
        }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return CivilTime.instant(
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
        )
    }
}
