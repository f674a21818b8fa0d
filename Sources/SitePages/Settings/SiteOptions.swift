package import Foundation
package import MediaModel
import OutputPlan

/// The owner's settings for a site.
package struct SiteOptions: Sendable {
    /// The language tag of the interface, which also determines how titles are sorted.
    package var language: String
    /// The time zone in which the dates of notes are shown.
    package var timeZone: TimeZone
    /// The name of the author; nil if it is not given.
    package var author: String?
    /// The address at which the site is published; nil if it is not on the web. Feeds, the site
    /// map and canonical addresses need it.
    package var address: SiteAddress?
    /// The order of `index.html`, and the default order of the previous and next note.
    package var sort: NoteOrder
    package var theme: SiteTheme
    /// The owner's strings of the interface; nil for the built-in ones of the language.
    package var ownWords: LocalizedStrings?

    var words: LocalizedStrings { ownWords ?? LocalizedStrings.ofLanguage(language) }

    package init(language: String = "en", timeZone: TimeZone = .gmt) {
        self.language = language
        self.timeZone = timeZone
        sort = .title
        theme = SiteTheme()
    }
}

/// An order in which the notes of a notebook are listed.
package enum NoteOrder: String, CaseIterable, Sendable {
    case title
    /// By date, the latest first.
    case date
    /// The owner's order: by the names of the source files, and in each file by position.
    case order
}

/// The sizes in which the site offers photos.
package enum SitePictures {
    /// The recipes, largest first; the last is that of the thumbnails in lists.
    package static let recipes = [
        DerivativeRecipe(name: "2048", maximumSide: 2048, quality: 80),
        DerivativeRecipe(name: "1280", maximumSide: 1280, quality: 80),
        DerivativeRecipe(name: "640", maximumSide: 640, quality: 80),
        DerivativeRecipe(name: "320", maximumSide: 320, quality: 76),
    ]
}
