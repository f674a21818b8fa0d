extension LanguageRules {
    static let swift = LanguageRules(
        words: [
            .members("self Type Protocol init"),
            .beforeFunctions("func macro"),
            .beforeTypes("class struct enum protocol extension actor typealias associatedtype"),
            .values("true false nil super Self"),
            .keywords(
                """
                as borrowing break case catch consuming continue convenience default defer deinit \
                didSet do dynamic else fallthrough fileprivate final for guard if import in \
                indirect infix inout internal is lazy let mutating nonisolated nonmutating open \
                operator optional override package postfix precedencegroup prefix private public \
                repeat required rethrows return some static subscript switch throw throws try \
                unowned var weak where while willSet
                """),
            .contextual("any async await consume copy discard each get set sending unsafe yield"),
        ],
        types: .capitalised,
        forms: [
            .line("//"), .block("/*", to: "*/", nests: true),
            DelimitedForm(
                .string, opener: "\"\"\"", closer: "\"\"\"", escapes: .backslash,
                interpolations: [.init("\\(")], takesHashes: true),
            DelimitedForm(
                .string, opener: "\"", closer: "\"", escapes: .backslash,
                interpolations: [.init("\\(")], isMultiline: false, takesHashes: true),
            // Regular expressions without number signs are recognised by their place.
            DelimitedForm(
                .string, opener: "/", closer: "/", place: .hashed, escapes: .backslash,
                takesHashes: true),
        ],
        sigils: [
            Sigil(.annotation, opener: "@"), Sigil(.annotation, opener: "#"),
            Sigil(.variable, opener: "$"),
        ],
        contextBytes: "}", openerBytes: "#/",
        traits: [.regularExpressions, .tightRegularExpressions])
}
