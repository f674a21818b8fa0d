package import NoteModel
package import Platform

/// The owner's settings for a site, which also apply to its feeds and to books of the notebook.
package struct SiteOptions: Sendable {
    /// The language tag of the pages, such as `de-AT`, which also determines how titles are sorted.
    /// Languages without a table of strings have English ones; see ``isTranslated``.
    package var language: String
    /// The time zone in which the dates of notes are shown, and by which they are grouped into
    /// months and days.
    package var timeZone: ZoneInfo
    /// The name of the author, for pages, feeds and books; nil if it is not given.
    package var author: String?
    /// The address at which the site is published; nil if it is not on the web. Feeds, the site
    /// map and canonical addresses need it.
    package var address: SiteAddress?
    /// The order of `index.html`, and the default order of the previous and next note.
    package var sort = NoteOrder.title
    /// True if notes that are in folders of their apps are also listed by folder.
    package var listsFolders = true
    /// The meaning of line breaks in notes that do not say; nil to decide by where a note comes
    /// from.
    package var lineBreaks: LineBreaks?
    /// True to show TeX in texts as formulas.
    package var showsFormulas = false
    package var theme = SiteTheme()
    /// The owner's strings of the interface, all of them; nil for the built-in ones of the
    /// language.
    package var ownWords: LocalizedStrings?

    var words: LocalizedStrings { ownWords ?? LocalizedStrings.ofLanguage(language) }

    /// True if there are strings of the interface in the language of the pages, built-in ones or
    /// the owner's.
    package var isTranslated: Bool {
        ownWords != nil || LocalizedStrings.hasTable(for: language)
    }

    /// The language tag of the strings of the interface: that of the pages, or `en` if there is no
    /// translation.
    var interfaceLanguage: String { isTranslated ? language : "en" }

    package init(language: String = "en", timeZone: ZoneInfo = .utc) {
        (self.language, self.timeZone) = (language, timeZone)
    }
}

/// An order in which the notes of a notebook are listed. The raw values are parts of addresses,
/// such as `by-date.html`.
package enum NoteOrder: String, CaseIterable, Sendable {
    case title
    /// By date, the latest first; notes without a date follow at the end, by title.
    case date
    /// The owner's order: the one that they have given the notes or, without one, by the names of the
    /// source files, and in each file by position.
    case order
    /// By the folders of the apps, those within a folder after its own notes, and in each folder by
    /// title; notes in no folder follow at the end.
    case folder
}

/// The sizes in which the site offers photos. Browsers choose among them by the width of the
/// screen.
package enum SitePictures {
    /// The recipes, largest first, with the maximum length of the longer side in pixels; the last
    /// is that of the thumbnails in lists.
    package static let recipes = [
        DerivativeRecipe(name: "2048", maximumSide: 2048, quality: 80),
        DerivativeRecipe(name: "1280", maximumSide: 1280, quality: 80),
        DerivativeRecipe(name: "640", maximumSide: 640, quality: 80),
        DerivativeRecipe(name: "320", maximumSide: 320, quality: 76),
    ]
}
