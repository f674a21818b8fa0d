// Languages of documents, whose structure the scanner knows.
extension LanguageRules {
    static let markup = LanguageRules(structure: .markup)

    static let css = LanguageRules(
        structure: .styles,
        words: [.keywords("and from in not only or through")])

    static let yaml = LanguageRules(
        structure: .indented,
        words: [
            .values(
                """
                true True TRUE false False FALSE null Null NULL ~ yes Yes YES no No NO on On ON \
                off Off OFF .inf -.inf .nan
                """)
        ])

    static let diff = LanguageRules(structure: .changes)
}
