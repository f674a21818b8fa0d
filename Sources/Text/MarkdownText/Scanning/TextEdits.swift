import NoteModel

/// Replacements within a text, which the reader of the edited text can undo.
package struct TextEdits {
    /// A replacement for a range of bytes.
    package struct Edit: Hashable {
        package let range: Range<Int>
        package let replacement: [UInt8]

        package init(range: Range<Int>, replacement: [UInt8]) {
            (self.range, self.replacement) = (range, replacement)
        }
    }

    /// A replacement as the front matter records it.
    package struct Record: Hashable, Sendable {
        /// The text after the edit.
        package let now: String
        /// The text before it; equal to `now` where an edit would otherwise be undone in the wrong
        /// place.
        package let was: String

        package init(now: String, was: String) { (self.now, self.was) = (now, was) }
    }

    /// The edits in the order of the text, without overlaps.
    package private(set) var edits: [Edit]

    /// Creates edits from some in any order. The first of several that overlap is kept.
    package init(_ edits: [Edit]) {
        self.edits = []
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= self.edits.last?.range.upperBound ?? 0 {
            self.edits.append(edit)
        }
    }

    /// Returns the edited text.
    package func applied(to source: [UInt8]) -> [UInt8] {
        guard !edits.isEmpty else { return source }
        var result: [UInt8] = []
        result.reserveCapacity(source.count + edits.reduce(0) { $0 + $1.replacement.count })
        var start = 0
        for edit in edits {
            result += source[start..<edit.range.lowerBound]
            result += edit.replacement
            start = edit.range.upperBound
        }
        return result + source[start...]
    }

    /// Returns a text in which references have other addresses.
    ///
    /// - Parameter address: Returns the new address; nil to leave a reference as it is.
    package static func replacingAddresses(
        in text: String, address: (SourceReference) -> String?
    ) -> String {
        let edits = SourceScan(text).references.compactMap { place in
            address(place).map { Edit(range: place.address, replacement: Array($0.utf8)) }
        }
        return String(decoding: TextEdits(edits).applied(to: Array(text.utf8)), as: UTF8.self)
    }

    /// Returns the records with which ``undone(_:in:)`` restores the source.
    package func records(for source: [UInt8]) -> [Record] {
        let result = applied(to: source)
        var records: [Record] = []
        var (position, growth) = (0, 0)
        for edit in edits {
            let place = edit.range.lowerBound + growth
            let now = String(decoding: edit.replacement, as: UTF8.self)
            while let found = result.range(of: edit.replacement, from: position),
                found.lowerBound < place
            {
                records.append(Record(now: now, was: now))
                position = found.upperBound
            }
            records.append(
                Record(now: now, was: String(decoding: source[edit.range], as: UTF8.self)))
            position = place + edit.replacement.count
            growth += edit.replacement.count - edit.range.count
        }
        return records
    }

    /// Returns the text before the edits. A record whose text was removed or changed since has no
    /// effect.
    package static func undone(_ records: [Record], in text: String) -> String {
        guard !records.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var edits: [Edit] = []
        var position = 0
        for record in records {
            guard let found = bytes.range(of: Array(record.now.utf8), from: position) else {
                continue
            }
            edits.append(Edit(range: found, replacement: Array(record.was.utf8)))
            position = found.upperBound
        }
        return String(decoding: TextEdits(edits).applied(to: bytes), as: UTF8.self)
    }
}
