package import Foundation

/// When a note was published for the first time or with another content, for those who read what
/// is new.
package struct SiteChange: Sendable {
    /// Position in the notebook.
    package let note: Int
    package let date: Date
    /// Whether it was not there before.
    package let isNew: Bool

    package init(note: Int, date: Date, isNew: Bool) {
        self.note = note
        self.date = date
        self.isNew = isNew
    }
}

extension NoteIndexes {
    /// What changed, the latest first: by days, and in each what is new before what is changed.
    func changes(_ changes: [SiteChange], _ frame: PageFrame, _ views: [IndexView]) -> IndexPage {
        var groups: [(heading: String, notes: [Int])] = []
        for change in changes {
            let day = words.date(dates.time(change.date))
            let heading = "\(day) – \(change.isNew ? words.added : words.changed)"
            if groups.last?.heading == heading {
                groups[groups.count - 1].notes.append(change.note)
            } else {
                groups.append((heading, [change.note]))
            }
        }
        return IndexPage(
            frame: frame, path: SiteTemplates.Name.changes, title: words.changes,
            count: words.count(of: changes.count), views: views,
            groups: groups.enumerated().map { number, group in
                IndexPage.Group(
                    heading: group.heading, identifier: "change-\(number + 1)",
                    rows: rows(group.notes, on: .order(orders.defaultOrder)))
            })
    }
}

extension [SiteChange] {
    /// The latest first; of one moment what is new, then by their places.
    var inOrder: [SiteChange] {
        sorted { left, right in
            if left.date != right.date { return left.date > right.date }
            return left.isNew != right.isNew ? left.isNew : left.note < right.note
        }
    }

    /// For keys of what is made of them.
    var told: [String] {
        map { "\($0.date.timeIntervalSince1970) \($0.isNew)" }
    }
}
