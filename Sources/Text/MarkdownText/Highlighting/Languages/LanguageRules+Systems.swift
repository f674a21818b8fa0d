// Go and Rust.
extension LanguageRules {
    static let go = LanguageRules(
        words: [
            .beforeFunctions("func"),
            .beforeTypes("type"),
            .values("true false nil iota"),
            .keywords(
                """
                break case chan const continue default defer else fallthrough for go goto if \
                import interface map package range return select struct switch var
                """),
            .types(
                """
                any bool byte comparable complex64 complex128 error float32 float64 int int8 \
                int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr
                """),
        ],
        forms: [.line("//"), .starBlock, .string("\""), .string("'"), .raw("`", to: "`")],
        traits: [.trailingPoints])

    static let rust = LanguageRules(
        words: [
            .members("await"),
            .beforeFunctions("fn"),
            .beforeTypes("struct enum trait type"),
            .values("true false self Self super crate"),
            .keywords(
                """
                as async break const continue dyn else extern for if impl in let loop macro_rules \
                match mod move mut pub ref return static unsafe use where while yield
                """),
            .contextual("union auto default raw"),
            .types(
                """
                bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize
                """),
        ],
        types: .mixedCase,
        forms: [
            .line("//"), .block("/*", to: "*/", nests: true),
            .multiline("\""), .multiline("\"", prefixes: "b c"),
            DelimitedForm(
                .string, opener: "\"", closer: "\"", takesHashes: true, prefixes: "r br cr"),
            .string("'", place: .character), .string("'", prefixes: "b"),
        ],
        sigils: [
            Sigil(.annotation, opener: "#[", name: .path),
            Sigil(.annotation, opener: "#![", name: .path),
            Sigil(.annotation, opener: "'"), Sigil(.variable, opener: "$"),
        ],
        traits: [.macros])
}
