import BuildPipeline
import NoteModel
import Platform

// The sentences about reports.

extension Messages {
    static func sources(_ report: Report) -> String {
        let sources = report.sources
        let (notes, decks) = (report.notes - report.kinds.deck, report.kinds.deck)
        var found = notes > 0 || decks == 0 ? [counted(notes, "note")] : []
        if decks > 0 {
            found.append("\(counted(decks, "deck")) with \(counted(report.kinds.cards, "card"))")
        }
        var text =
            "Read \(found.joined(separator: " and ")) from \(counted(sources.read, "file"))"
        if !report.leftOut.isEmpty {
            text += ", excluded \(counted(report.leftOut.count, "note"))"
            let states = report.unpublished.sorted { $0.key < $1.key }
                .map { "\($0.value) \($0.key)" }
            if !states.isEmpty { text += " (\(states.joined(separator: ", ")))" }
        }
        if report.unselected > 0 { text += ", chose \(report.chosen)" }
        if !sources.skipped.isEmpty { text += ", skipped \(sources.skipped.count)" }
        if !sources.failed.isEmpty { text += ", could not read \(sources.failed.count)" }
        return text + "."
    }

    static func line(of diagnostic: Diagnostic) -> String {
        let words = [diagnostic.summary, diagnostic.suggestion].filter { !$0.isEmpty }
        return "  " + printable(words.joined(separator: " "))
    }

    static func media(_ report: Report, verb: String) -> [String] {
        Medium.Kind.allCases.filter { report.media[$0].referenced > 0 }.map { kind in
            let (media, noun) = (report.media[kind], kind.rawValue)
            var text = "\(verb) \(media.published) of \(counted(media.referenced, noun))"
            if !media.missing.isEmpty { text += ", \(media.missing.count) missing" }
            if !media.unreadable.isEmpty { text += ", \(media.unreadable.count) unreadable" }
            text += "."
            return media.carryingPosition == 0
                ? text : text + location(of: counted(media.carryingPosition, noun), report)
        }
    }

    /// Returns the sentence that says which trees or files contain the location of some media:
    /// originals contain it, copies of the site omit it. Empty if nothing was published.
    private static func location(of media: String, _ report: Report) -> String {
        func list(_ names: [String]) -> String { names.joined(separator: " and ") }
        let (omitting, containing) = (report.locations.omitting, report.locations.containing)
        if containing.isEmpty {
            return omitting.isEmpty
                ? "" : " Copies of \(media) in \(list(omitting)) omit the location."
        }
        return " The location of \(media) is in \(list(containing))"
            + (omitting.isEmpty ? "." : ", and not in \(list(omitting)).")
    }

    static func trees(_ report: Report) -> String {
        guard !report.isUnchanged else { return "Nothing changed." }
        return report.trees.map { tree in
            var text = "\(tree.name): \(counted(tree.written, "file")) written"
            if tree.removed > 0 { text += ", \(tree.removed) removed" }
            return text
        }.joined(separator: "; ") + "."
    }

    static func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// Returns the first five of several names, and the number of the others.
    static func listed(_ names: [String]) -> String {
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.prefix(5).joined(separator: ", ") + more
    }
}

extension Messages {
    /// Returns the plan of a dry run as JSON: the changes of notes and of the files of each tree.
    static func plan(_ outcome: Build.Outcome) -> JSONValue {
        func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        let changes = outcome.changes
        return .object([
            ("reasons", list(changes.reasons)),
            (
                "notes",
                .object([
                    ("added", list(changes.added.map(\.title))),
                    ("changed", list(changes.changed.map(\.title))),
                    ("renamed", list(changes.renamed.map(\.title))),
                    ("removed", list(changes.removed)),
                ])
            ),
            (
                "trees",
                .array(
                    outcome.trees.map { tree in
                        .object([
                            ("tree", .string(tree.tree)),
                            ("added", list(tree.added.map { "\($0)" })),
                            ("changed", list(tree.changed.map { "\($0)" })),
                            ("removed", list(tree.removed.map { "\($0)" })),
                        ])
                    })
            ),
        ])
    }
}
