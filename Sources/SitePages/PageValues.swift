import TextTemplates

// What each page offers to its template. The article *Templates* explains every name.

/// What every page has.
struct PageFrame: Sendable {
    let notebookTitle: String
    let words: InterfaceWords
    /// The names that every page offers, made once for all pages.
    private let fields: [TemplateValue.Field]

    /// - Parameters:
    ///   - root: The way to the root of the site: empty, or `../`.
    ///   - stylesheet: Address relative to the root, as those of `colours` and `viewer`.
    init(
        language: String, notebookTitle: String, root: String, words: InterfaceWords,
        stylesheet: String, colours: String, viewer: String
    ) {
        self.notebookTitle = notebookTitle
        self.words = words
        fields = [
            ("language", .text(language)), ("notebookTitle", .text(notebookTitle)),
            ("root", .text(root)), ("words", words.value), ("stylesheet", .text(stylesheet)),
            ("colours", .text(colours)), ("viewer", .text(viewer)),
        ]
    }

    func value(_ own: [TemplateValue.Field]) -> TemplateValue { .record(fields + own) }
}

/// A date as a page shows it.
struct DateValue: Sendable {
    let text: String
    /// For `<time datetime>`; nil for a date in somebody's words.
    let machine: String?

    var value: TemplateValue {
        .record([("text", .text(text)), ("machine", .text(machine))])
    }
}

/// A link to a note.
struct NoteLink: Sendable {
    let title: String
    var address: String

    var value: TemplateValue {
        .record([("title", .text(title)), ("address", .text(address))])
    }
}

/// The page of a note.
struct NotePage: Sendable {
    let frame: PageFrame
    let title: String
    let created: DateValue?
    let edited: DateValue?
    let excerpt: String
    let body: [UInt8]
    /// Those that do not stand in the text.
    let photos: [PhotoValue]
    let recordings: [RecordingValue]
    /// Whether a picture is on the page, in the text or below it.
    let hasPictures: Bool
    let previous: NoteLink?
    let next: NoteLink?

    var value: TemplateValue {
        frame.value([
            ("title", .text(title)), ("created", created?.value ?? .absent),
            ("edited", edited?.value ?? .absent),
            ("hasDates", .flag(created != nil || edited != nil)), ("excerpt", .text(excerpt)),
            ("body", .markup(body)), ("photos", .list(photos.map(\.value))),
            ("hasPhotos", .flag(!photos.isEmpty)),
            ("recordings", .list(recordings.map(\.value))),
            ("hasRecordings", .flag(!recordings.isEmpty)),
            ("hasPictures", .flag(hasPictures)), ("previous", previous?.value ?? .absent),
            ("next", next?.value ?? .absent),
        ])
    }
}
