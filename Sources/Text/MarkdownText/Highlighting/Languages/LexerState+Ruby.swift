extension LexerState {
    static let ruby = LexerState(
        words: """
            @values true false nil self super __FILE__ __LINE__ __dir__
            @keywords BEGIN END alias and begin break case class def defined? do else elsif end
            ensure for if in module next not or redo rescue retry return then undef unless until
            when while yield attr_accessor attr_reader attr_writer extend include module_function
            prepend private protected public raise require require_relative
            """,
        types: .capitalised,
        [
            .block("^=begin", to: "^=end"), .line("#"),
            LexerRule(
                #"([A-Za-z_]\w*[?!]?|"(?:[^"\\\n#]|\\.){0,200}"|'(?:[^'\\\n]|\\.){0,200}'):(?!:)"#,
                groups: .property, nil),
            .string(#"""#, isOnOneLine: false, rubyCode), .string("'", isOnOneLine: false),
            .string("`", isOnOneLine: false, rubyCode),
            LexerRule("::", nil),
            .string(#"(?<![\w)\]]):""#, to: #"""#, isOnOneLine: false, rubyCode),
            LexerRule(#"(?<![\w)\]]):[A-Za-z_]\w*"#, .string),
            LexerRule(#"\$(?:\w+|[!&`'+~=/\\,;.<>*$?:"])|@@?[A-Za-z_]\w*"#, .variable),
            // A here-document; without a sign, its word is in capitals or between quotation marks.
            LexerRule(
                #"<<[-~](["'`]?(\w+)["'`]?)"#, groups: .string, nil,
                then: .document(BytePattern(#"\h*\1\h?$"#))),
            LexerRule(
                #"<<(?=["'`A-Z])(["'`]?(\w+)["'`]?)"#, groups: .string, nil,
                then: .document(BytePattern(#"\1\h?$"#))),
            .regularExpression(), .regularExpression(#"(?<=\h)/(?![\h=])"#, at: .argument),
            .string(#"/(?=\n)"#, to: "/[a-z]*", isOnOneLine: false, at: .operand),
            LexerRule(#"\?[^\s](?!\w)"#, .string, at: .operand),
        ] + literals + [
            LexerRule(
                #"(def)\h+(?:(self)(\.))?(\w+[?!=]?)"#, groups: .keyword, .keyword, nil, .function),
            .typeName("class|module"), .number(), .word(#"\w+(?:[?!](?!=))?"#),
        ])

    private static let rubyCode = LexerRule.code(#"#\{"#, from: "{", to: "}")

    /// Lists and strings such as `%w(a b)`, in brackets that nest, or between two signs.
    private static let literals = [
        (#"\("#, #"\)"#), (#"\["#, #"\]"#), (#"\{"#, #"\}"#), ("<", ">"), (#"\|"#, #"\|"#),
        ("!", "!"),
    ].flatMap { open, close in
        [(LexerRule.Place.operand, "%"), (.argument, #"(?<=\h)%"#)].map { place, start in
            LexerRule.string(
                start + "[wWiIqQrsx]?" + open, to: close, isOnOneLine: false, at: place,
                LexerRule(
                    open == close ? #"\\\\"# : open, .string,
                    then: open == close ? .none : .again))
        }
    }
}
