// C, C++ and Objective-C.
extension LanguageRules {
    private static let cKeywords: [WordList] = [
        .beforeTypes("struct union enum"),
        .values("true false NULL nullptr"),
        .keywords(
            """
            _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local alignas \
            alignof asm auto break case const constexpr continue default do else extern for goto \
            if inline register restrict return sizeof static static_assert switch thread_local \
            typedef typeof volatile while
            """),
        .types(
            """
            _Bool _Complex bool char double float int long short signed unsigned void size_t \
            ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t \
            uint32_t uint64_t intmax_t uintmax_t wchar_t char8_t char16_t char32_t time_t off_t \
            va_list FILE
            """),
    ]

    private static let cPlusPlusKeywords: [WordList] = [
        .beforeTypes("class typename concept namespace"),
        .values("this"),
        .keywords(
            """
            catch co_await co_return co_yield consteval constinit const_cast decltype delete \
            dynamic_cast explicit export friend mutable new noexcept operator private protected \
            public reinterpret_cast requires static_cast template throw try typeid using virtual
            """),
        .contextual("final override import module"),
    ]

    private static let cForms: [DelimitedForm] = [
        .line("//"), .starBlock, .string("\""), .string("'"),
        .string("\"", prefixes: "l u u8"), .string("'", prefixes: "l u u8"),
    ]

    private static let directive = Sigil(
        .annotation, opener: "#", place: .lineStart, name: .spacedWord)

    static let c = LanguageRules(
        words: cKeywords, types: .mixedCase, forms: cForms, sigils: [directive],
        traits: [.includes, .digitApostrophes, .trailingPoints])

    static let cPlusPlus = LanguageRules(
        words: cKeywords + cPlusPlusKeywords, types: .mixedCase, forms: cForms,
        sigils: [directive], contextBytes: ";=:",
        traits: [.includes, .digitApostrophes, .trailingPoints, .delimitedRawStrings])

    static let objectiveC = LanguageRules(
        words: cKeywords + cPlusPlusKeywords + [
            .values("self super nil Nil YES NO"),
            .types("id BOOL SEL IMP instancetype"),
            .keywords(
                """
                assign atomic copy nonatomic nonnull nullable readonly readwrite retain strong \
                weak __block __bridge __strong __weak in
                """),
        ],
        types: .mixedCase,
        forms: cForms + [
            DelimitedForm(
                .string, opener: "@\"", closer: "\"", escapes: .backslash, isMultiline: false)
        ],
        sigils: [directive, Sigil(.keyword, opener: "@")],
        traits: [.includes, .digitApostrophes, .trailingPoints, .delimitedRawStrings])
}
