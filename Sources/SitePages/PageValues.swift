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
    /// Addresses of the site's other assets, relative to its root.
    let colours: String
    let viewer: String

    func value(_ fields: [TemplateValue.Field]) -> TemplateValue {
        .record(
            [
                ("language", .text(language)), ("notebookTitle", .text(notebookTitle)),
                ("root", .text(root)), ("words", words.value), ("stylesheet", .text(stylesheet)),
                ("colours", .text(colours)),
                ("viewer", .text(viewer)),
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

/// The index of all notes by title.
struct IndexPage: Sendable {
    let frame: PageFrame
    let count: String
    let groups: [Group]
    /// Whether there is a page of all photos, and pictures here.
    let hasPictures: Bool

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
                ("notes", .made(count: group.notes.count) { group.notes[$0].value }),
            ])
        }
        return frame.value([
            ("title", .text(frame.notebookTitle)), ("count", .text(count)),
            ("groups", .list(groupValues)), ("hasLetters", .flag(groups.count > 1)),
            ("isEmpty", .flag(groups.isEmpty)), ("hasPictures", .flag(hasPictures)),
        ])
    }
}

/// All photos of the notebook, by month.
struct PhotosPage: Sendable {
    let frame: PageFrame
    let count: String
    let months: [Month]

    struct Month: Sendable {
        let name: String
        let identifier: String
        let photoCount: Int
        /// One of them; nil where there is nothing to show.
        let photo: @Sendable (Int) -> Item?
    }

    /// A photo, leading to its place in its note.
    struct Item: Sendable {
        let thumbnail: PictureValue
        /// Of the note, with the photo's own place in it.
        let link: NoteLink
        let caption: String?
        let isLazy: Bool

        var value: TemplateValue {
            .record([
                ("thumbnail", thumbnail.value), ("title", .text(link.title)),
                ("address", .text(link.address)), ("caption", .text(caption)),
                ("isLazy", .flag(isLazy)),
            ])
        }
    }

    var value: TemplateValue {
        let monthValues = months.map { month in
            TemplateValue.record([
                ("name", .text(month.name)), ("identifier", .text(month.identifier)),
                (
                    "photos",
                    .made(count: month.photoCount) { month.photo($0)?.value ?? .absent }
                ),
            ])
        }
        return frame.value([
            ("title", .text(frame.words.photos)), ("count", .text(count)),
            ("months", .list(monthValues)), ("hasPictures", .flag(!months.isEmpty)),
        ])
    }
}
