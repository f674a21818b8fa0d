extension LanguageRules {
    static let ruby = LanguageRules(
        words: [
            .beforeFunctions("def"),
            .beforeTypes("class module"),
            .values("true false nil self super __FILE__ __LINE__ __dir__"),
            .keywords(
                """
                BEGIN END alias and begin break case defined? do else elsif end ensure for if in \
                next not or redo rescue retry return then undef unless until when while yield \
                attr_accessor attr_reader attr_writer extend include module_function prepend \
                private protected public raise require require_relative
                """),
        ],
        types: .capitalised,
        forms: [
            DelimitedForm(.comment, opener: "=begin", closer: "\n=end", place: .firstColumn),
            .line("#"), .multiline("\"", interpolations: "#{"), .multiline("'"),
            .multiline("`", interpolations: "#{"),
            DelimitedForm(
                .string, opener: ":\"", closer: "\"", place: .notAfterName, escapes: .backslash,
                interpolations: [.init("#{")]),
        ],
        sigils: [
            Sigil(.variable, opener: "@"), Sigil(.variable, opener: "@@"),
            Sigil(.variable, opener: "$", name: .global),
            Sigil(.string, opener: ":", place: .notAfterName),
        ],
        openerBytes: "/%<?",
        traits: [
            .regularExpressions, .argumentRegularExpressions, .hereDocuments, .percentLiterals,
            .labels, .markedNames,
        ])
}
