extension LexerState {
    static let swift = LexerState(
        words: """
            @values true false nil super Self
            @values. self Type Protocol init
            @keywords actor as associatedtype borrowing break case catch class consuming continue
            convenience default defer deinit didSet do dynamic else enum extension fallthrough
            fileprivate final for func guard if import in indirect infix inout internal is lazy let
            macro mutating nonisolated nonmutating open operator optional override package postfix
            precedencegroup prefix private protocol public repeat required rethrows return some
            static struct subscript switch throw throws try typealias unowned var weak where while
            willSet
            @contextual} any async await consume copy discard each get set sending unsafe yield
            """,
        types: .capitalised,
        [
            .line("//"), .nestedBlock,
            .string(
                ##"(#{0,20})""""##, to: #""""\1"#, escape: #"\\\1[^]"#, isOnOneLine: false,
                .code(#"\\\1\("#, from: "(", to: ")")),
            .string(
                ##"(#{0,20})""##, to: #""\1"#, escape: #"\\\1[^]"#,
                .code(#"\\\1\("#, from: "(", to: ")")),
            .string("(#{1,20})/", to: #"/\1"#, isOnOneLine: false),
            .regularExpression(#"/(?!\h)"#),
            .functionName(#"func|macro"#),
            .typeName("class|struct|enum|protocol|extension|actor|typealias"),
            LexerRule(#"[@#][A-Za-z_]\w*"#, .annotation), LexerRule(#"\$\w+"#, .variable),
            LexerRule(#"`\w+`"#, nil, leaves: .name), .number(), .word,
        ])
}
