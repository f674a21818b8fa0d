package import Foundation
package import OutputPlan

/// What the owner decides of a site.
package struct SiteOptions: Sendable {
    /// Language tag of the interface, and of the order of titles.
    package var language: String
    /// Where the dates of notes are told.
    package var timeZone: TimeZone
    /// Who wrote the notes; nil where that is not said.
    package var author: String?
    /// Where the site is published; nil for one that is not on the web. Feeds, maps and canonical
    /// addresses need it.
    package var address: SiteAddress?
    /// The order of `index.html`, and of the neighbours of a note.
    package var sort: NoteOrder
    package var theme: SiteTheme
    /// In place of the program's own for the language; nil for those.
    package var ownWords: LocalizedStrings?

    var words: LocalizedStrings { ownWords ?? LocalizedStrings.ofLanguage(language) }

    package init(language: String = "en", timeZone: TimeZone = .gmt) {
        self.language = language
        self.timeZone = timeZone
        sort = .title
        theme = SiteTheme()
    }
}

/// The orders in which a notebook can be read.
package enum NoteOrder: String, CaseIterable, Sendable {
    case title
    /// The latest first.
    case date
    /// The owner's own: as the notes stand in their files, and these by their names.
    case order
}

/// The pictures that the site offers of a photo.
package enum SitePictures {
    /// The largest first; the last is the thumbnail of lists.
    package static let recipes = [
        DerivativeRecipe(name: "2048", maximumSide: 2048, quality: 80),
        DerivativeRecipe(name: "1280", maximumSide: 1280, quality: 80),
        DerivativeRecipe(name: "640", maximumSide: 640, quality: 80),
        DerivativeRecipe(name: "320", maximumSide: 320, quality: 76),
    ]
}
