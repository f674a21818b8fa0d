package import NoteModel
package import Platform

/// The time of an ENEX file, such as `20140709T100500Z`, and the frame of the file.
package enum ENEXDate {
    package static func text(_ date: Date) -> String {
        // RFC 3339 without its separators and without fractions of a second.
        CivilTime(date).rfc3339.prefix { $0 != "." && $0 != "Z" && $0 != "+" }
            .filter { $0 != "-" && $0 != ":" } + "Z"
    }
}

/// The start and the end of an ENEX file.
package enum ENEXFrame {
    /// - Parameters:
    ///   - notes: The notes of the file, of which the newest date becomes that of the export, so
    ///     that the same notes give the same file.
    ///   - version: The version of the program.
    package static func start(_ notes: [Note], version: String) -> [UInt8] {
        let date = notes.compactMap(\.lastChanged).max() ?? Date(timeIntervalSince1970: 0)
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
            <en-export export-date="\(ENEXDate.text(date))" application="Notebinder" version="\(version)">

            """.utf8)
    }

    package static let end = Array("</en-export>\n".utf8)
}
