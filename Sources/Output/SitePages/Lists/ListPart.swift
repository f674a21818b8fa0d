import Hashing
import Markup
import Orthography

/// A page that lists a part of a large notebook: the notes under one letter, of one year, or of one
/// run in the owner's order.
struct ListPart: Sendable {
    /// The letter, the year or the positions, with a number if the part has several pages.
    let title: String
    /// The path of the page within the site, such as `by-title/a.html`.
    fileprivate(set) var path: String
    /// The positions of the notes in the notebook, in the order of the list; at most
    /// ``maximumCount``.
    let notes: [Int]
    /// The number of the group, from 0.
    var group = 0
    /// The number of the page among those of the group, from 0.
    var number = 0

    /// The maximum number of notes that a list shows on one page.
    static let maximumCount = 500
    private static let minimumCount = 400
    /// The number of the newest notes on the first page of a notebook whose lists are divided.
    static let recentCount = 50

    /// Divides lists into parts, one for each group of notes. A group that is too long becomes
    /// several parts, whose boundaries are defined by the slugs of notes, so that a new note
    /// changes one of them and not all that follow.
    ///
    /// - Parameters:
    ///   - groups: The title and the notes of each group; a group without a title is named by the
    ///     positions of its notes.
    ///   - folder: The folder of the pages in the root of the site.
    ///   - map: The addresses of all notes of the notebook.
    ///   - number: Formats a number.
    static func parts(
        of groups: [(title: String?, notes: [Int])], folder: String, map: SiteMap,
        number: (Int) -> String
    ) -> [ListPart] {
        var parts: [ListPart] = []
        for (position, group) in groups.enumerated() {
            let isLong = group.notes.count > maximumCount
            let chunks =
                isLong
                ? group.notes.indices.chunks(minimum: minimumCount, maximum: maximumCount) {
                    map.slug(ofNote: group.notes[$0]).text.utf8
                } : [group.notes.indices]
            for (place, chunk) in chunks.enumerated() {
                let title =
                    group.title.map { place == 0 ? $0 : "\($0) (\(place + 1))" }
                    ?? "\(number(chunk.lowerBound + 1))–\(number(chunk.upperBound))"
                // The runs of a list without groups are equals.
                parts.append(
                    ListPart(
                        title: title, path: "", notes: Array(group.notes[chunk]),
                        group: group.title == nil ? place : position,
                        number: group.title == nil ? 0 : place))
            }
        }
        let names = Slug.distinct(for: parts.map { $0.title.replacing("#", with: "other") })
        for (place, name) in names.enumerated() {
            parts[place].path = "\(folder)/\(name.text).html"
        }
        return parts
    }

    /// Returns the link to the page.
    ///
    /// - Parameters:
    ///   - root: The path to the root of the site.
    ///   - count: The number of notes as text; nil to leave it out.
    ///   - isCurrent: True on the page itself.
    func value(root: String, count: String? = nil, isCurrent: Bool = false) -> TemplateValue {
        .record([
            ("title", .text(title)), ("address", .text(root + encodedPath(path))),
            ("count", .text(count)), ("isCurrent", .flag(isCurrent)),
        ])
    }
}

extension PageFrame {
    /// Returns the page of one of the parts of a list.
    ///
    /// - Parameters:
    ///   - list: The link to the list as a whole.
    ///   - calendar: The calendar of the year of the part; nil for a part that is not of a year.
    func part(
        _ parts: [ListPart], at position: Int, list: NoteLink, count: String,
        groups: [TemplateValue], calendar: YearCalendar?
    ) -> TemplateValue {
        let part = parts[position]
        // Of the other groups, the first page is linked.
        let links = parts.indices.filter {
            parts[$0].number == 0 || parts[$0].group == part.group
        }.map { parts[$0].value(root: "../", isCurrent: $0 == position) }
        func link(_ position: Int) -> TemplateValue {
            parts.indices.contains(position) ? parts[position].value(root: "../") : .absent
        }
        return value(
            path: part.path,
            [
                ("title", .text(part.title)), ("list", list.value), ("count", .text(count)),
                ("parts", .list(links)), ("groups", .list(groups)),
                ("calendar", calendar?.value() ?? .absent),
                ("previous", link(position - 1)), ("next", link(position + 1)),
                ("hasPictures", .flag(true)),
            ])
    }
}
