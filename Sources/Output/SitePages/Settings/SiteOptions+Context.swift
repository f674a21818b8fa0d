import MarkdownText
import Markup

extension SiteOptions {
    /// The fields of the language of the pages, common to the contexts of the site's pages and of
    /// books.
    var languageFields: [TemplateValue.Field] {
        [("language", .text(language)), ("direction", .text(Self.direction(of: language)))]
    }

    /// The fields of the language of the interface. They belong at the end of a context, since
    /// names are looked up from its beginning, and others are used more often.
    var interfaceFields: [TemplateValue.Field] {
        [
            ("isMirrored", .flag(TextLanguage.isRightToLeft(language))),
            ("interfaceLanguage", .text(interfaceLanguage)),
            ("interfaceDirection", .text(Self.direction(of: interfaceLanguage))),
            ("interfaceAttributes", .markup(Array(interfaceAttributes.utf8))),
        ]
    }

    /// The attributes for elements with strings of the interface, with a leading space: language
    /// and direction, or nothing if the strings are in the language of the pages.
    private var interfaceAttributes: String {
        guard !isTranslated else { return "" }
        return " lang=\"\(interfaceLanguage)\" dir=\"\(Self.direction(of: interfaceLanguage))\""
    }

    /// Returns the value of the attribute `dir` for text in a language.
    static func direction(of language: String) -> String {
        TextLanguage.isRightToLeft(language) ? "rtl" : "ltr"
    }
}
