// HTML and XML, CSS, YAML and differences.
extension LexerState {
    static let markup = LexerState([
        .block("<!--", to: "-->"),
        LexerRule(#"<!\[CDATA\["#, .annotation, then: .push(section)),
        .block(#"<\?"#, to: #"\?>"#, class: .annotation),
        .block(
            "<!", to: ">", class: .annotation, inner: LexerRule("<", .annotation, then: .again)),
        embedding("script", of: .javaScript), embedding("style", of: .css),
        LexerRule(#"</?([A-Za-z_\x][\w.:@#*-]*)"#, groups: .keyword, then: .push(tag)),
        LexerRule(#"&#?[A-Za-z\d]{1,32};"#, .number),
    ])

    private static let section = LexerState(
        text: .string, [LexerRule(#"\]\]>"#, .annotation, then: .pop)])

    private static let tag = LexerState(attributes + [LexerRule("/?>", nil, then: .pop)])

    private static let attributes = [
        LexerRule(#"=\s*("[^"]*"?|'[^']*'?|[^\s<>]+)"#, groups: .string),
        LexerRule(#"[^\s=<>/"']+"#, .property), LexerRule("(?=<)", nil, then: .pop),
    ]

    /// Returns the rule of an element whose content is in another language.
    private static func embedding(_ element: String, of content: LexerState) -> LexerRule {
        let end = BytePattern("(?i:</\(element))")
        let tag = LexerState(
            attributes + [
                LexerRule("/>", nil, then: .pop),
                LexerRule(">", nil, then: .embed(content, until: end)),
            ])
        return LexerRule(
            #"<((?i:\#(element)))(?=[\s/>])"#, groups: .keyword, then: .push(tag))
    }

    static let css = LexerState([
        .line("//"), .starBlock, .string(#"""#), .string("'"),
        LexerRule(#"@[\w-]+"#, .keyword, then: .push(prelude)),
        LexerRule(#"\$[\w-]+(?=\s*:)"#, .variable, then: .push(value)),
        // A name before a colon is not a property if the rule of a selector follows.
        LexerRule(
            #"[\w-]+(?=\s*:)(?!\s*:(?:"(?:\\.|[^"\\\n]){0,200}"|'(?:\\.|[^'\\\n]){0,200}'|#\{[^}\n]{0,100}\}|[^;{}"']){0,200}\{)"#,
            .property, then: .push(value)),
        interpolation, LexerRule(#"[.#%][\w-]+"#, .type), LexerRule(#"::?[\w-]*"#, .annotation),
        LexerRule(#"\[([\w-]+)(?:[~|^$*]?=[\w-]+)?"#, groups: .property),
        LexerRule(#"\d[\w-]*%?"#, .number), LexerRule(#"(?<!-)[A-Za-z][\w-]*"#, .keyword),
    ])

    /// The text between the name of an at-rule and its block.
    private static let prelude = LexerState(
        words: styleWords,
        styleValues + [
            LexerRule(#"([\w-]+)(?=\s*:)"#, groups: .property), .word(#"[\w-]+"#),
            LexerRule(";", nil, then: .pop), LexerRule("(?=[{}])", nil, then: .pop),
        ])

    private static let value = LexerState(
        words: styleWords,
        styleValues + [
            .word(#"[\w-]+"#), LexerRule(";", nil, then: .pop),
            LexerRule(#"(?=\})"#, nil, then: .pop),
        ])

    private static let styleWords = "@keywords and from in not only or through"

    /// An interpolation of SCSS.
    private static let interpolation = LexerRule(#"#\{[^}\n]*\}?"#, nil)

    private static let styleValues: [LexerRule] = [
        .line("//"), .starBlock, .string(#"""#), .string("'"), interpolation,
        LexerRule(#"((?i:url))\((?!\h*["'])([^)\n]*)"#, groups: .function, .string),
        LexerRule(#"[-+]?(?:\d|\.\d)[\d.]*[\w-]*%?|#[\w-]+"#, .number),
        LexerRule(#"--[\w-]*|\$[\w-]+"#, .variable), LexerRule(#"[@!][\w-]+"#, .keyword),
    ]

    static let yaml = LexerState(yamlRules(isInBrackets: false))

    /// Returns the rules of YAML, in brackets, where commas separate values, or outside of them.
    private static func yamlRules(isInBrackets: Bool) -> [LexerRule] {
        let other = isInBrackets ? #",\[\]{}"# : ""
        let word = #"(?:[^\s:\#(other)]|:(?![\s\#(other)]|$))+"#
        let plain = #"(?![-?:](?:\s|$)|[\[\]{},&*!|>"'%@`])\#(word)(?:\h+(?!#)\#(word))*"#
        let end = #"(?=\h*(?:$|#|[,\]}]))"#
        let brackets =
            isInBrackets
            ? [LexerRule(#"[\[{]"#, nil, then: .again), LexerRule(#"[\]}]"#, nil, then: .pop)]
            : [
                LexerRule(
                    #"[\[{]"#, nil, then: .push(LexerState(yamlRules(isInBrackets: true)))),
                LexerRule(
                    #"([|>][-+\d]*)(?:\h+(#.*))?$"#, groups: .annotation, .comment,
                    then: .document(nil)),
            ]
        return [
            .line(#"(?<![^\s])#"#), LexerRule(#"^%.*|^(?:---|\.\.\.)(?=\s|$)"#, .annotation),
            LexerRule(#"[&*!][^\s,\[\]{}]*"#, .annotation),
            LexerRule(#"("(?:\\[^]|[^"\\])*"|'(?:''|[^'])*')\h*:"#, groups: .property),
            .string(#"""#, isOnOneLine: false), .string("'", escape: "''", isOnOneLine: false),
            LexerRule(#"\#(plain)(?=\h*:(?:[\s\#(other)]|$))"#, .property),
            LexerRule(
                #"(?:[Tt]rue|TRUE|[Ff]alse|FALSE|[Nn]ull|NULL|~|[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF|-?\.inf|\.nan)\#(end)"#,
                .keyword),
            LexerRule(
                #"[-+]?(?:0[xo][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\#(end)"#,
                .number),
        ] + brackets + [LexerRule(plain, nil)]
    }

    static let diff = LexerState([
        LexerRule(#"^--- .*\n\+\+\+ .*"#, .heading), LexerRule(#"^[+>].*"#, .inserted),
        LexerRule("^[-<].*", .deleted), .line(##"^[\\#]"##),
        LexerRule(
            #"^(?:@@|\d|diff |index |Index: |\*\*\*|===|new |deleted |old |rename |copy |similarity |dissimilarity |Binary files|Only in).*"#,
            .heading),
    ])
}
