// Go, Rust, Java and Kotlin.
extension LexerState {
    static let go = LexerState(
        words: """
            @values true false nil iota
            @keywords break case chan const continue default defer else fallthrough for func go goto
            if import interface map package range return select struct switch type var
            @types any bool byte comparable complex64 complex128 error float32 float64 int int8
            int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr
            """,
        [
            .line("//"), .starBlock, .string(#"""#), .string("'"),
            .string("`", escape: nil, isOnOneLine: false), .functionName("func"), .typeName("type"),
            .number(LexerRule.finalPoint),
            .word,
        ])

    static let rust = LexerState(
        words: """
            @keywords. await
            @values false self Self super true crate
            @keywords as async break const continue dyn else enum extern fn for if impl in let loop
            macro_rules match mod move mut pub ref return static struct trait type unsafe use where
            while yield
            @contextual union auto default raw
            @types bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize
            """,
        types: .mixedCase,
        [
            .line("//"), .nestedBlock,
            .string(#"[bc]?r(#{0,20})""#, to: #""\1"#, escape: nil, isOnOneLine: false),
            .string(#"[bc]?""#, to: #"""#, isOnOneLine: false),
            // One character has at most four bytes.
            LexerRule(#"b?'(?:\\[^\n][^'\n]{0,10}|[^\\'\n]\x{0,3})'"#, .string),
            LexerRule(#"'[A-Za-z_]\w*|#!?\[[A-Za-z_]\w*(?:::?\w+)*"#, .annotation),
            LexerRule(#"\$\w+"#, .variable), LexerRule(#"\w+!(?=[(\[{])"#, .function),
            .functionName("fn"), .typeName("struct|enum|trait|type"), .number(), .word,
        ])

    static let java = LexerState(
        words: """
            @values false null super this true
            @keywords. class
            @keywords abstract assert break case catch const continue default do else enum extends
            final finally for goto if implements import instanceof interface native new package
            private protected public return static strictfp switch synchronized throw throws
            transient try volatile while
            @contextual exports module non-sealed opens permits record requires sealed to var when
            with yield
            @types boolean byte char double float int long short void
            """,
        types: .mixedCase,
        [
            .line("//"), .starBlock, .string(#"""""#, isOnOneLine: false), .string(#"""#),
            .string("'"),
            LexerRule(#"@[A-Za-z_]\w*(?:\.\w+)*"#, .annotation),
            .typeName("class|interface|enum"), .number(LexerRule.finalPoint), .word(#"[\w$]+"#),
        ])

    static let kotlin = LexerState(
        words: """
            @values true false null this super
            @keywords as break class continue do else for fun if in interface is object package
            return throw try typealias typeof val var when while
            @contextual abstract actual annotation by catch companion const constructor crossinline
            data enum expect external final finally get import infix init inline inner internal
            lateinit noinline open operator out override private protected public reified sealed set
            suspend tailrec value vararg where
            """,
        types: .mixedCase,
        [
            .line("//"), .nestedBlock,
            .string(
                #"""""#, escape: nil, isOnOneLine: false, .code(#"\$\{"#, from: "{", to: "}"),
                kotlinVariable),
            .string(#"""#, .code(#"\$\{"#, from: "{", to: "}"), kotlinVariable), .string("'"),
            LexerRule(#"@[A-Za-z_]\w*(?:[.:]\w+)*"#, .annotation),
            LexerRule(#"`\w+`"#, nil, leaves: .name),
            .functionName("fun"), .typeName("class|interface|object|typealias"), .number(), .word,
        ])

    private static let kotlinVariable = LexerRule(#"\$[A-Za-z_]\w*"#, .variable)
}
