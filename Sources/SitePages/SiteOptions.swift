package import Foundation
package import OutputPlan

/// What the owner decides of a site.
package struct SiteOptions: Sendable {
    /// Language tag of the interface, and of the order of titles.
    package var language: String
    /// Where the dates of notes are told.
    package var timeZone: TimeZone

    package init(language: String = "en", timeZone: TimeZone = .gmt) {
        self.language = language
        self.timeZone = timeZone
    }
}

/// The pictures that the site offers of a photo.
package enum SitePictures {
    /// The largest first; the last is the thumbnail of lists.
    package static let recipes = [
        DerivativeRecipe(name: "2048", largestSide: 2048, quality: 80),
        DerivativeRecipe(name: "1280", largestSide: 1280, quality: 80),
        DerivativeRecipe(name: "640", largestSide: 640, quality: 80),
        DerivativeRecipe(name: "320", largestSide: 320, quality: 76),
    ]
}
