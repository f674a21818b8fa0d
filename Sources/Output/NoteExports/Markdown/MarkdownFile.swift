import FileFormats
import Hashing
import MarkdownText
import NoteModel
import Orthography
import OutputPlan
import Platform

/// The file of a note in the Markdown tree.
///
/// Content that is not part of the text (cards and pages, pictures and recordings) is appended as
/// Markdown, after one more empty line than the text has.
struct MarkdownFile: Sendable {
    let note: Note
    /// The slug that the front matter names; nil for a text without a file.
    let slug: Slug?
    let path: OutputPath
    let style: MarkdownStyle
    let media: ExportedMedia
    let drawings: ExportedDrawings
    /// The references in the text; nil for a deck, whose file has several texts, and if they are
    /// unknown.
    var references: [Reference]?
    let replacements: [RewrittenBody.ReferenceKey: LinkReplacements.Replacement]

    /// Returns the fingerprint of everything that the file is made from.
    ///
    /// - Parameter note: The fingerprint of the note with its media.
    func fingerprint(of note: Fingerprint) -> Fingerprint {
        var inputs = Fingerprinter("markdown", note, slug?.text ?? "", path.text, style.name)
        let targets = replacements.map { "\($0.key.kind) \($0.key.name)\n\($0.value.address)" }
        inputs.add(targets.sorted())
        return inputs.fingerprint
    }

    func bytes() throws -> [UInt8] {
        let source = note.deck.map { joined(note.body, cards: $0.text) } ?? note.body
        let body = RewrittenBody(
            source, references: references, replacements: replacements,
            escapesHugo: style.profile == .hugo)
        var bytes = try head(body)
        bytes += body.text
        let parts = [
            mediaLines(placed: body.placed), drawings.pages.isEmpty ? "" : pages,
        ].filter { !$0.isEmpty }
        guard !parts.isEmpty else { return bytes }
        // A deck ends with a line break.
        if !body.text.isEmpty { bytes += note.deck == nil ? [0x0A, 0x0A] : [0x0A] }
        return bytes + Array(parts.joined(separator: "\n").utf8)
    }

    private func joined(_ body: String, cards: String) -> String {
        body.isEmpty || cards.isEmpty ? body + cards : "\(body)\n\n\(cards)"
    }

    private func head(_ body: RewrittenBody) throws -> [UInt8] {
        guard style.profile != .appleNotes else {
            return Array("# \(MarkdownExport.label(note.title))\n\n".utf8)
        }
        return Array("---\n\(try frontMatter(body).serialized())---\n".utf8)
    }

    /// The drawing, the photos and recordings without a place in the text or on a page, and the
    /// attachments, one per line.
    private func mediaLines(placed: Set<NoteFile>) -> String {
        let onPages = note.placedPhotos
        let heard = Set(note.pages.flatMap(\.recordings))
        let fixed = MediaByKind(photos: onPages, recordings: heard, attachments: [])
        let lines = Medium.Kind.allCases.flatMap { kind in
            media.media[kind].enumerated().map { position, medium in
                fixed[kind].contains(position) || placed.contains(NoteFile(kind, position))
                    ? nil : line(of: medium)
            }
        }
        return ([drawings.back.map { picture($0) }] + lines).compactMap(\.self).map { $0 + "\n" }
            .joined(separator: "\n")
    }

    /// Returns a photo, or a link to another file; nil for a medium without a file.
    private func line(of exported: ExportedMedium) -> String? {
        guard let path = exported.path else { return nil }
        let medium = exported.medium
        guard medium.kind != .photo else { return picture(path, caption: medium.caption) }
        let name = medium.kind == .recording ? medium.name ?? "Recording" : medium.fileName
        return "[\(MarkdownExport.label(medium.caption ?? name))](\(address(of: path)))"
    }

    private func picture(_ path: OutputPath, caption: String? = nil) -> String {
        "![\(MarkdownExport.label(caption))](\(address(of: path)))"
    }

    private func address(of file: OutputPath) -> String {
        relative(file).markdownAddress
    }

    /// Returns the address of a file as the front matter lists it, which is not encoded.
    func relative(_ file: OutputPath) -> String {
        MarkdownPaths.relative(file.text, from: path)
    }

    /// The pages in order: for each its text boxes and drawing, then its pictures and recordings.
    private var pages: String {
        zip(note.pages, drawings.pages).enumerated().map { index, page in
            let pictures = page.0.pictures.compactMap { media.photos[$0.photo].path }
            let images = ([page.1].compactMap(\.self) + pictures).map { picture($0) + "\n" }
            let sounds = page.0.recordings.compactMap {
                line(of: media.recordings[$0]).map { $0 + "\n" }
            }
            let recognized = page.0.recognizedText.map { text in
                // A fence in the text would end the block.
                let text = text.replacing("```", with: "`` `")
                return "\(ExportedDrawings.recognizedLabel):\n\n```text\n\(text)\n```\n"
            }
            let texts = page.0.textBoxes.filter { !$0.text.isEmpty }.map { box in
                MarkdownEscaping.lines(MarkdownEscaping().inline(box.text)) + "\n"
            }
            return
                (["## Page \(index + 1)\n"] + texts + images + sounds
                + [recognized].compactMap(\.self)).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
