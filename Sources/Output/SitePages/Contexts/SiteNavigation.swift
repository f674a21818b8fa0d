import Markup

extension [NoteLink] {
    /// Returns the links to the pages that list the whole notebook as a list; empty if there is only
    /// one, since it leaves no choice.
    ///
    /// - Parameters:
    ///   - root: The path from the page to the root of the site.
    ///   - current: The address of the page that is marked as the current one; nil for none.
    func value(root: String = "", current: String? = nil) -> TemplateValue {
        guard count > 1 else { return .list([]) }
        return .list(
            map { link in
                .record([
                    ("title", .text(link.title)), ("address", .text(root + link.address)),
                    ("isCurrent", .flag(link.address == current)),
                ])
            })
    }
}

/// A tag in a list of all tags.
struct ListedTag: Sendable {
    let name: String
    /// The address of its page, relative to the root of the site.
    let address: String
    /// The number of its notes, with thousands separators and without a noun, such as `1,871`.
    let count: String

    /// Returns the context of the tag.
    ///
    /// - Parameter root: The path from the page to the root of the site.
    func value(root: String = "") -> TemplateValue {
        .record([
            ("name", .text(name)), ("address", .text(root + address)), ("noteCount", .text(count)),
        ])
    }
}

/// The navigation that every page offers. The addresses are relative to the root of the site.
struct SiteNavigation: Sendable {
    /// The pages that list the whole notebook: the orders, tags, photos, decks and changes.
    var views: [NoteLink] = []
    var tags: [ListedTag] = []

    /// Returns the fields of pages.
    ///
    /// - Parameter root: The path from the pages to the root of the site.
    func fields(root: String) -> [TemplateValue.Field] {
        [
            ("views", views.value(root: root)), ("hasViews", .flag(views.count > 1)),
            ("allTags", .list(tags.map { $0.value(root: root) })),
        ]
    }
}
