import TextTemplates

// What each page offers to its template. The article *Templates* explains every name.

/// What every page has.
struct PageFrame: Sendable {
    let language: String
    let notebookTitle: String
    /// The way to the root of the site: empty, or `../`.
    let root: String
    let words: InterfaceWords
    let stylesheet: String

    func value(_ fields: [TemplateValue.Field]) -> TemplateValue {
        .record(
            [
                ("language", .text(language)), ("notebookTitle", .text(notebookTitle)),
                ("root", .text(root)), ("words", words.value), ("stylesheet", .text(stylesheet)),
            ] + fields)
    }
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

/// A picture of a page.
struct PictureValue: Sendable {
    /// Relative to the page.
    let address: String
    let width: Int
    let height: Int

    var value: TemplateValue {
        .record([
            ("address", .text(address)), ("width", .text(String(width))),
            ("height", .text(String(height))),
        ])
    }
}

/// A photo of a note: its picture, or what stands in for one.
struct PhotoValue: Sendable {
    let picture: PictureValue?
    let caption: String?
    /// What a reader who cannot see it is told; empty where nobody wrote it.
    let alternative: String
    /// What is said in place of a picture.
    let notice: String
    /// Whether it stands in a link of the text, and cannot be one itself.
    var isLinked = false
    /// Whether the browser may wait with it until it comes into sight.
    let isLazy: Bool

    var value: TemplateValue {
        .record([
            ("picture", picture?.value ?? .absent), ("caption", .text(caption)),
            ("alternative", .text(alternative)), ("notice", .text(notice)),
            ("isLazy", .flag(isLazy)), ("isLinked", .flag(isLinked)),
        ])
    }
}

/// A link to a note.
struct NoteLink: Sendable {
    let title: String
    let address: String

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
    let photos: [PhotoValue]
    let previous: NoteLink?
    let next: NoteLink?

    var value: TemplateValue {
        frame.value([
            ("title", .text(title)), ("created", created?.value ?? .absent),
            ("edited", edited?.value ?? .absent),
            ("hasDates", .flag(created != nil || edited != nil)), ("excerpt", .text(excerpt)),
            ("body", .markup(body)), ("photos", .list(photos.map(\.value))),
            ("hasPhotos", .flag(!photos.isEmpty)), ("previous", previous?.value ?? .absent),
            ("next", next?.value ?? .absent),
        ])
    }
}

/// The index of all notes by title.
struct IndexPage: Sendable {
    let frame: PageFrame
    let count: String
    let groups: [Group]

    /// The notes under one letter.
    struct Group: Sendable {
        let letter: String
        let identifier: String
        let notes: [Row]
    }

    struct Row: Sendable {
        let link: NoteLink
        let date: DateValue?
        let excerpt: String
        let thumbnail: PictureValue?

        var value: TemplateValue {
            .record([
                ("title", .text(link.title)), ("address", .text(link.address)),
                ("date", date?.value ?? .absent), ("excerpt", .text(excerpt)),
                ("thumbnail", thumbnail?.value ?? .absent),
            ])
        }
    }

    var value: TemplateValue {
        let groupValues = groups.map { group in
            TemplateValue.record([
                ("letter", .text(group.letter)), ("identifier", .text(group.identifier)),
                ("notes", .list(group.notes.map(\.value))),
            ])
        }
        return frame.value([
            ("title", .text(frame.notebookTitle)), ("count", .text(count)),
            ("groups", .list(groupValues)), ("hasLetters", .flag(groups.count > 1)),
            ("isEmpty", .flag(groups.isEmpty)),
        ])
    }
}
