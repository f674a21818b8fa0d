/// Finds the emphasis in a line as Markdown parsers do (“process emphasis” in the appendix of the
/// CommonMark specification, and the strikethrough of GFM).
enum EmphasisParser {
    private typealias Cell = EmphasizedLine.Cell

    /// Adjacent marks of one character.
    private struct Run {
        let character: Unicode.Scalar
        /// The number of atoms before the run.
        let place: Int
        let length: Int
        /// The number of marks that are not used yet.
        var left: Int
        let canOpen: Bool
        let canClose: Bool
    }

    /// The ways in which programs differ.
    private struct Reading {
        /// True if the neighbours of an asterisk are those beyond the tildes, as for cmark-gfm.
        var skipsTildes = false
        /// True if symbols are punctuation, as since CommonMark 0.31.
        var hasSymbols = false
    }

    /// Returns the emphasis that all programs find in a line.
    static func spans(in cells: [EmphasizedLine.Cell]) -> Set<EmphasizedLine.Span> {
        var readings = [Reading(), Reading(hasSymbols: true)]
        if cells.contains(where: { $0.isMark && $0.text.first == "~" }) {
            readings.append(Reading(skipsTildes: true))
        }
        return readings.dropFirst().reduce(spans(in: cells, readings[0])) {
            $0.intersection(spans(in: cells, $1))
        }
    }

    private static func spans(in cells: [Cell], _ reading: Reading) -> Set<EmphasizedLine.Span> {
        var spans: Set<EmphasizedLine.Span> = []
        var openers: [Run] = []
        for var closer in runs(in: cells, reading) {
            while closer.canClose, closer.left > 0,
                let index = openers.lastIndex(where: { canMatch($0, closer) })
            {
                openers.removeSubrange((index + 1)...)
                let isStruck = closer.character == "~"
                let count = isStruck ? closer.length : min(openers[index].left, closer.left, 2)
                let emphasis: EmphasizedLine.Emphasis =
                    isStruck ? .struck : count == 2 ? .bold : .italic
                spans.insert(
                    EmphasizedLine.Span(
                        emphasis: emphasis.rawValue, range: openers[index].place..<closer.place))
                openers[index].left -= count
                closer.left -= count
                if openers[index].left == 0 { openers.remove(at: index) }
            }
            if closer.canOpen, closer.left > 0 { openers.append(closer) }
        }
        return spans
    }

    private static func canMatch(_ opener: Run, _ closer: Run) -> Bool {
        guard opener.character == closer.character else { return false }
        if closer.character == "~" { return opener.length == closer.length }
        let isEither = opener.canClose || closer.canOpen
        return !isEither || closer.length % 3 == 0 || (opener.length + closer.length) % 3 != 0
    }

    private static func runs(in cells: [Cell], _ reading: Reading) -> [Run] {
        var runs: [Run] = []
        var index = 0
        while index < cells.count {
            guard cells[index].isMark, let character = cells[index].text.unicodeScalars.first else {
                index += 1
                continue
            }
            var end = index
            var length = 0
            while end < cells.count, cells[end].isMark,
                cells[end].text.unicodeScalars.first == character
            {
                length += cells[end].text.utf8.count
                end += 1
            }
            let isSkipped = { (cell: Cell) in
                reading.skipsTildes && character != "~" && cell.isMark && cell.text.first == "~"
            }
            let before = cells[..<index].last { !isSkipped($0) }?.text.unicodeScalars.last
            let after = cells[end...].first { !isSkipped($0) }?.text.unicodeScalars.first
            runs.append(
                Run(
                    character: character, place: cells[index].place, length: length, left: length,
                    canOpen: flanks(inner: after, outer: before, reading),
                    canClose: flanks(inner: before, outer: after, reading)))
            index = end
        }
        return runs
    }

    /// True if marks belong to the character on one side of them. The ends of the line count as
    /// spaces.
    private static func flanks(
        inner: Unicode.Scalar?, outer: Unicode.Scalar?, _ reading: Reading
    ) -> Bool {
        func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isPunctuationOfMarkdown(withSymbols: reading.hasSymbols)
        }
        guard let inner, !inner.isSpaceOfMarkdown else { return false }
        return !isPunctuation(inner)
            || outer.map { $0.isSpaceOfMarkdown || isPunctuation($0) } ?? true
    }
}
