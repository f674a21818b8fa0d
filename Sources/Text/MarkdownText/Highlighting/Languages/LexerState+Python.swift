extension LexerState {
    static let python = LexerState(
        words: """
            @values True False None self cls
            @keywords and as assert async await break class continue def del elif else except
            finally for from global if import in is lambda nonlocal not or pass raise return try
            while with yield
            @types bool bytearray bytes complex dict float frozenset int list object set str tuple
            """,
        types: .mixedCase,
        [.line("#")] + strings + [
            LexerRule(#"\L@\w+(?:\.\w+)*"#, .annotation), .functionName("def"), .typeName("class"),
            LexerRule(
                #"\L(match|case|type)(?!\w)(?=\#(WordMeaning.follower("-")))"#, groups: .keyword),
            .number(LexerRule.finalPoint), .word,
        ])

    private static let strings = ["\"\"\"", "'''", "\"", "'"].flatMap { quote in
        [
            .string(
                "(?i:[ft]r?|r[ft])" + quote, to: quote, isOnOneLine: quote.count == 1,
                LexerRule(#"\{\{"#, .string), .code(#"\{"#, from: "{", to: "}")),
            LexerRule.string("(?i:[rub]{0,2})" + quote, to: quote, isOnOneLine: quote.count == 1),
        ]
    }
}
