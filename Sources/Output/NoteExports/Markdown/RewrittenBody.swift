import MarkdownText
import NoteModel

/// The text of a note in the Markdown tree: with the addresses of the tree, and otherwise
/// unchanged.
struct RewrittenBody {
    let text: [UInt8]
    /// The changes, with which an import restores the archived text.
    let records: [TextEdits.Record]
    /// The files that the text shows or links.
    let placed: Set<NoteFile>

    /// - Parameters:
    ///   - references: The references that the compiler found in the text; nil if they are unknown.
    ///   - replacements: The replacements by the references that they are for.
    ///   - escapesHugo: True to escape what Hugo would run or reject.
    init(
        _ source: String, references: [Reference]? = nil,
        replacements: [ReferenceKey: LinkReplacements.Replacement], escapesHugo: Bool
    ) {
        let bytes = Array(source.utf8)
        guard !replacements.isEmpty || escapesHugo && bytes.contains(UInt8(ascii: "{")) else {
            (text, records, placed) = (bytes, [], [])
            return
        }
        func replaced(in scan: SourceScan) -> [Found] {
            scan.references.compactMap { place in
                Self.replacement(for: place, in: replacements).map { replacement in
                    Found(
                        place: place, medium: replacement.medium,
                        edit: Self.edit(place, replacement: replacement, in: bytes))
                }
            }
        }
        // Most texts have no code, and a scan of them finds exactly what the compiler found.
        let scan: SourceScan
        let found: [Found]
        var kept: TextEdits
        if let references, let quick = SourceScan(unparsed: bytes), quick.isComplete(references),
            case let all = replaced(in: quick), case let edits = TextEdits(all.compactMap(\.edit)),
            edits.edits.count == all.count(where: { $0.edit != nil })
        {
            (scan, found, kept) = (quick, all, edits)
        } else {
            scan = SourceScan(source)
            found = replaced(in: scan)
            kept = Self.confirmed(found, in: source, replacements: replacements)
        }
        let done = Set(kept.edits)
        let inPlace = found.filter { $0.edit.map { done.contains($0) } ?? true }
        placed = Set(inPlace.compactMap(\.medium))
        if escapesHugo {
            kept = TextEdits(kept.edits + HugoEscapes.edits(bytes, fenceLines: scan.fenceLines))
        }
        text = kept.applied(to: bytes)
        // Records of media whose address is already right show an import that the export did not
        // append them.
        let unchanged = inPlace.filter { $0.edit == nil && $0.medium != nil }.map { item in
            TextEdits.Edit(range: item.place.address, replacement: Array(bytes[item.place.address]))
        }
        records = TextEdits(kept.edits + unchanged).records(for: bytes)
    }

    /// A reference that has a replacement, and the edit that makes it; nil if nothing changes.
    private struct Found {
        let place: SourceReference
        let medium: NoteFile?
        let edit: TextEdits.Edit?
    }

    /// The kind of a reference and its name, by which the references in a text and their places in
    /// its source are matched.
    struct ReferenceKey: Hashable {
        let kind: Reference.Kind
        let name: String
    }

    private static func replacement(
        for place: SourceReference, in replacements: [ReferenceKey: LinkReplacements.Replacement]
    ) -> LinkReplacements.Replacement? {
        let kinds: [Reference.Kind] =
            switch place.kind {
            case .link: [.link]
            case .image: [.image]
            case .definition: [.image, .link]
            case .wikiLink: [.wikiLink]
            case .embed: [.embed]
            }
        return kinds.lazy.compactMap { replacements[ReferenceKey(kind: $0, name: place.name)] }
            .first
    }

    /// Returns the edit that writes a reference with its new address; nil if it has that already.
    private static func edit(
        _ place: SourceReference, replacement: LinkReplacements.Replacement, in source: [UInt8]
    ) -> TextEdits.Edit? {
        let address = replacement.address
        let edit: TextEdits.Edit
        switch (place.kind, replacement.form) {
        case (.link, _), (.definition, _), (.image, .image):
            guard place.name != address else { return nil }
            edit = .init(range: place.address, replacement: Array(address.utf8))
        case (.wikiLink, .wikiLink), (.embed, .embed):
            let words = place.words ?? (address == place.name.trimmed ? nil : replacement.words)
            // In a table, a backslash precedes the bar.
            let sign = source[place.address].contains(UInt8(ascii: "\\")) ? "\\|" : "|"
            let bar = words.map { $0.isEmpty ? "" : sign + $0 } ?? ""
            edit = .init(range: place.address, replacement: Array((address + bar).utf8))
        case (_, .image):
            // A width, which only double brackets can have.
            let isWidth = place.words.map { $0.allSatisfy { $0.isNumber || $0 == "x" } } ?? true
            let words = isWidth ? "" : MarkdownExport.label(place.words)
            edit = .init(range: place.range, replacement: Array("![\(words)](\(address))".utf8))
        default:
            let own = place.words.flatMap { $0.isEmpty ? nil : $0 }
            // Those of an image are Markdown already.
            let words =
                place.kind == .image && own != nil
                ? own ?? "" : MarkdownExport.label(own ?? replacement.words)
            edit = .init(range: place.range, replacement: Array("[\(words)](\(address))".utf8))
        }
        return source[edit.range].elementsEqual(edit.replacement) ? nil : edit
    }

    /// Returns the edits after which the text has the same references with their new addresses. If
    /// all together have another effect, they are tried one by one.
    private static func confirmed(
        _ found: [Found], in source: String,
        replacements: [ReferenceKey: LinkReplacements.Replacement]
    ) -> TextEdits {
        let edits = TextEdits(found.compactMap(\.edit))
        guard !edits.edits.isEmpty else { return edits }
        // These change one reference each, definitions any number. If more change than there are
        // references, some are in code.
        let inlineCount = found.count { $0.place.kind != .definition && $0.edit != nil }
        let bytes = Array(source.utf8)
        func references(_ edits: TextEdits) -> [ReferenceKey] {
            Self.references(in: String(decoding: edits.applied(to: bytes), as: UTF8.self))
        }
        let before = Self.references(in: source)
        let wanted = before.map { key in
            replacements[key].map { ReferenceKey(kind: $0.form, name: $0.address) } ?? key
        }
        let changed = zip(before, wanted).count { $0 != $1 }
        let hasDefinitions = inlineCount < edits.edits.count
        if inlineCount == changed || hasDefinitions && inlineCount < changed,
            references(edits) == wanted
        {
            return edits
        }
        var kept: [TextEdits.Edit] = []
        var last = before
        for edit in edits.edits.prefix(maximumTries) {
            let now = references(TextEdits(kept + [edit]))
            let isStep =
                now.count == last.count && now != last
                && zip(now, zip(last, wanted)).allSatisfy { $0 == $1.0 || $0 == $1.1 }
            guard isStep else { continue }
            kept.append(edit)
            last = now
        }
        return TextEdits(kept)
    }

    /// The maximum number of edits that are tried one by one, each of which takes a compilation.
    private static let maximumTries = 50

    private static func references(in source: String) -> [ReferenceKey] {
        MarkdownCompiler().compile(source).facts.references.filter { $0.kind != .tag }.map {
            ReferenceKey(kind: $0.kind, name: $0.name)
        }
    }
}
