package import MarkdownText
package import NoteModel
import OutputPlan
import Platform

/// The target of a reference in a text, which depends on the other notes and is not cached with the
/// text.
package enum ReferenceTarget: Hashable, Sendable {
    /// No target: the words of the reference are shown without a link.
    case nothing
    /// A photo, recording or attachment of the note itself that can be read, so that there is a
    /// file to link.
    case ownFile
    /// Another host, in an address that begins with `//` or is not a valid URL. It is used as
    /// written, except in books, which must be valid.
    case elsewhere
    /// A note, by its position in the notebook, from 0; the note itself is possible.
    case note(Int)
    /// A part of a note, by the position of the note and the identifier of the part's heading.
    case part(Int, heading: String)
    /// A tag, by its position in the map of the site, in which each tag is once.
    case tag(Int)

    /// The position of the note, for a note and for a part of one; nil for other targets.
    package var note: Int? {
        switch self {
        case .note(let index), .part(let index, _): index
        case .nothing, .ownFile, .elsewhere, .tag: nil
        }
    }
}

/// Resolves the references of notes against the titles, addresses and tags of a notebook.
///
/// ```swift
/// let resolver = ReferenceResolver(map, media: media, options: options) {
///     notes[$0].facts.headings
/// }
/// let targets = resolver.targets(of: row.facts.references, in: row.note)
/// let problems = resolver.diagnostics(of: row.note, facts: row.facts, targets: targets)
/// ```
package struct ReferenceResolver: Sendable {
    private let map: SiteMap
    private let media: NoteMedia
    private let headings: @Sendable (Int) -> [Heading]

    /// - Parameter headings: Returns the headings of a note, which references may name, by its
    ///   position.
    package init(
        _ map: SiteMap, media: PreparedMedia, options: SiteOptions,
        headings: @escaping @Sendable (Int) -> [Heading]
    ) {
        (self.map, self.headings) = (map, headings)
        self.media = NoteMedia(media: media, words: options.words, root: "")
    }

    /// Returns the targets of the references of a note, in their order. Images have the target
    /// `nothing`, since they are shown and not linked.
    package func targets(of references: [Reference], in note: Note) -> [ReferenceTarget] {
        let files = !note.hasMedia || references.isEmpty ? nil : NoteFiles(note)
        return references.map { target(of: $0, in: note, files: files) }
    }

    /// - Parameter files: The files of the note; nil if it has none.
    private func target(
        of reference: Reference, in note: Note, files: NoteFiles?
    ) -> ReferenceTarget {
        if reference.kind == .tag {
            return map.tag(Tag(reference.name)).map { .tag($0) } ?? .nothing
        }
        let address = files.flatMap {
            media.address(of: reference.fileName, in: note, files: $0)
        }
        switch map.noteNames.target(of: reference, isOwnFile: address != nil) {
        case .ownFile: return .ownFile
        case .note(let index, let part): return target(note: index, part: part)
        case nil: return reference.isElsewhere ? .elsewhere : .nothing
        }
    }

    /// Returns the target for a note and the words or the identifier of a heading of it; the note
    /// itself if it has no such heading.
    private func target(note index: Int, part: String) -> ReferenceTarget {
        // Of nested headings, the last one is meant.
        guard let last = part.split(separator: "#").last else { return .note(index) }
        let name = last.percentDecoded ?? String(last)
        let wanted = Heading.identifier(of: name.trimmed)
        let found = headings(index).first {
            $0.identifier == wanted || $0.identifier == name
        }
        return found.map { .part(index, heading: $0.identifier) } ?? .note(index)
    }

    /// Returns the diagnostics of the texts of a note: dead references, and texts that could not be
    /// rendered.
    ///
    /// - Parameter unpublished: The titles of notes that are not published, by these and by the
    ///   addresses with their identifiers.
    package func diagnostics(
        of note: Note, facts: NoteFacts, targets: [ReferenceTarget],
        unpublished: [NameKey: String] = [:]
    ) -> [Diagnostic] {
        var diagnostics = facts.unrenderedReason.map { [Self.unrendered($0, note: note)] } ?? []
        // Nearly all references lead somewhere.
        guard targets.contains(.nothing) else { return diagnostics }
        let files = NoteFiles(note)
        let dead = zip(facts.references, targets).filter { isDead($0, target: $1, among: files) }
            .map(\.0)
        func title(_ reference: Reference) -> String? {
            unpublished[NameKey(reference.bracketedName ?? reference.name)]
        }
        var seen: Set<String> = []
        let unknown = dead.filter { title($0) == nil }.map(\.typed)
            .filter { seen.insert($0).inserted }
        if !unknown.isEmpty { diagnostics.append(Self.deadLinks(unknown, note: note)) }
        let known = Set(dead.compactMap(title)).sorted()
        if !known.isEmpty {
            diagnostics.append(
                Diagnostic(
                    .deadLink, origin: .init(source: note.id.source),
                    summary:
                        "“\(note.title)” links \(Self.list(known)), which \(known.count == 1 ? "is" : "are") not published.",
                    suggestion: "The words are shown unlinked."))
        }
        return diagnostics
    }

    private func isDead(
        _ reference: Reference, target: ReferenceTarget, among files: NoteFiles
    ) -> Bool {
        guard target == .nothing else { return false }
        switch reference.kind {
        case .link, .missingHeading: return true
        // A name without letters is hardly meant as a title.
        case .wikiLink:
            return reference.name.contains(where: \.isLetter) && reference.bracketedName != nil
        case .embed:
            guard let image = reference.image else { return true }
            return files.file(shownAs: image.address) == nil
        case .tag, .image: return false
        }
    }

    private static func unrendered(_ reason: RenderBudgetExceeded, note: Note) -> Diagnostic {
        let what =
            switch reason {
            case .memory: "more memory than a note may use"
            case .time: "longer than a note may"
            }
        return Diagnostic(
            .costlyMarkdown, origin: .init(source: note.id.source),
            summary: "“\(note.title)” would take \(what) to render; it is shown as plain text.",
            suggestion: "Look for very large tables or long runs of brackets in it.")
    }

    package static func deadLinks(_ addresses: [String], note: Note) -> Diagnostic {
        Diagnostic(
            .deadLink, origin: .init(source: note.id.source),
            summary: "“\(note.title)” links \(list(addresses)), which the site does not have.",
            suggestion: hint(on: addresses) + " The words are shown unlinked.")
    }

    private static func list(_ addresses: [String]) -> String {
        let more = addresses.count > 3 ? " and \(addresses.count - 3) more" : ""
        return addresses.prefix(3).map { $0.isEmpty ? "an empty address" : "“\($0)”" }
            .joined(separator: ", ") + more
    }

    /// Returns a suggestion for how to correct the links: the missing scheme of a website, an
    /// address in empty parentheses, a wiki link, or reading the note that an app has linked.
    private static func hint(on addresses: [String]) -> String {
        if let host = addresses.first(where: isLikeHost) {
            return "The address of a website begins with its scheme, as in https://\(host)."
        }
        if addresses.allSatisfy({ $0.hasPrefix(Note.identifierFolder) }) {
            return "In the app, the note is locked, deleted or in iCloud only."
        }
        return addresses.allSatisfy(\.isEmpty)
            ? "Write an address between the parentheses."
            : "A note is linked by its title, as [[Title]]."
    }

    /// Returns true for an address that lacks only its scheme, such as `golang.org/doc/`. A name
    /// without a slash is more likely that of a file, unless it begins or ends like a host name.
    private static func isLikeHost(_ address: String) -> Bool {
        let name = address.utf8.prefix { $0 != UInt8(ascii: "/") }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, (2...24).contains(last.count),
            last.allSatisfy(\.isLetter),
            labels.allSatisfy({ label in
                !label.isEmpty
                    && label.allSatisfy {
                        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-")
                    }
            })
        else { return false }
        let host = Substring(name).lowercased()
        return name.endIndex < address.endIndex || host.hasPrefix("www.")
            || [".com", ".org", ".net"].contains { host.hasSuffix($0) }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension Reference {
    /// The name of the file to which the reference may refer: the address of a link, or the name
    /// within double brackets without a heading.
    var fileName: String { kind == .link ? name : name.prefixBeforeSharp.trimmed }
}
