import Hashing
import Markup
import NoteModel
import OutputPlan

/// Attachments of notes as pages offer them: a list of downloads below the text, which in books
/// only names the files.
extension NoteMedia {
    /// Returns the attachments of a note in their order, unreadable ones with a notice; nil if it
    /// has none.
    func attachments(of note: Note) -> TemplateValue? {
        note.attachments.isEmpty
            ? nil
            : .attachments(
                note.attachments.map(attachment),
                anchor: book == nil ? nil : identifierPrefix + PageIdentifier.attachments,
                label: words[.attachments])
    }

    /// Returns the address that a link in the text targets: the file, or in a book the list of
    /// attachments, which says that the file is not included. It is nil for an unreadable file.
    func address(ofAttachment index: Int, in note: Note) -> String? {
        guard book == nil else { return "#" + identifierPrefix + PageIdentifier.attachments }
        return attachmentPath(note.attachments[index]).map { root + $0.text }
    }

    private func attachment(_ attachment: Medium) -> TemplateValue {
        let name = attachment.caption ?? attachment.fileName
        guard let original = media[attachment]?.original, let path = attachmentPath(attachment)
        else {
            return .attachment(
                nil, name: name, facts: "",
                notice: attachment.content == .missing
                    ? words[.missingAttachment] : words[.unreadableAttachment])
        }
        let facts = [
            attachment.fileExtension?.uppercased(), words.size(ofBytes: original.count),
        ].compactMap(\.self).joined(separator: ", ")
        guard book == nil else {
            return .attachment(nil, name: name, facts: facts, notice: words[.notInBook])
        }
        return .attachment(
            .download(
                root + path.text, fileName: attachment.fileName, label: words[.download]),
            name: name, facts: facts, notice: nil)
    }

    /// Returns the path of the file on the site, `attachments/`, the short digest and the
    /// extension; nil if it cannot be read. Equal files with one extension have one path.
    func attachmentPath(_ attachment: Medium) -> OutputPath? {
        media[attachment].map { prepared in
            let ending = attachment.fileExtension ?? ""
            let isInert = Self.inertEndings.contains(ending)
            return OutputPath(
                "attachments/\(prepared.original.digest.short).\(isInert ? ending : "bin")")
        }
    }

    /// The extensions of files that browsers save, or show without running scripts in the site's
    /// origin.
    ///
    /// All other files, including HTML and SVG, are published with the extension `bin`, which makes
    /// browsers save them. The download has the file's own name in any case.
    private static let inertEndings: Set<String> = [
        "pdf", "txt", "csv", "tsv", "rtf", "zip", "gz", "7z", "tar", "doc", "docx", "xls", "xlsx",
        "ppt", "pptx", "odt", "ods", "odp", "pages", "numbers", "key", "ics", "gpx", "json",
    ]
}
