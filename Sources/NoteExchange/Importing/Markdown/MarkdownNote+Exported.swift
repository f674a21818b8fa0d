import MarkdownText
import NoteModel

// The text of a file that an export wrote.
extension MarkdownNote {
    /// Returns the body of an exported note, without the lines that the export added and with file
    /// names in place of their addresses. Photos get their captions, and the export's pictures of
    /// handwriting are added to them.
    mutating func takeExportedBody(
        photos: inout [Photo], recordings: [Recording], attachments: [Attachment],
        _ resolve: (String) -> StoredBytes?
    ) -> String {
        let appendix = Appendix(
            addresses: Set(
                ["photos", "recordings", "attachments", "drawing"].flatMap { textAddresses($0) }),
            placed: Set(records.map(\.now)),
            hasCards: head["cards"] != nil, isLecture: head["noteKind"]?.scalar == "lecture")
        let (own, captions, drawings) = appendix.taken(from: head.body)
        var body = TextEdits.undone(records, in: own)
        if let cards,
            !TextEdits.undone(records, in: head.body)
                .hasPrefix(MarkdownExport.text(of: Deck(cards)))
        {
            problems.append(
                "\(path) has cards in its text that are not those of its head; those of the head were imported."
            )
        }
        let addresses = textAddresses("photos")
        // Lines that were edited stay where they are, and refer to files by name as notes do.
        let names = photos.enumerated().map { $1.name ?? String($0 + 1) }
        var named = Array(zip(addresses, names))
        named += zip(textAddresses("recordings"), recordings.map { $0.name ?? "" })
        named += zip(textAddresses("attachments"), attachments.map(\.name))
        body = Self.naming(named, in: body)
        let known = texts("photoCaptions", of: "photos")
        for (index, caption) in known.enumerated() where photos.indices.contains(index) {
            if let caption, !caption.isEmpty { photos[index] = photos[index].captioned(caption) }
        }
        for (index, address) in addresses.enumerated() where photos.indices.contains(index) {
            if let caption = captions[address] {
                photos[index] = photos[index].captioned(caption)
            }
        }
        // Handwriting is imported as pictures.
        for address in drawings {
            if let stored = resolve(address), !photos.contains(where: { $0.stored == stored }) {
                photos.append(Photo(content: .stored(stored)))
            }
        }
        return body
    }

    /// Returns the addresses in the front matter as the text of an export has them.
    private func textAddresses(_ key: String) -> [String] {
        (head[key]?.scalars ?? []).map { MarkdownPaths.encoded($0) }
    }

    /// The changes that the export made to the text.
    private var records: [TextEdits.Record] {
        (head[MarkdownExport.rewrittenKey]?.members ?? []).compactMap { record in
            guard let now = record["now"]?.scalar, let was = record["was"]?.scalar else {
                return nil
            }
            return TextEdits.Record(now: now, was: was)
        }
    }

    /// Returns a text with the addresses of an export replaced by the names that notes use.
    private static func naming(
        _ names: [(String, String)], in text: String
    ) -> String {
        guard names.contains(where: { text.contains("](\($0.0)") }) else { return text }
        let named = Dictionary(names, uniquingKeysWith: { first, _ in first })
        let edits = SourceScan(text).references.compactMap { place -> TextEdits.Edit? in
            guard place.kind == .image || place.kind == .link, let name = named[place.name],
                !name.isEmpty
            else { return nil }
            return .init(range: place.address, replacement: Array(plain(name).utf8))
        }
        return String(decoding: TextEdits(edits).applied(to: Array(text.utf8)), as: UTF8.self)
    }

    /// Returns a name as a Markdown address, in angle brackets if necessary.
    private static func plain(_ name: String) -> String {
        name.contains { $0.isWhitespace || "()<>".contains($0) } ? "<\(name)>" : name
    }
}
