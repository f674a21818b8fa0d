import Markup

/// The rows of a list, each made on demand by its position, 0 to `count - 1`, and not kept.
struct IndexRows: Sendable {
    let count: Int
    let row: @Sendable (Int) -> TemplateValue

    /// A list without rows.
    static let none = IndexRows(count: 0) { _ in .absent }

    var value: TemplateValue { .made(count: count, row) }
}

/// The rows of the notes of a month, 1 to 12, with its name.
typealias MonthRows = (month: Int, name: String, rows: IndexRows)

extension TemplateValue {
    /// Returns a note in a list: its title and, as far as it has them, its date, first words and
    /// thumbnail.
    ///
    /// - Parameters:
    ///   - kind: The name of the kind of note, such as “Deck”; nil for an ordinary one.
    ///   - tags: The first tags with their number signs, separated by spaces; nil for a note
    ///     without tags.
    ///   - anchor: The identifier of the row; nil if nothing links to it.
    static func row(
        _ link: NoteLink, date: DateContext?, excerpt: String, excerptLanguage: String?,
        thumbnail: PictureContext?, kind: String?, tags: String?, anchor: String?
    ) -> TemplateValue {
        .record([
            ("kind", .text(kind)), ("tags", .text(tags)), ("anchor", .text(anchor)),
            ("hasFacts", .flag(date != nil || kind != nil || tags != nil)),
            ("title", .text(link.title)), ("address", .text(link.address)),
            ("titleLanguage", .text(link.language)),
            ("excerptLanguage", .text(excerptLanguage)), ("date", date?.value ?? .absent),
            ("excerpt", .text(excerpt)), ("thumbnail", thumbnail?.value ?? .absent),
        ])
    }

    /// Returns the notes under one heading, in the order of the page.
    ///
    /// - Parameters:
    ///   - heading: The heading; nil if the notes are not divided into groups.
    ///   - identifier: The target of links to the group.
    static func group(_ heading: String?, identifier: String, rows: IndexRows) -> TemplateValue {
        .record([
            ("heading", .text(heading)), ("identifier", .text(identifier)), ("notes", rows.value),
        ])
    }

    /// Returns a photo as a thumbnail that links to its place in its note. It offers larger sizes,
    /// the largest of which the viewer shows.
    ///
    /// - Parameters:
    ///   - link: The link to the note, with the identifier of the photo as its fragment.
    ///   - date: The date of the note; nil for a note without one.
    static func listedPhoto(
        _ thumbnail: PictureContext, link: NoteLink, date: DateContext?, caption: String?,
        isLazy: Bool
    ) -> TemplateValue {
        .record([
            ("thumbnail", thumbnail.value), ("title", .text(link.title)),
            ("address", .text(link.address)), ("date", date?.value ?? .absent),
            ("caption", .text(caption)), ("isLazy", .flag(isLazy)),
        ])
    }
}
