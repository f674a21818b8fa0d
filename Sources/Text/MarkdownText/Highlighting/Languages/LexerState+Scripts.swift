// JavaScript, TypeScript and JSON.
extension LexerState {
    private static let words = """
        @values true false null undefined NaN Infinity this super
        @keywords await break case catch class const continue debugger default delete do else export
        extends finally for function if import in instanceof let new return switch throw try typeof
        var void while with yield
        @contextual as async from get of set static accessor using
        """

    private static let rules: [LexerRule] = [
        .line("//"), .starBlock, .line("^#!"),
        // In the text of JSX, an apostrophe follows a letter.
        .string(#"""#), .string(#"(?<!\w)'"#, to: "'"),
        .string("`", isOnOneLine: false, .code(#"\$\{"#, from: "{", to: "}")),
        .regularExpression(), LexerRule("</", nil),
        LexerRule(#"\+\+|--"#, nil, leaves: .value), LexerRule(#"@\w+(?:\.\w+)*"#, .annotation),
        .functionName("function", name: #"[\w$]+"#), .typeName("class|interface|enum"),
        .number(), .word(#"[\w$]+"#),
    ]

    static let javaScript = LexerState(words: words, types: .mixedCase, rules)

    static let typeScript = LexerState(
        words: words + """
            @keywords interface enum
            @contextual abstract asserts declare implements infer is keyof module namespace out
            override private protected public readonly satisfies type unique
            @types any bigint boolean never number object string symbol unknown
            """,
        types: .mixedCase, rules)

    static let json = LexerState(
        words: "@values true false null NaN Infinity",
        [
            .line("//"), .starBlock,
            LexerRule(
                #"(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*)(?=\s*:)"#, .property),
            .string(#"""#), .string("'"), LexerRule(#"-(?=\d)"#, .number), .number(), .word,
        ])
}
