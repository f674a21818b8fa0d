// Java and Kotlin.
extension LanguageRules {
    static let java = LanguageRules(
        words: [
            .members("class"),
            .beforeTypes("interface enum"),
            .values("true false null this super"),
            .keywords(
                """
                abstract assert break case catch const continue default do else extends final \
                finally for goto if implements import instanceof native new package private \
                protected public return static strictfp switch synchronized throw throws \
                transient try volatile while
                """),
            .contextual(
                "exports module non-sealed opens permits record requires sealed to var "
                    + "when with yield"),
            .types("boolean byte char double float int long short void"),
        ],
        types: .mixedCase,
        forms: [
            .line("//"), .starBlock, .multiline("\"\"\""), .string("\""), .string("'"),
        ],
        sigils: [Sigil(.annotation, opener: "@", name: .path)],
        wordBytes: "$", traits: [.trailingPoints])

    static let kotlin = LanguageRules(
        words: [
            .beforeFunctions("fun"),
            .beforeTypes("class interface object typealias"),
            .values("true false null this super"),
            .keywords(
                """
                as break continue do else for if in is package return throw try typeof val var \
                when while
                """),
            .contextual(
                """
                abstract actual annotation by catch companion const constructor crossinline data \
                enum expect external final finally get import infix init inline inner internal \
                lateinit noinline open operator out override private protected public reified \
                sealed set suspend tailrec value vararg where
                """),
        ],
        types: .mixedCase,
        forms: [
            .line("//"), .block("/*", to: "*/", nests: true),
            DelimitedForm(
                .string, opener: "\"\"\"", closer: "\"\"\"", interpolations: [.init("${")],
                variable: UInt8(ascii: "$")),
            .string("\"", interpolations: "${", variable: UInt8(ascii: "$")), .string("'"),
        ],
        sigils: [Sigil(.annotation, opener: "@", name: .path)])
}
