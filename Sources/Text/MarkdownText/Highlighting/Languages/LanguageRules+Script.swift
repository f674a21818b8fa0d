// JavaScript, TypeScript and JSON.
extension LanguageRules {
    private static let scriptKeywords: [WordList] = [
        .beforeFunctions("function"),
        .beforeTypes("class"),
        .values("true false null undefined NaN Infinity this super"),
        .keywords(
            """
            await break case catch const continue debugger default delete do else export extends \
            finally for if import in instanceof let new return switch throw try typeof var void \
            while with yield
            """),
        .contextual("as async from get of set static accessor using"),
    ]

    private static let scriptForms: [DelimitedForm] = [
        .line("//"), .starBlock, .line("#!", place: .firstColumn),
        // In the text of JSX, an apostrophe follows a letter.
        .string("\""), .string("'", place: .notAfterName),
        .multiline("`", interpolations: "${"),
    ]

    static let javaScript = LanguageRules(
        words: scriptKeywords, types: .mixedCase, forms: scriptForms,
        sigils: [Sigil(.annotation, opener: "@", name: .path)], wordBytes: "$",
        openerBytes: "/", traits: [.regularExpressions])

    static let typeScript = LanguageRules(
        words: scriptKeywords + [
            .beforeTypes("interface enum"),
            .contextual(
                """
                abstract asserts declare implements infer is keyof module namespace out override \
                private protected public readonly satisfies type unique
                """),
            .types("any bigint boolean never number object string symbol unknown"),
        ],
        types: .mixedCase, forms: scriptForms,
        sigils: [Sigil(.annotation, opener: "@", name: .path)], wordBytes: "$",
        openerBytes: "/", traits: [.regularExpressions])

    static let json = LanguageRules(
        words: [.values("true false null NaN Infinity")],
        forms: [.line("//"), .starBlock, .string("\""), .string("'")],
        wordBytes: "$", openerBytes: "-", traits: [.keys, .signedNumbers])
}
