extension LanguageRules {
    static let shell = LanguageRules(
        words: [
            .beforeFunctions("function"),
            .keywords("case do done elif else esac fi for if in select then time until while"),
            .functions(
                """
                alias bg break builtin cd command continue declare dirs echo eval exec exit \
                export fc fg getopts hash jobs kill let local mapfile popd printf pushd pwd read \
                readonly return set shift shopt source test times trap type typeset ulimit umask \
                unalias unset wait
                """),
        ],
        forms: [
            .line("#", place: .wordStart), .raw("'", to: "'"),
            DelimitedForm(.string, opener: "$'", closer: "'", escapes: .backslash),
            .multiline("\"", interpolations: "$(", variable: UInt8(ascii: "$")),
        ],
        sigils: [Sigil(.variable, opener: "$", name: .parameter)],
        wordBytes: "-./+:@%~,^", openerBytes: "<\\",
        traits: [.shellWords, .hereDocuments])

    static let session = LanguageRules(structure: .session)
}
