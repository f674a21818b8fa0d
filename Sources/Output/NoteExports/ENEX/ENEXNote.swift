import MarkdownText
package import NoteModel
import OutputPlan

/// A note in an ENEX file, the exchange format of Evernote, which Apple Notes, Joplin, Obsidian,
/// Notesnook and OneNote import as well.
///
/// The limits are those of Evernote's documentation of its API (`Limits` in its IDL).
package struct ENEXNote: Sendable {
    private let note: Note
    /// The files by the names that the texts use.
    private let names: NoteFiles
    /// The files of the note in the order of the text: the drawing, photos, recordings,
    /// attachments.
    package let files: [ENEXFile]
    /// The changes that the format demands.
    package private(set) var diagnostics: [Diagnostic] = []
    private let title: String
    private let tags: [String]

    /// The maximum length of the content of a note in characters.
    private static let maximumContent = 5_242_880
    private static let maximumTitle = 255
    private static let maximumTag = 100

    package init(_ note: Note, media: PreparedMedia) {
        self.note = note
        names = NoteFiles(note)
        files = Self.files(of: note, media: media)
        (title, tags) = (Self.title(note.title), note.tags.map { Self.tag($0.name) })
        if title != note.title {
            let isCut = note.title.unicodeScalars.count > Self.maximumTitle
            adapt(
                "title",
                because: isCut ? "255 characters at most" : "one line without spaces around it")
        }
        if zip(tags, note.tags).contains(where: { $0 != $1.name }) {
            adapt("tags", because: "100 characters at most, and no commas")
        }
    }

    /// True if the format does not allow content of this length, which it counts in characters.
    package static func isTooLong(_ content: [UInt8]) -> Bool {
        content.count > maximumContent
            && String(decoding: content, as: UTF8.self).unicodeScalars.count > maximumContent
    }

    private mutating func adapt(_ part: String, because rule: String) {
        diagnostics.append(
            Diagnostic(
                .adaptedToFormat, origin: .init(source: note.id.source),
                summary:
                    "ENEX allows \(rule); the \(part) of “\(note.title)” \(part == "tags" ? "were" : "was") changed."
            ))
    }

    private static func title(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
        let cut = String(String.UnicodeScalarView(line.unicodeScalars.prefix(maximumTitle))).trimmed
        return cut.isEmpty ? "Untitled" : cut
    }

    private static func tag(_ name: String) -> String {
        let plain = name.replacing(",", with: " ").trimmed
        return String(String.UnicodeScalarView(plain.unicodeScalars.prefix(maximumTag))).trimmed
    }

    private static func files(of note: Note, media: PreparedMedia) -> [ENEXFile] {
        var files: [ENEXFile] = []
        func add(_ drawing: Drawing?, on paper: Paper? = nil, name: String) {
            guard case .strokes(let strokes)? = drawing else { return }
            files.append(
                ENEXFile(
                    source: .drawing(InkDrawing(strokes, paper: paper).document()),
                    name: name + ".png",
                    mediaType: "image/png", size: nil, caption: nil, medium: nil))
        }
        add(note.drawing, name: "drawing")
        for (position, page) in note.pages.enumerated() {
            add(page.drawing, on: page.paper, name: "page-\(position + 1)")
        }
        for (position, photo) in note.photos.enumerated() where position != note.thumbnail {
            if let file = ENEXFile(photo, prepared: media[photo], at: position) {
                files.append(file)
            }
        }
        for kind in [.recording, .attachment] as [Medium.Kind] {
            for (position, medium) in note.media[kind].enumerated() {
                guard let stored = medium.stored, let known = media[medium] else { continue }
                let ending =
                    kind == .attachment
                    ? medium.fileExtension : known.format?.fileExtension ?? "bin"
                files.append(
                    ENEXFile(
                        source: .stored(.original(stored, known.original.digest)),
                        name: kind == .attachment
                            ? medium.fileName
                            : medium.name.flatMap { PhotoName($0)?.text }
                                ?? "recording-\(position + 1).\(ending ?? "")",
                        mediaType: MediaTypes.type(ofExtension: ending ?? ""),
                        size: nil, caption: medium.caption, medium: NoteFile(kind, position)))
            }
        }
        return files
    }
}

extension ENEXNote {
    /// Returns the content of the note, an ENML document.
    ///
    /// - Parameters:
    ///   - resources: The files that the export contains, some of ``files``.
    ///   - isShortened: True for a sentence in place of the text, which is too long.
    package func content(_ resources: [ENEXResource], isShortened: Bool = false) -> [UInt8] {
        var placed: Set<String> = []
        func media(_ reference: Reference) -> ENMLReplacement {
            let medium = self.medium(reference)
            guard let resource = resources.first(where: { $0.file.medium == medium }), medium != nil
            else {
                // What cannot be included is named.
                let words = reference.words ?? ""
                let name = medium.flatMap { note.media[$0.kind][$0.position].name }
                return .words(words.isEmpty ? name ?? reference.wordsOfName : words)
            }
            placed.insert(resource.md5)
            return .media(
                resource.element(
                    description: reference.image?.description ?? "", width: reference.image?.width))
        }
        var content = Array(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>
            """.utf8)
        let body =
            isShortened
            ? "The text of this note is longer than this file may contain." : note.body
        content += ENMLRenderer.render(body, replacement: media)
        let cards = isShortened ? [] : note.deck?.cards ?? []
        for (position, card) in cards.enumerated() {
            content += "<h2>\(position + 1)</h2>".utf8
            content += ENMLRenderer.render(card.question, replacement: media)
            content += "<hr/>".utf8
            content += ENMLRenderer.render(card.answer, replacement: media)
        }
        // What is written beside the text of other notes, and what is said in recordings.
        let texts =
            note.pages.flatMap(\.textBoxes).map(\.text)
            + note.recordings.compactMap(\.transcript?.text)
        for line in isShortened ? [] : texts.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
            content += "<div>".utf8
            content.appendXML(String(line))
            content += "</div>".utf8
        }
        for resource in resources where placed.insert(resource.md5).inserted {
            content += "<div>".utf8
            content += resource.element(description: resource.file.caption ?? "").utf8
            content += "</div>".utf8
            guard let caption = resource.file.caption else { continue }
            content += "<div>".utf8
            content.appendXML(caption)
            content += "</div>".utf8
        }
        return content + Array("</en-note>".utf8)
    }

    private func medium(_ reference: Reference) -> NoteFile? {
        reference.image.flatMap { names.file(shownAs: $0.address) }
            ?? names.file(linkedAs: reference.bracketedName ?? reference.name)
    }

    /// Returns the element of the note up to its resources.
    ///
    /// - Parameter content: The ENML document.
    package func head(content: [UInt8]) -> [UInt8] {
        var bytes = Array("<note><title>".utf8)
        bytes.appendXML(title)
        bytes += "</title><content><![CDATA[".utf8
        // Markup characters are escaped in it, so that nothing ends the section.
        bytes += content
        bytes += "]]></content>".utf8
        for (name, date) in [("created", note.created), ("updated", note.modified ?? note.created)]
        {
            if let date { bytes += "<\(name)>\(ENEXDate.text(date))</\(name)>".utf8 }
        }
        for tag in tags where !tag.isEmpty {
            bytes += "<tag>".utf8
            bytes.appendXML(tag)
            bytes += "</tag>".utf8
        }
        bytes += "<note-attributes>".utf8
        if let address = sourceAddress {
            bytes += "<source-url>".utf8
            bytes.appendXML(address)
            bytes += "</source-url>".utf8
        }
        return bytes + Array("</note-attributes>\n".utf8)
    }

    /// The address of the web page that a clipping was made of, as other programs store it.
    private var sourceAddress: String? {
        for key in ["source-url", "sourceurl", "url", "source"] {
            let field = note.otherFields.first { $0.key.lowercased() == key }
            if case .string(let text)? = field?.value,
                text.hasPrefix("https://") || text.hasPrefix("http://")
            {
                return text
            }
        }
        return nil
    }

    /// Returns what precedes and what follows the data of a resource, which is base64.
    package static func enclosure(of resource: ENEXResource) -> (start: [UInt8], end: [UInt8]) {
        let file = resource.file
        var end = Array("</data><mime>\(file.mediaType)</mime>".utf8)
        if let size = file.size {
            end += "<width>\(size.width)</width><height>\(size.height)</height>".utf8
        }
        end += "<resource-attributes><file-name>".utf8
        end.appendXML(file.name)
        end += "</file-name></resource-attributes></resource>\n".utf8
        return (Array("<resource><data encoding=\"base64\">".utf8), end)
    }
}
