import MarkdownText
import NoteModel
import OutputPlan
import Platform

/// Replaces the references in the texts of notes by addresses of the Markdown tree.
struct LinkReplacements: Sendable {
    let names: NoteNames
    let paths: MarkdownPaths
    let profile: MarkdownStyle.Profile
    /// The names of the files that the tree has once, in lower case; Obsidian finds them by name.
    private let uniqueNames: Set<String>

    /// - Parameter media: The media of all notes.
    init(
        names: NoteNames, paths: MarkdownPaths, profile: MarkdownStyle.Profile,
        media: [ExportedMedia]
    ) {
        (self.names, self.paths, self.profile) = (names, paths, profile)
        var counts: [String: Int] = [:]
        if profile == .obsidian {
            for path in media.lazy.flatMap(\.paths) {
                counts[path.name.lowercased(), default: 0] += 1
            }
        }
        uniqueNames = Set(counts.filter { $0.value == 1 }.keys)
    }

    /// A new address for a reference.
    struct Replacement: Hashable {
        /// The percent-encoded address, relative to the file of the note; within double brackets
        /// the path from the root of the vault, or the name of a file.
        let address: String
        /// The file of the note that the address names; nil for the address of another note.
        let medium: NoteFile?
        /// The words for a reference that has none, or whose own are not shown.
        let words: String
        /// The syntax of the rewritten reference.
        let form: Reference.Kind
    }

    /// Returns the replacements of the references in the texts of a note.
    func replacements(
        for references: [Reference], inNote index: Int, value note: Note, media: ExportedMedia
    ) -> [RewrittenBody.ReferenceKey: Replacement] {
        let files = NoteFiles(note)
        var replacements: [RewrittenBody.ReferenceKey: Replacement] = [:]
        for reference in references where reference.kind != .tag {
            let key = RewrittenBody.ReferenceKey(kind: reference.kind, name: reference.name)
            guard replacements[key] == nil else { continue }
            replacements[key] = replacement(
                of: reference, inNote: index, files: files, media: media)
        }
        return replacements
    }

    /// Returns the replacement of a reference in the text of a note; nil if it names neither a note
    /// nor an exported file.
    private func replacement(
        of reference: Reference, inNote index: Int, files: NoteFiles, media: ExportedMedia
    ) -> Replacement? {
        if let image = reference.image, let shown = files.file(shownAs: image.address) {
            return file(shown, reference: reference, inNote: index, media: media)
        }
        if let part = reference.ownPart {
            guard profile != .obsidian else { return nil }
            return Replacement(
                address: "#\(Heading.identifier(of: part).markdownAddress)", medium: nil,
                words: part, form: .link)
        }
        let name = reference.kind == .link ? reference.name : reference.bracketedName ?? ""
        let own = files.file(linkedAs: name)
        switch names.target(of: reference, isOwnFile: own != nil) {
        case .ownFile?:
            return own.flatMap { file($0, reference: reference, inNote: index, media: media) }
        case .note(let target, let part)?:
            return link(to: target, part: part, reference: reference, fromNote: index)
        case nil: return nil
        }
    }

    private func file(
        _ medium: NoteFile, reference: Reference, inNote index: Int, media: ExportedMedia
    ) -> Replacement? {
        guard let path = media.path(of: medium) else { return nil }
        let form: Reference.Kind =
            switch (reference.kind, medium.kind) {
            // Obsidian plays a recording that is embedded like a picture.
            case (.image, .photo): .image
            case (.image, _): profile == .obsidian ? .image : .link
            case (.embed, _) where profile == .obsidian: .embed
            case (.embed, .photo): .image
            case (.wikiLink, _) where profile == .obsidian: .wikiLink
            default: .link
            }
        let isBracketed = form == .wikiLink || form == .embed
        let relative = MarkdownPaths.relative(path.text, from: paths.files[index])
        let part = form == .image ? "" : reference.filePart
        let isUnique = uniqueNames.contains(path.name.lowercased())
        return Replacement(
            address: !isBracketed
                ? relative.markdownAddress + part
                : (isUnique ? path.name : path.text) + part,
            medium: medium,
            words: PhotoName(reference.bracketedName ?? reference.name)?.text ?? "", form: form)
    }

    private func link(
        to target: Int, part: String, reference: Reference, fromNote index: Int
    ) -> Replacement {
        if profile == .obsidian, reference.kind != .link {
            return Replacement(
                address: paths.name(target) + (part.isEmpty ? "" : "#" + part), medium: nil,
                words: reference.kind == .embed ? "" : reference.name.trimmed,
                form: reference.kind == .embed ? .embed : .wikiLink)
        }
        // The fragment of a link is an identifier; within double brackets it is a heading, the last
        // of nested ones.
        let heading = part.split(separator: "#").last.map { String($0) } ?? part
        let fragment = reference.kind == .link ? part : Heading.identifier(of: heading)
        let address = paths.address(ofNote: target, fromNote: index)
        return Replacement(
            // Only Obsidian knows the blocks of a note by names.
            address: part.isEmpty || part.hasPrefix("^")
                ? address : "\(address)#\(fragment.markdownAddress)",
            medium: nil, words: reference.wordsOfName, form: .link)
    }
}
