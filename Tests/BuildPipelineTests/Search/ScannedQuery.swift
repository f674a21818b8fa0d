import Foundation

/// A note as a plain scan sees it.
struct ScannedNote {
    let title: String
    let texts: [String]
    let tags: [String]
    let kind: String
    let year: Int?

    /// The words of the title, the texts and the tags, each with the runs of letters in it.
    var fields: [[String]] { ([title] + texts + tags).map(ScannedQuery.runs) }
}

/// A query for a plain scan of notes: slow, and written without regard to the search of the site.
struct ScannedQuery {
    private enum Unit {
        case words([String])
        case phrase([String])
        case tag(String)
        case kind(String)
        case years(ClosedRange<Int>)
    }

    private var units: [(unit: Unit, isExcluded: Bool)] = []

    init(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            guard first != " " else {
                rest.removeFirst()
                continue
            }
            let isExcluded = first == "-"
            if isExcluded { rest.removeFirst() }
            if rest.first == "\"" {
                let phrase = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest.dropFirst(phrase.count + 2)
                units.append((.phrase(Self.runs(String(phrase))), isExcluded))
            } else {
                let word = rest.prefix { $0 != " " }
                rest = rest.dropFirst(word.count)
                units.append((Self.unit(String(word)), isExcluded))
            }
        }
    }

    private static func unit(_ word: String) -> Unit {
        if word.hasPrefix("#") { return .tag(folded(String(word.dropFirst()))) }
        if word.hasPrefix("kind:") { return .kind(word.dropFirst(5).lowercased()) }
        let years = word.hasPrefix("year:") ? String(word.dropFirst(5)) : word
        if word.hasPrefix("year:") || word.contains("..") {
            let ends = years.replacing("..", with: "-").split(
                separator: "-", omittingEmptySubsequences: false)
            let first = Int(ends[0]) ?? 0
            return .years(first...(ends.count > 1 ? Int(ends[1]) ?? 9999 : first))
        }
        return .words(runs(word))
    }

    static func folded(_ text: String) -> String {
        text.replacing("ß", with: "ss")
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .replacing("ё", with: "е")
    }

    /// Returns the words of a text in lower case without accents, and runs of Chinese characters,
    /// kana and Hangul.
    static func runs(_ text: String) -> [String] {
        var runs: [String] = []
        var (wasSign, isOpen) = (false, false)
        for character in folded(text) {
            guard character.isLetter || character.isNumber else {
                isOpen = false
                continue
            }
            let isSign = isSign(character)
            if isOpen, isSign == wasSign {
                runs[runs.count - 1].append(character)
            } else {
                runs.append(String(character))
            }
            (wasSign, isOpen) = (isSign, true)
        }
        return runs
    }

    private static func isSign(_ character: Character) -> Bool {
        character.unicodeScalars.first.map {
            (0x3040...0x9FFF).contains($0.value) || (0xAC00...0xD7A3).contains($0.value)
        } ?? false
    }

    func matches(_ note: ScannedNote) -> Bool {
        units.allSatisfy { Self.matches($0.unit, note) != $0.isExcluded }
    }

    private static func matches(_ unit: Unit, _ note: ScannedNote) -> Bool {
        switch unit {
        case .words(let words):
            words.allSatisfy { word in
                let isYear = words.count == 1 && word.count == 4 && Int(word) == note.year
                return note.fields.joined().contains { begins($0, with: word) }
                    || isYear && note.year != nil
            }
        case .phrase(let words):
            words.isEmpty || note.fields.contains { has(words, in: $0) }
        case .tag(let tag): note.tags.contains { folded($0) == tag }
        case .kind(let kind): note.kind == kind
        case .years(let years): note.year.map(years.contains) ?? false
        }
    }

    /// Returns true if a run begins with a word or, in Chinese, Japanese and Korean, contains it.
    private static func begins(_ run: String, with word: String) -> Bool {
        word.first.map(isSign) == true ? run.contains(word) : run.hasPrefix(word)
    }

    /// Returns true if words follow each other. A run of Chinese, Japanese or Korean may begin before them
    /// or end after them.
    private static func has(_ words: [String], in runs: [String]) -> Bool {
        runs.indices.contains { start in
            guard start + words.count <= runs.count else { return false }
            return words.indices.allSatisfy { index in
                let (run, word) = (runs[start + index], words[index])
                guard word.first.map(isSign) == true else { return run == word }
                switch (index == 0, index == words.count - 1) {
                case (true, true): return run.contains(word)
                case (true, false): return run.hasSuffix(word)
                case (false, true): return run.hasPrefix(word)
                case (false, false): return run == word
                }
            }
        }
    }

    private var words: [String] {
        units.flatMap { unit -> [String] in
            guard case .words(let words) = unit.unit else { return [] }
            return words
        }
    }

    /// Returns true if a note has all words, or words that are meant by them.
    ///
    /// - Parameter vocabulary: The words of all notes.
    func matchesSimilarly(_ note: ScannedNote, _ vocabulary: Set<String>) -> Bool {
        words.allSatisfy { Self.hasSimilar($0, note, vocabulary) }
    }

    /// Returns true if a note has any of the words, or one that is meant by one of them.
    func matchesAny(_ note: ScannedNote, _ vocabulary: Set<String>) -> Bool {
        words.contains { Self.hasSimilar($0, note, vocabulary) }
    }

    /// Returns true if a note has a word, one of those spelled most like it if there is such a word
    /// in any note, or else one of which it is a part.
    private static func hasSimilar(
        _ word: String, _ note: ScannedNote, _ vocabulary: Set<String>
    ) -> Bool {
        let tolerance = word.count < 8 ? 1 : 2
        let edits = vocabulary.filter { !$0.contains(where: \.isNumber) && $0.count > 1 }
            .map { (run: $0, count: distance(Array(word), Array($0))) }
            .filter { (1...tolerance).contains($0.count) }
        let least = edits.map(\.count).min()
        let alike = edits.filter { $0.count == least }.map(\.run)
        return note.fields.joined().contains { run in
            begins(run, with: word) || alike.contains(run) || alike.isEmpty && isAround(run, word)
        }
    }

    /// Returns true if a run of letters has a word after its beginning.
    private static func isAround(_ run: String, _ word: String) -> Bool {
        word.count > 2 && run.allSatisfy(\.isLetter) && !run.contains(where: isSign)
            && run.dropFirst().contains(word)
    }

    /// Returns the number of letters to insert, remove, replace or swap with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for row in 0..<left.count {
            var next = [row + 1]
            for column in 0..<right.count {
                var cost = min(
                    rows[row][column + 1] + 1, next[column] + 1,
                    rows[row][column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, rows[row - 1][column - 1] + 1)
                }
                next.append(cost)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
