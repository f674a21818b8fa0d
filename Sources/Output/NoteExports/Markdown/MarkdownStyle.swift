/// The program for which the Markdown tree is written, and the layout of its files.
package struct MarkdownStyle: Hashable, Sendable {
    /// A program, or a family of them. Raw values are the names in the configuration.
    package enum Profile: String, CaseIterable, Sendable {
        /// Any program that reads Markdown with YAML front matter: GitHub, MkDocs, Pelican,
        /// Zensical, a text editor.
        case plain
        case hugo, jekyll, obsidian
        /// Apple Notes, whose import shows front matter as text.
        case appleNotes = "apple-notes"
        /// Texts byte for byte as archived, and media numbered by note.
        case original
    }

    /// The form of photos and recordings in the tree. Raw values are the names in the
    /// configuration.
    package enum Photos: String, CaseIterable, Sendable {
        /// Copies without location, camera and other metadata, and with the same pixels and sound.
        case withoutLocation = "without-location"
        case originals
    }

    package let profile: Profile
    /// The photos that were asked for; nil for those of the profile.
    package let chosenPhotos: Photos?
    /// The form of photos and recordings: copies for programs whose output is published.
    package var photos: Photos {
        if let chosenPhotos { return chosenPhotos }
        return switch profile {
        case .hugo, .jekyll, .obsidian: .withoutLocation
        case .plain, .appleNotes, .original: .originals
        }
    }
    /// True if each note is a folder with its files and an `index.md`: a page bundle. Hugo resolves
    /// relative addresses in no other layout.
    package var usesBundles: Bool { profile == .hugo || isBundled }
    /// True if the layout with a folder for each note was asked for.
    package let isBundled: Bool

    /// - Parameters:
    ///   - isBundled: True for the layout with a folder for each note, which `obsidian`,
    ///     `apple-notes` and `original` do not have.
    ///   - photos: The form of photos and recordings; nil for that of the profile.
    package init(_ profile: Profile = .plain, isBundled: Bool = false, photos: Photos? = nil) {
        chosenPhotos = photos
        self.profile = profile
        self.isBundled = isBundled && Self.mayBundle(profile)
    }

    /// True if a profile has the layout with a folder for each note.
    package static func mayBundle(_ profile: Profile) -> Bool {
        profile == .plain || profile == .hugo || profile == .jekyll
    }

    package static let original = MarkdownStyle(.original)

    /// The name of the style in fingerprints.
    package var name: String {
        profile.rawValue + (usesBundles ? " in bundles" : "")
            + (photos == .withoutLocation ? " without locations" : "")
    }

    /// The layout of photos, recordings and attachments.
    var mediaLayout: ExportedMedia.Layout {
        if profile == .original { return .numbered }
        return .named(isBundled: usesBundles, isASCII: profile == .appleNotes)
    }
}
