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

/// The pictures that the site shows of a photo, the largest first.
package enum SitePictures {
    package static let display = DerivativeRecipe(
        name: "display", largestWidth: 1600, largestHeight: 1600, quality: 82)
    package static let thumbnail = DerivativeRecipe(
        name: "thumbnail", largestWidth: 320, largestHeight: 320, quality: 76)

    package static let recipes = [display, thumbnail]
}
