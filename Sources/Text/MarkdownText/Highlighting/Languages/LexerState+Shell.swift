extension LexerState {
    static let shell = LexerState(
        beginsStatements: true,
        words: """
            @keywords case do done elif else esac fi for function if in select then until while
            @commands alias bg break builtin cd command continue declare dirs echo eval exec exit
            export fc fg getopts hash jobs kill let local mapfile popd printf pushd pwd read
            readonly return set shift shopt source test time times trap type typeset ulimit umask
            unalias unset wait
            """,
        [
            .line(#"(?<![^\s;|&()`{}])#"#), .string("'", escape: nil, isOnOneLine: false),
            .string(#"\$'"#, to: "'", isOnOneLine: false), variable,
            .string(#"""#, isOnOneLine: false, .code(#"\$\("#, from: "(", to: ")"), variable),
            LexerRule("<<<", nil),
            LexerRule(
                #"<<-(?:\h+(?=[A-Z"'\\])|(?=[A-Za-z_"'\\]))(\\?["']?(\w+)["']?)"#, groups: .string,
                nil,
                then: .document(BytePattern(#"\h*\1\h?$"#))),
            LexerRule(
                #"<<(?:\h+(?=[A-Z"'\\])|(?=[A-Za-z_"'\\]))(\\?["']?(\w+)["']?)"#, groups: .string,
                nil,
                then: .document(BytePattern(#"\1\h?$"#))),
            LexerRule(#"\\[^]"#, nil, leaves: .name),
            LexerRule(#"[;|&({)!`]"#, nil, leaves: .nothing),
            LexerRule(#"(function)\h+(\w[\w:.-]*)"#, groups: .keyword, .function),
            LexerRule(#"\d+(?![\w./+:@%~,^-])"#, .number),
            LexerRule(#"([A-Za-z_]\w*)(?=\+?=)"#, groups: .variable),
            .word(#"[\w./+:@%~,^-]+"#),
        ])

    /// A parameter, or an expansion in braces, which ends with the line if it lacks one.
    private static let variable = LexerRule(
        #"\$(?:[A-Za-z_]\w*|[\d?#@*!$-]|\{(?:[^{}\n]|\{[^{}\n]*\})*\}?)"#, .variable)

    /// Commands after prompts, and their output, which is plain.
    static let session = LexerState([
        LexerRule(#"(^[\w@:~/.\[\]-]{0,80}\$)(?=\h|$)|(^%)(?=\h|$)"#, .heading, then: command),
        LexerRule(#"(?<=\\\n)>"#, .heading, then: command),
        LexerRule(#"(?<=\\\n)\h*"#, nil, then: command), .line("^#"),
    ])

    /// A command, which goes on after a backslash at the end of its line.
    private static let command = LexerRule.Action.embed(shell, until: BytePattern("$"))
}
