import Markup

// The contexts of pages that list notes and photos. The article *Templates* explains every name.

extension [NoteLink] {
    /// True if there is a page of photos, and so the notebook has pictures.
    fileprivate var havePhotos: Bool { contains { $0.address == TemplateFile.photos } }
}

extension PageFrame {
    /// Returns the context of a page that lists the whole notebook.
    ///
    /// - Parameters:
    ///   - count: The number of the things listed, such as `1,871 notes`.
    ///   - path: The path of the page within the site. That of `index.html` is titled like the
    ///     notebook.
    ///   - fields: The page's own fields.
    func value(
        listing count: String, path: String, title: String, fields: [TemplateValue.Field]
    ) -> TemplateValue {
        let isStart = path == TemplateFile.index
        return value(
            path: path,
            [
                ("title", .text(isStart ? notebookTitle : title)), ("isStart", .flag(isStart)),
                ("count", .text(count)), ("views", views.value(current: path)),
                ("hasViews", .flag(views.count > 1)), ("hasPictures", .flag(views.havePhotos)),
            ] + fields)
    }

    /// Returns a page of all notes under headings: letters, the numbers of every hundredth note,
    /// folders, or days.
    ///
    /// - Parameter label: The name of the headings for screen readers; nil for letters.
    func index(
        path: String, title: String, count: String, groups: [TemplateValue],
        label: String? = nil, home: HomePart = .none
    ) -> TemplateValue {
        value(
            listing: count, path: path, title: title,
            fields: [
                ("groups", .list(groups)), ("hasHeadings", .flag(groups.count > 1)),
                ("headingsLabel", .text(label ?? words[.letters])),
                ("isEmpty", .flag(groups.isEmpty && home.parts.isEmpty)),
            ] + home.fields)
    }

    /// Returns the page of all notes by year and month, the latest first.
    ///
    /// - Parameters:
    ///   - undated: The notes without a date, which are listed at the end.
    ///   - overview: The years of a divided list, each with the link to its first page.
    func byDate(
        path: String, count: String, years: [(calendar: YearCalendar, months: [MonthRows])],
        undated: IndexRows, home: HomePart, overview: [(part: ListPart, calendar: YearCalendar)]
    ) -> TemplateValue {
        let yearValues = years.map { calendar, months in
            let monthValues = months.map {
                TemplateValue.record([("name", .text($0.name)), ("notes", $0.rows.value)])
            }
            return TemplateValue.record([
                ("year", .text(String(calendar.year))),
                ("identifier", .text("year-\(calendar.year)")), ("calendar", calendar.value()),
                ("months", .list(monthValues)),
            ])
        }
        let overviewValues = overview.map { part, calendar in
            TemplateValue.record([
                ("address", .text(encodedPath(part.path))), ("title", .text(part.title)),
                ("calendar", calendar.value(isOverview: true)),
            ])
        }
        let isEmpty = years.isEmpty && undated.count == 0 && home.parts.isEmpty
        return value(
            listing: count, path: path, title: words[.byDate],
            fields: [
                ("years", .list(yearValues)), ("hasYears", .flag(years.count > 1)),
                ("overview", .list(overviewValues)), ("undated", undated.value),
                ("hasUndated", .flag(undated.count > 0)), ("isEmpty", .flag(isEmpty)),
            ] + home.fields)
    }

    /// Returns the page of all photos of the notebook, by month, the latest first.
    ///
    /// - Parameter months: The months. The CSS classes of the rows are such as `x-12 w-24`: by the
    ///   first, browsers estimate the height of all rows before they lay them out; the second gives
    ///   the height of a row. The photos are a list.
    func photos(
        count: String,
        months: [(name: String, identifier: String, rows: String, photos: TemplateValue)]
    ) -> TemplateValue {
        let values = months.map { month in
            TemplateValue.record([
                ("name", .text(month.name)), ("identifier", .text(month.identifier)),
                ("rows", .text(month.rows)), ("photos", month.photos),
            ])
        }
        return value(
            listing: count, path: TemplateFile.photos, title: words[.photos],
            fields: [("months", .list(values))])
    }

    /// Returns the page of all tags of the notebook, with the number of notes of each.
    func tags(_ tags: [ListedTag]) -> TemplateValue {
        value(
            listing: words.count(of: tags.count, as: \.tagCount), path: TemplateFile.tags,
            title: words[.tags], fields: [("tags", .list(tags.map { $0.value() }))])
    }

    /// Returns the page of the notes with one tag, in a folder of the root, in the default order.
    ///
    /// - Parameter parts: The pages of the tag if it has too many notes for one; empty otherwise.
    func tag(
        _ tag: String, path: String, count: String, rows: IndexRows, parts: [TemplateValue]
    ) -> TemplateValue {
        value(
            path: path,
            [
                ("title", .text("#" + tag)), ("tag", .text(tag)), ("count", .text(count)),
                ("notes", rows.value), ("hasPictures", .flag(true)),
                ("parts", .list(parts)), ("hasParts", .flag(!parts.isEmpty)),
            ])
    }

    /// Returns a page without notes: the search, or the error page for addresses that do not exist,
    /// which has no canonical address.
    func plainPage(_ template: String) -> TemplateValue {
        let isSearch = template == TemplateFile.search
        return value(
            path: isSearch ? template : nil,
            [
                ("title", .text(words[isSearch ? .search : .notFoundTitle])),
                ("hasPictures", .flag(false)),
            ])
    }

    /// Returns a page at a former address of a note, which redirects to the present one and names
    /// that as canonical.
    ///
    /// - Parameter path: The path of the note's present page within the site, such as
    ///   `notes/a-walk.html`.
    func moved(to path: String, link: NoteLink) -> TemplateValue {
        value(
            path: path,
            [
                ("title", .text(link.title)), ("address", .text(link.address)),
                ("hasPictures", .flag(false)),
            ])
    }
}
