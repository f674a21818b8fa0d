extension LanguageRules {
    static let python = LanguageRules(
        words: [
            .beforeFunctions("def"),
            .beforeTypes("class"),
            .values("True False None self cls"),
            .keywords(
                """
                and as assert async await break continue del elif else except finally for from \
                global if import in is lambda nonlocal not or pass raise return try while with \
                yield
                """),
            .contextual("match case type"),
            .types(
                "bool bytearray bytes complex dict float frozenset int list object set str tuple"),
        ],
        types: .mixedCase,
        forms: [.line("#")]
            + ["\"\"\"", "'''"].flatMap { quote -> [DelimitedForm] in
                [
                    .multiline(quote), .multiline(quote, prefixes: plainPrefixes),
                    .multiline(quote, interpolations: "{", prefixes: formattedPrefixes),
                ]
            }
            + ["\"", "'"].flatMap { quote -> [DelimitedForm] in
                [
                    .string(quote), .string(quote, prefixes: plainPrefixes),
                    .string(quote, interpolations: "{", prefixes: formattedPrefixes),
                ]
            },
        sigils: [Sigil(.annotation, opener: "@", place: .lineStart, name: .path)],
        contextBytes: "-",
        traits: [.contextualAtLineStart, .trailingPoints])

    private static let plainPrefixes = "r u b rb br"
    private static let formattedPrefixes = "f rf fr t rt tr"
}
