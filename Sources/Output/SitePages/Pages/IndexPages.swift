import Markup

// The contexts of pages that list notes and photos. The article *Templates* explains every name.

/// A link in the navigation between pages that list the whole notebook: the orders, tags, photos,
/// decks and changes.
struct IndexView: Sendable {
    let title: String
    let address: String
    var isCurrent = false

    var value: TemplateValue {
        .record([
            ("title", .text(title)), ("address", .text(address)), ("isCurrent", .flag(isCurrent)),
        ])
    }
}

extension [IndexView] {
    /// Returns the views for the page at an address, which is marked as the current one; none is if
    /// no view has the address.
    func current(_ address: String) -> [IndexView] {
        map { IndexView(title: $0.title, address: $0.address, isCurrent: $0.address == address) }
    }

    /// True if there is a page of photos, and so the notebook has pictures.
    fileprivate var havePhotos: Bool { contains { $0.address == SiteTemplates.Name.photos } }

    /// The views as a list; empty if there is only one, since it leaves no choice.
    var value: TemplateValue { count > 1 ? .list(map(\.value)) : .list([]) }
}

/// The navigation that every page offers: the pages that list the whole notebook, and all tags. The
/// addresses are relative to the root of the site.
struct SiteNavigation: Sendable {
    var views: [IndexView] = []
    var tags: [TagsPage.Item] = []

    /// Returns the fields of pages.
    ///
    /// - Parameter root: The path from the pages to the root of the site.
    func fields(root: String) -> [TemplateValue.Field] {
        [
            (
                "views",
                views.map { IndexView(title: $0.title, address: root + $0.address) }.value
            ),
            ("hasViews", .flag(views.count > 1)),
            ("allTags", .list(tags.map { $0.value(root: root) })),
        ]
    }
}

extension PageFrame {
    /// Returns the context of a page that lists the whole notebook.
    ///
    /// - Parameters:
    ///   - count: The number of the things listed, such as `1,871 notes`.
    ///   - path: The path of the page within the site. That of `index.html` is titled like the
    ///     notebook.
    ///   - title: The title of the page.
    ///   - views: The pages that list the whole notebook.
    ///   - fields: The page's own fields.
    func value(
        listing count: String, path: String, title: String, views: [IndexView],
        fields: [TemplateValue.Field]
    ) -> TemplateValue {
        let isStart = path == SiteTemplates.Name.index
        return value(
            path: path,
            [
                ("title", .text(isStart ? notebookTitle : title)), ("isStart", .flag(isStart)),
                ("count", .text(count)), ("views", views.current(path).value),
                ("hasViews", .flag(views.count > 1)), ("hasPictures", .flag(views.havePhotos)),
            ] + fields)
    }
}

/// A note in a list: its title and, as far as it has them, its date, first words and thumbnail.
struct IndexRow: Sendable {
    let link: NoteLink
    let date: DateContext?
    let excerpt: String
    let excerptLanguage: String?
    let thumbnail: PictureContext?
    /// The name of the kind of note, such as “Deck”; nil for an ordinary one.
    var kind: String?
    /// The first tags with their number signs, separated by spaces; nil for a note without tags.
    var tags: String?
    /// The identifier of the row; nil if nothing links to it.
    var anchor: String?

    var value: TemplateValue {
        .record([
            ("kind", .text(kind)), ("tags", .text(tags)), ("anchor", .text(anchor)),
            ("hasFacts", .flag(date != nil || kind != nil || tags != nil)),
            ("title", .text(link.title)), ("address", .text(link.address)),
            ("titleLanguage", .text(link.language)),
            ("excerptLanguage", .text(excerptLanguage)), ("date", date?.value ?? .absent),
            ("excerpt", .text(excerpt)),
            ("thumbnail", thumbnail?.value ?? .absent),
        ])
    }
}

/// The rows of a list, each made on demand by its position, 0 to `count - 1`, and not kept.
struct IndexRows: Sendable {
    let count: Int
    let row: @Sendable (Int) -> IndexRow

    /// A list without rows.
    static let none = IndexRows(count: 0) { _ in
        preconditionFailure("a list without rows has none")
    }

    var value: TemplateValue { .made(count: count) { row($0).value } }
}

/// A page of all notes under headings: letters, the numbers of every hundredth note, or days.
struct IndexPage: Sendable {
    let frame: PageFrame
    let path: String
    let title: String
    let count: String
    let views: [IndexView]
    let groups: [Group]
    var home = HomePart.none

    /// The notes under one heading, in the order of the page. The identifier is the target of links
    /// to the group.
    struct Group: Sendable {
        /// The heading; nil if the notes are not divided into groups.
        let heading: String?
        let identifier: String
        let rows: IndexRows

        var value: TemplateValue {
            .record([
                ("heading", .text(heading)), ("identifier", .text(identifier)),
                ("notes", rows.value),
            ])
        }
    }

    var value: TemplateValue {
        frame.value(
            listing: count, path: path, title: title, views: views,
            fields: [
                ("groups", .list(groups.map(\.value))), ("hasHeadings", .flag(groups.count > 1)),
                ("isEmpty", .flag(groups.isEmpty && home.parts.isEmpty)),
            ] + home.fields)
    }
}

/// The page of all notes by year and month, the latest first. Notes without a date are listed at
/// the end.
struct DateIndexPage: Sendable {
    let frame: PageFrame
    let path: String
    let count: String
    let views: [IndexView]
    let years: [Year]
    let undated: IndexRows
    var home = HomePart.none
    /// The years of a divided list, each with the link to its first page.
    var overview: [(part: ListPart, calendar: YearCalendar)] = []

    struct Year: Sendable {
        let year: String
        let identifier: String
        let calendar: YearCalendar
        let months: [Month]
    }

    struct Month: Sendable {
        let name: String
        let rows: IndexRows
    }

    var value: TemplateValue {
        let yearValues = years.map { year in
            TemplateValue.record([
                ("year", .text(year.year)), ("identifier", .text(year.identifier)),
                ("calendar", year.calendar.value),
                (
                    "months",
                    .list(
                        year.months.map {
                            .record([("name", .text($0.name)), ("notes", $0.rows.value)])
                        })
                ),
            ])
        }
        return frame.value(
            listing: count, path: path, title: frame.words[.byDate], views: views,
            fields: [
                ("years", .list(yearValues)), ("hasYears", .flag(years.count > 1)),
                (
                    "overview",
                    .list(
                        overview.map { year in
                            .record([
                                ("address", .text(encodedPath(year.part.path))),
                                ("title", .text(year.part.title)),
                                ("calendar", year.calendar.value(isOverview: true)),
                            ])
                        })
                ),
                ("undated", undated.value), ("hasUndated", .flag(undated.count > 0)),
                (
                    "isEmpty",
                    .flag(years.isEmpty && undated.count == 0 && home.parts.isEmpty)
                ),
            ] + home.fields)
    }
}

/// The page of all photos of the notebook, by month, the latest first. Photos of notes without a
/// date are at the end.
struct PhotosPage: Sendable {
    let frame: PageFrame
    let count: String
    let views: [IndexView]
    let months: [Month]

    struct Month: Sendable {
        let name: String
        let identifier: String
        /// The CSS classes of the rows, such as `x-12 w-24`: by the first, browsers estimate the
        /// height of all rows before they lay them out; the second gives the height of a row.
        let rows: String
        let photoCount: Int
        /// Returns a photo by its position, 0 to `photoCount - 1`; nil if it cannot be shown.
        let photo: @Sendable (Int) -> Item?
    }

    /// A photo as a thumbnail that links to its place in its note. It offers larger
    /// sizes, the largest of which the viewer shows.
    struct Item: Sendable {
        let thumbnail: PictureContext
        /// The link to the note, with the identifier of the photo as its fragment.
        let link: NoteLink
        /// The date of the note; nil for a note without one.
        let date: DateContext?
        let caption: String?
        let isLazy: Bool

        var value: TemplateValue {
            .record([
                ("thumbnail", thumbnail.value), ("title", .text(link.title)),
                ("address", .text(link.address)), ("date", date?.value ?? .absent),
                ("caption", .text(caption)), ("isLazy", .flag(isLazy)),
            ])
        }
    }

    var value: TemplateValue {
        let monthValues = months.map { month in
            TemplateValue.record([
                ("name", .text(month.name)), ("identifier", .text(month.identifier)),
                ("rows", .text(month.rows)),
                (
                    "photos",
                    .made(count: month.photoCount) { month.photo($0)?.value ?? .absent }
                ),
            ])
        }
        return frame.value(
            listing: count, path: SiteTemplates.Name.photos, title: frame.words[.photos],
            views: views,
            fields: [("months", .list(monthValues))])
    }
}

/// The page of all tags of the notebook, with the number of notes of each. There is none without
/// tags.
struct TagsPage: Sendable {
    let frame: PageFrame
    let count: String
    let views: [IndexView]
    let tags: [Item]

    struct Item: Sendable {
        let link: NoteLink
        /// The number of its notes, with thousands separators and without a noun, such as `1,871`.
        let count: String

        func value(root: String) -> TemplateValue {
            .record([
                ("name", .text(link.title)), ("address", .text(root + link.address)),
                ("noteCount", .text(count)),
            ])
        }
    }

    var value: TemplateValue {
        frame.value(
            listing: count, path: SiteTemplates.Name.tags, title: frame.words[.tags], views: views,
            fields: [("tags", .list(tags.map { $0.value(root: "") }))])
    }
}

/// The page of the notes with one tag, in a folder of the root, in the default order.
struct TagPage: Sendable {
    let frame: PageFrame
    /// The path of the page within the site, such as `tags/recipes.html`.
    let path: String
    let tag: String
    let count: String
    let rows: IndexRows
    /// The pages of the tag if it has too many notes for one; empty otherwise.
    var parts: [TemplateValue] = []

    var value: TemplateValue {
        frame.value(
            path: path,
            [
                ("title", .text("#" + tag)), ("tag", .text(tag)), ("count", .text(count)),
                ("notes", rows.value), ("hasPictures", .flag(true)),
                ("parts", .list(parts)), ("hasParts", .flag(!parts.isEmpty)),
            ])
    }
}

/// A page without notes: the search, or the error page for addresses that do not exist, which has
/// no canonical address.
struct PlainPage: Sendable {
    let frame: PageFrame
    let template: String

    var value: TemplateValue {
        let isSearch = template == SiteTemplates.Name.search
        let title = isSearch ? frame.words[.search] : frame.words[.notFoundTitle]
        return frame.value(
            path: isSearch ? template : nil,
            [("title", .text(title)), ("hasPictures", .flag(false))])
    }
}

/// A page at a former address of a note, which redirects to the present one and names that as
/// canonical.
struct MovedPage: Sendable {
    let frame: PageFrame
    /// The path of the note's present page within the site, such as `notes/a-walk.html`.
    let path: String
    let link: NoteLink

    var value: TemplateValue {
        frame.value(
            path: path,
            [
                ("title", .text(link.title)), ("address", .text(link.address)),
                ("hasPictures", .flag(false)),
            ])
    }
}
