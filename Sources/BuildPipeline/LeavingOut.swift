import Diagnostics
import Foundation
import NoteModel

/// Which notes are published nowhere.
package struct LeavingOut: Sendable {
    /// Names of tags, with or without their sign; `*` stands for anything, and those nested in one
    /// are meant too.
    package var tags: [String] = []
    /// Titles; `*` stands for anything.
    package var titles: [String] = []
    /// Paths below the notes folder; `*` stands for anything, a folder for all that is in it.
    package var sources: [String] = []

    package init() {}

    var isEmpty: Bool { tags.isEmpty && titles.isEmpty && sources.isEmpty }

    /// Takes the notes out that are not to be published, and what was found beside them.
    ///
    /// - Parameter report: Files that are left out need not be read to be complete.
    /// - Returns: Those notes, and what is to be said of rules that are met by none.
    func apply(
        to notebook: inout Notebook, _ report: inout Report
    ) -> (notes: [Note], diagnostics: [Diagnostic]) {
        guard !isEmpty else { return ([], []) }
        var rules = rules
        let given = report.sources.failed.map(\.name).filter { source in
            for index in rules.indices where rules[index].meets(source: source) {
                rules[index].isUsed = true
                return true
            }
            return false
        }
        report.sources.failed.removeAll { given.contains($0.name) }
        report.sources.skipped += given.map { .init(name: $0, reason: "left out") }
        report.diagnostics.removeAll { given.contains($0.origin.source) }
        var leftOut: [Note] = []
        notebook.notes.removeAll { note in
            var isMet = false
            for index in rules.indices where rules[index].meets(note) {
                rules[index].isUsed = true
                isMet = true
            }
            if isMet { leftOut.append(note) }
            return isMet
        }
        // What lies in a source beside a private note is most likely a part of it.
        let privateSources = Set(leftOut.map(\.id.source))
        notebook.unread.removeAll { object in
            for index in rules.indices where rules[index].meets(source: object.source) {
                rules[index].isUsed = true
                return true
            }
            return privateSources.contains(object.source)
        }
        return (leftOut, rules.filter { !$0.isUsed }.map(\.unused))
    }

    private var rules: [Rule] {
        tags.map { Rule(kind: .tag, written: $0) } + titles.map { Rule(kind: .title, written: $0) }
            + sources.map { Rule(kind: .source, written: $0) }
    }
}

/// One entry of the configuration.
private struct Rule {
    enum Kind: String {
        case tag, title, source
    }

    let kind: Kind
    let written: String
    var isUsed = false

    private let key: String

    init(kind: Kind, written: String) {
        self.kind = kind
        self.written = written
        var name = written
        if kind == .tag, name.hasPrefix("#") { name.removeFirst() }
        if kind == .source, name.hasPrefix("./") { name.removeFirst(2) }
        if kind != .title {
            if name.hasPrefix("/") { name.removeFirst() }
            if name.hasSuffix("/") { name.removeLast() }
        }
        key = Self.folded(name.trimmingCharacters(in: .whitespaces))
    }

    /// What is private may be written with or without accents, and with either apostrophe.
    private static func folded(_ name: String) -> String {
        name.replacingOccurrences(of: "’", with: "'").folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    func meets(_ note: Note) -> Bool {
        switch kind {
        case .tag:
            note.tags.contains { tag in
                let name = Self.folded(tag.name)
                return matches(name, key) || matches(name, key + "/*")
            }
        case .title: matches(Self.folded(note.title), key)
        case .source: meets(source: note.id.source)
        }
    }

    func meets(source: String) -> Bool {
        guard kind == .source else { return false }
        let source = Self.folded(source)
        return matches(source, key) || matches(source, key + "/*")
    }

    /// A rule with a slip of the pen would publish what its owner takes for private.
    var unused: Diagnostic {
        Diagnostic(
            .unusedRule, origin: .init(source: ""),
            summary: "No note is left out by the \(kind.rawValue) “\(written)”.",
            suggestion: "Look at “leave-out” in the configuration: is it written as in the notes?")
    }
}

/// Whether a text is that of a pattern in which `*` stands for anything.
private func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
        return text == pattern
    }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let found = rest.firstRange(of: part) else { return false }
        rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.hasSuffix(last)
}
