import Orthography

/// The terms of documents that are not words of their text: tags, kinds and years. Each begins with
/// a character that no word contains.
///
/// `lookup.js` makes the same of `#tag`, `kind:deck` and `2014` in a query. Any change must be made
/// in both.
enum SearchLabel {
    /// The first byte of tags (`#`), kinds (`&`) and years (`=`).
    private static let signs: [UInt8] = [0x23, 0x26, 0x3D]

    /// The maximum length of the name of a tag in characters; longer ones are truncated.
    private static let maximumLength = 48

    /// Returns the labels of a document, each once.
    ///
    /// - Parameter known: The labels of tags that were made before, by the names of the tags.
    static func labels(
        of document: SearchDocument, known: inout [String: String]
    ) -> [String] {
        var labels: [String] = []
        for tag in document.tags {
            let label = known[tag] ?? label(ofTag: tag)
            known[tag] = label
            if !labels.contains(label) { labels.append(label) }
        }
        if !document.kind.isEmpty { labels.append("&\(document.kind)") }
        if let year = document.year { labels.append("=\(year)") }
        return labels
    }

    /// Returns the label of a tag: its name in lower case without accents, with all characters but
    /// letters, digits, `-`, `_` and `/` replaced by their numbers, such as `#c%2b;%2b;`.
    ///
    /// The files of the search have characters of their own between terms, which must not occur in
    /// one.
    static func label(ofTag name: String) -> String {
        var label = "#"
        for scalar in TermCutter.folded(name).unicodeScalars.prefix(maximumLength) {
            if TermCutter.isPartOfWord(scalar) || ["-", "_", "/"].contains(scalar) {
                label.unicodeScalars.append(scalar)
            } else {
                label += "%\(String(scalar.value, radix: 16));"
            }
        }
        return label
    }

    /// Returns the weight of a document for its labels, 1 to 31: that of newer notes is greater, so
    /// that they are listed first.
    static func weight(in document: SearchDocument) -> Int {
        min(31, max(1, (document.year ?? 0) - firstYear))
    }

    /// The last year with the least weight. The archives that are read begin with the first iPhone.
    private static let firstYear = 2004

    /// Returns true if a term is a label, and not a word.
    static func isLabel(_ term: ArraySlice<UInt8>) -> Bool {
        term.first.map(signs.contains) ?? false
    }
}
