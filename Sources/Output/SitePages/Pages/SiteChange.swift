import Markup
package import Platform

/// The first publication of a note, or a later one with changed content, as the page and the feed
/// of changes list it.
package struct SiteChange: Sendable {
    /// The position of the note in the notebook, from 0. Only the latest change of a note is
    /// recorded.
    package let note: Int
    package let date: Date
    /// True for the first publication of the note, false for a change of its content.
    package let isNew: Bool

    package init(note: Int, date: Date, isNew: Bool) {
        (self.note, self.date, self.isNew) = (note, date, isNew)
    }
}

extension NoteIndexes {
    /// Returns the page of changes, by day. The changes of a day and kind share a heading, those of
    /// new notes first.
    ///
    /// - Parameter changes: The changes in their order; see `inOrder`.
    func changes(_ changes: [SiteChange], frame: PageFrame) -> TemplateValue {
        var groups: [(heading: String, notes: [Int])] = []
        for (day, changes) in changes.runs(by: { words.date(dates.time($0.date)) }) {
            for (isNew, kind) in [(true, words[.added]), (false, words[.changed])] {
                let notes = changes.filter { $0.isNew == isNew }.map(\.note)
                if !notes.isEmpty { groups.append(("\(day) – \(kind)", notes)) }
            }
        }
        return frame.index(
            path: TemplateFile.changes, title: words[.changes],
            count: count(of: changes.map(\.note)),
            groups: groups.enumerated().map { number, group in
                .group(
                    group.heading, identifier: "change-\(number + 1)",
                    rows: rows(group.notes, on: .order(orders.defaultOrder)))
            })
    }
}

extension [SiteChange] {
    /// The changes, latest first; those with equal dates with new notes first, then by position.
    var inOrder: [SiteChange] {
        sorted { left, right in
            if left.date != right.date { return left.date > right.date }
            return left.isNew != right.isNew ? left.isNew : left.note < right.note
        }
    }

    /// The changes as text, with dates in seconds since 1970, for fingerprints of pages that list
    /// them. Their notes are fingerprinted separately.
    var fingerprintInputs: [String] {
        map { "\($0.date.timeIntervalSince1970) \($0.isNew)" }
    }
}
