package import struct Foundation.Date

/// A note as its owner knows it, whatever app and archive class it came from.
package struct Note: Hashable, Sendable {
    package let id: NoteID
    /// Never empty: a note without a title of its own is named by its first line.
    package let title: String
    /// Whether the archive holds a title, so that `title` was not taken from the body.
    package let hasOwnTitle: Bool
    /// Markdown, exactly as archived.
    package let body: String
    package let created: Date?
    package let modified: Date?
    /// In the owner's order.
    package var photos: [Photo]

    package init(
        id: NoteID, title: String?, body: String, created: Date? = nil, modified: Date? = nil,
        photos: [Photo] = []
    ) {
        let ownTitle = title.flatMap(Note.singleLine)
        self.id = id
        self.title = ownTitle ?? Note.firstLine(of: body) ?? "Untitled"
        self.hasOwnTitle = ownTitle != nil
        self.body = body
        self.created = created
        self.modified = modified
        self.photos = photos
    }

    /// The date that stands for the note where only one is shown.
    package var date: Date? { created ?? modified }
}

/// Names a note within a notes folder, the same in every run.
package struct NoteID: Hashable, Sendable {
    /// Path of the source below the notes folder, with `/` between its parts.
    package let source: String
    /// Position among the notes of that source, from 0.
    package let index: Int

    package init(source: String, index: Int) {
        self.source = source
        self.index = index
    }
}

extension NoteID: Comparable {
    package static func < (left: NoteID, right: NoteID) -> Bool {
        (left.source, left.index) < (right.source, right.index)
    }
}

/// All that was read from a notes folder, notes in the order of their identifiers.
package struct Notebook: Sendable {
    package let title: String
    package var notes: [Note]

    package init(title: String, notes: [Note]) {
        self.title = title
        self.notes = notes
    }
}

extension Note {
    /// `text` on one line without surrounding white space, or nil where nothing is left.
    private static func singleLine(_ text: String) -> String? {
        // Most titles are one clean line of ASCII already.
        let utf8 = text.utf8
        if let first = utf8.first, let last = utf8.last, first > 0x20, last > 0x20,
            utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        {
            return text
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return nil }
        return words.joined(separator: " ")
    }

    /// The first line of a Markdown text that says something, without heading marks, at most
    /// 80 characters long.
    private static func firstLine(of body: String) -> String? {
        for line in body.split(whereSeparator: \.isNewline) {
            let unmarked = line.drop { $0 == "#" || $0 == ">" || $0.isWhitespace }
            guard let text = singleLine(String(unmarked)) else { continue }
            return text.count <= 80 ? text : String(text.prefix(79)) + "…"
        }
        return nil
    }
}
