import FileFormats
import NoteModel

// Tags and states in front matter.
extension MarkdownNote {
    static let tagKeys = ["tags", "tag", "keywords"]

    /// Returns the tags in the front matter: texts, numbers and truth values, in lists of any
    /// depth. A key without a value is a tag as well, since `- private:` is a slip of the pen. Any
    /// other value is reported, and stored with the note.
    mutating func readTags() -> [Tag] {
        var names = bearTags.map(\.name)
        // Keywords are tags only of a note without others.
        for key in Self.tagKeys where key != "keywords" || names.isEmpty {
            for entry in head.entries where entry.key.lowercased() == key {
                let comment = head.comment(on: entry)
                guard entry.value != .empty || comment != nil else { continue }
                let found = FrontMatterTags(comment.map { .text(String($0)) } ?? entry.value)
                names += found.names
                guard !found.names.isEmpty || found.others.isEmpty else { continue }
                usedKeys.insert(entry.key.lowercased())
                if !found.others.isEmpty {
                    storedEntries.append(.init(entry.key, .list(found.others)))
                }
                if found.isPartial {
                    let place = entry.line > 0 ? ", line \(entry.line + 1)," : ""
                    problems.append(
                        "\(path)\(place) has an empty or unusable value among its \(entry.key); the others were imported."
                    )
                }
            }
        }
        var isNew = Set<Tag>()
        return names.map { Tag($0) }.filter { isNew.insert($0).inserted }
    }

    /// Returns the state according to the front matter, or to the folder of Jekyll's drafts. A
    /// value that is not clear makes the note a draft.
    mutating func readState() -> Note.State {
        if isOurs, let word = head[FrontMatterKeys.state]?.scalar {
            return Note.State(rawValue: word) ?? .hidden
        }
        if bundle.isDamaged {
            problems.append(
                "\(path): the info.json beside it cannot be read; the text was imported as a draft."
            )
            return .draft
        }
        if bundle.isArchived { return .archived }
        // What cannot be read may say that the note is private.
        var state = head.fault == nil ? Note.State.published : .draft
        if path.split(separator: "/").dropLast().contains("_drafts") { state = .draft }
        for entry in head.entries {
            switch StateMeaning.of(entry) {
            case .state(let found)?:
                if state == .published { state = found }
                usedKeys.insert(entry.key.lowercased())
            case .unclear?:
                if state == .published { state = .draft }
                problems.append(
                    "\(path) has a value of “\(entry.key)” that is neither true nor false; it was imported as a draft."
                )
            case nil: break
            }
        }
        return state
    }

    /// The cards of a deck that an export wrote; nil for another note.
    var cards: [Card]? {
        guard isOurs, case .list(let members)? = head["cards"] else { return nil }
        return members.filter(\.isMapping).map { card in
            Card(
                question: card["question"]?.scalar ?? "", answer: card["answer"]?.scalar ?? "",
                rightCount: card["right"]?.scalar.flatMap { Int($0) }.map { max(0, $0) } ?? 0,
                wrongCount: card["wrong"]?.scalar.flatMap { Int($0) }.map { max(0, $0) } ?? 0,
                identifier: card["id"]?.scalar)
        }
    }
}
