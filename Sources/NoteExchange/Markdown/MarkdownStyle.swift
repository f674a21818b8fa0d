/// The program for which the Markdown tree is written, and the layout of its files.
package struct MarkdownStyle: Hashable, Sendable {
    /// A program, or a family of them. Raw values are the names in the configuration.
    package enum Profile: String, CaseIterable, Sendable {
        /// Any program that reads Markdown with YAML front matter: GitHub, MkDocs, Pelican, Zensical,
        /// a text editor.
        case plain
        case hugo, jekyll, obsidian
        /// Apple Notes, whose import shows front matter as text.
        case appleNotes = "apple-notes"
        /// Texts byte for byte as archived, and media numbered by note.
        case original
    }

    package let profile: Profile
    /// True if each note is a folder with its files and an `index.md`: a page bundle. Hugo resolves
    /// relative addresses in no other layout.
    package var usesBundles: Bool { profile == .hugo || isBundled }
    private let isBundled: Bool

    /// - Parameter isBundled: True for the layout with a folder for each note, which `obsidian`,
    ///   `apple-notes` and `original` do not have.
    package init(_ profile: Profile = .plain, isBundled: Bool = false) {
        self.profile = profile
        self.isBundled = isBundled && Self.mayBundle(profile)
    }

    /// True if a profile has the layout with a folder for each note.
    package static func mayBundle(_ profile: Profile) -> Bool {
        profile == .plain || profile == .hugo || profile == .jekyll
    }

    package static let original = MarkdownStyle(.original)

    /// The name of the style in fingerprints.
    package var name: String { profile.rawValue + (usesBundles ? " in bundles" : "") }

    /// The layout of photos, recordings and attachments.
    var mediaLayout: ExportedMedia.Layout {
        if profile == .original { return .numbered }
        return .named(isBundled: usesBundles, isASCII: profile == .appleNotes)
    }
}
