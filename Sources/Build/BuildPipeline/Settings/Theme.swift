import DefaultTemplates
import Hashing
import NoteModel
import OutputChecks
import SitePages

/// The templates, assets and words of a build: the built-in ones, replaced by those in the owner's
/// folder.
struct Theme: Sendable {
    let templates: SiteTemplates
    let assets: [String: [UInt8]]
    /// The problems that were met before the build, and the notice of a missing translation.
    let notices: [Diagnostic]
    /// The style sheets and the script of books by the names of their files, the owner's or the
    /// built-in ones.
    let bookAssets: [String: [UInt8]]
    /// The options of the site with the owner's own words, for planners and compilers.
    let site: SiteOptions
    /// The texts of pages themselves that are public: those of this program, and the author's name.
    /// The owner's templates are not among them, since they may print what is excluded.
    var knownTexts: [PublicTexts] {
        [Self.textsOfProgram, PublicTexts(words.map { Array($0.utf8) })]
    }
    private let words: [String]
    private static let textsOfProgram = PublicTexts(
        DefaultTemplates.templates.values.map { Array($0.utf8) }
            + DefaultTemplates.assets.values)
    /// The fingerprint of all templates, assets and words, on which every generated file depends;
    /// style sheets of books excepted.
    let key: Fingerprint

    /// - Throws: ``UserFacingError`` for a folder that is missing or a file that cannot be used;
    ///   ``TemplateError``.
    init(_ options: BuildOptions) throws {
        let folder = try TemplateFolder(options.templates, language: options.site.language)
        var site = options.site
        site.ownWords = folder.words
        self.site = site
        assets = folder.assets
        var notices = options.notices
        if !site.isTranslated {
            notices.add(
                .untranslatedLanguage,
                summary:
                    "There is no translation of the interface for the language “\(site.language)”; its text is in English.",
                suggestion:
                    "To add one, put a table words-\(site.language).json into the templates folder."
            )
        }
        self.notices = notices
        bookAssets = folder.bookAssets
        templates = try SiteTemplates(folder.templates, checksNames: options.templates != nil)
        try folder.requireUse(of: templates.includedNames)
        words = SiteTemplates.words(of: options.site) + [site.author ?? ""]
        var parts = Fingerprinter("templates")
        for (name, text) in folder.templates.sorted(by: { $0.key < $1.key }) {
            parts.add([name, text])
        }
        for (name, bytes) in folder.assets.sorted(by: { $0.key < $1.key }) {
            parts.add(name)
            parts.add(bytes: bytes)
        }
        parts.add(bytes: folder.wordsFile)
        key = parts.fingerprint
    }
}
