import Orthography
import TestSupport

@testable import SiteSearch

extension SearchDocument {
    /// Returns a document for a test, with defaults for everything that the test is not about.
    static func made(
        _ text: String, title: String = "", address: String = "notes/a.html", date: String = "",
        language: String? = nil, tags: [String] = [], kind: String = "", year: Int? = nil,
        thumbnail: String = "", captions: [String] = []
    ) -> SearchDocument {
        SearchDocument(
            title: title, address: address, date: date, language: language, tags: tags,
            kind: kind, year: year, thumbnail: thumbnail, captions: captions,
            text: Array(text.utf8))
    }

    /// The text as results show it, in pieces.
    var wholeText: String { String(decoding: text, as: UTF8.self) }

    /// The terms of everything that is searched except for labels.
    var allTerms: [String] { ([title, wholeText] + tags + captions).flatMap(terms) }
}

/// Returns the terms of a text, in their order.
func terms(_ text: String) -> [String] {
    var list = TermList()
    var text = text
    text.withUTF8 { TermCutter().cut($0, into: &list) }
    return list.ranges.map { String(decoding: list.bytes[$0], as: UTF8.self) }
}

extension SeededGenerator {
    /// Returns some words, which repeat themselves.
    mutating func words(_ count: Int) -> String {
        let syllables = ["lo", "re", "mi", "Ka", "é", "ß", "st", "日", "本", "語", "한", "д", "7"]
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...3, using: &self)).map { _ in pick(syllables) }.joined()
        }.joined(separator: " ")
    }
}
