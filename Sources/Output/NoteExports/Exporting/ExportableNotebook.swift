package import Hashing
package import MarkdownText
package import NoteModel
package import Orthography
package import OutputPlan

/// A notebook with everything that exports contain.
package struct ExportableNotebook: Sendable {
    let title: String
    let notes: [ExportableNote]
    /// The archived objects that are not notes.
    let unread: [UnrecognizedObject]
    let media: PreparedMedia
    /// The names by which texts refer to the notes.
    let names: NoteNames

    /// - Parameter names: The names of the notes, if they are known already.
    package init(
        title: String, notes: [ExportableNote], unread: [UnrecognizedObject] = [],
        media: PreparedMedia, names: NoteNames? = nil
    ) {
        (self.title, self.notes, self.unread, self.media) = (title, notes, unread, media)
        self.names = names ?? NoteNames(notes.map { ($0.note, $0.slug) })
    }
}

/// A note with everything that exports contain of it.
package struct ExportableNote: Sendable {
    let note: Note
    /// The name of its files.
    let slug: Slug
    let text: CompiledNote.Handle
    /// The fingerprint of the note with its media and of the program; nil if it is unknown, in
    /// which case its files are made in every build.
    let key: Fingerprint?
    /// The digest of the source; nil if it is unknown.
    let sourceDigest: ContentDigest?

    package init(
        _ note: Note, slug: Slug, text: CompiledNote.Handle, key: Fingerprint? = nil,
        sourceDigest: ContentDigest? = nil
    ) {
        self.note = note
        self.slug = slug
        self.text = text
        self.key = key
        self.sourceDigest = sourceDigest
    }

    var facts: NoteFacts { text.facts }

    /// Returns the words of the note without markup.
    func plainText() -> String { String(decoding: text.body(of: note).plainText, as: UTF8.self) }
}

extension String {
    /// The number of words between white space.
    var wordCount: Int { split(whereSeparator: \.isWhitespace).count }
}
