import Markup

/// A date as a page shows it: the day as text, and the instant for programs.
struct DateContext: Sendable {
    let text: String
    /// The value of `<time datetime>` (RFC 3339); nil for a date that the archive has as text only.
    let machine: String?

    var value: TemplateValue {
        .record([("text", .text(text)), ("machine", .text(machine))])
    }
}

/// A link to a note, or to a page that lists notes, tags or photos. The address is percent-encoded
/// and, unless said otherwise, relative to the page.
struct NoteLink: Sendable {
    let title: String
    var address: String
    /// The language tag of the title, detected from its script; nil if it is the page's language.
    var language: String?

    var value: TemplateValue { .record(fields) }

    var fields: [TemplateValue.Field] {
        [("title", .text(title)), ("address", .text(address)), ("language", .text(language))]
    }
}
