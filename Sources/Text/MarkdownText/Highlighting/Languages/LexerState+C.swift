// C, C++ and Objective-C.
extension LexerState {
    private static let cWords = """
        @values true false NULL nullptr
        @keywords _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local alignas
        alignof asm auto break case const constexpr continue default do else enum extern for goto if
        inline register restrict return sizeof static static_assert struct switch thread_local
        typedef typeof union volatile while
        @types _Bool _Complex bool char double float int long short signed unsigned void size_t
        ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t
        uint32_t uint64_t intmax_t uintmax_t wchar_t char8_t char16_t char32_t time_t off_t va_list
        FILE
        """

    private static let cPlusPlusWords = """
        @values this
        @keywords catch class co_await co_return co_yield concept consteval constinit const_cast
        decltype delete dynamic_cast explicit export friend mutable namespace new noexcept operator
        private protected public reinterpret_cast requires static_cast template throw try typeid
        typename using virtual
        @contextual;=: final override import module
        """

    private static let rules: [LexerRule] = [
        .line("//"), .starBlock,
        .string(#"(?:u8|[LUu])?""#, to: #"""#), .string("(?:u8|[LUu])?'", to: "'"),
        LexerRule(#"\L(#\h*(?:include|import))\h+(<[^>\n]*>?)"#, groups: .annotation, .string),
        LexerRule(#"\L#\h*\w+"#, .annotation), .typeName("struct|union|enum"),
        .number(LexerRule.finalPoint + #"|'(?=\w)"#),
        .word,
    ]

    /// The raw strings of C++, whose delimiter has at most 16 characters.
    private static let raw = LexerRule.string(
        #"(?:u8|[LUu])?R"([^\s()"]{0,16})\("#, to: #"\)\1""#, escape: nil, isOnOneLine: false)

    static let c = LexerState(words: cWords, types: .mixedCase, rules)

    static let cPlusPlus = LexerState(
        words: cWords + cPlusPlusWords, types: .mixedCase,
        [raw, .typeName("class|typename|concept|namespace")] + rules)

    static let objectiveC = LexerState(
        words: cWords + cPlusPlusWords + """
            @values self super nil Nil YES NO
            @types id BOOL SEL IMP instancetype
            @keywords assign atomic copy nonatomic nonnull nullable readonly readwrite retain strong
            weak __block __bridge __strong __weak in
            """,
        types: .mixedCase,
        [raw, .string(#"@""#, to: #"""#), LexerRule(#"@[A-Za-z]\w*"#, .keyword)] + rules)
}
