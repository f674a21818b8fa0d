import MarkdownText
import NoteArchives
import NoteModel
import Platform

// The text of a file that an export wrote.
extension MarkdownNote {
    /// Returns the body of an exported note, without the lines that the export added and with file
    /// names in place of their addresses. Photos get their captions, and the export's pictures of
    /// handwriting are added to them.
    mutating func takeExportedBody(_ media: inout MediaByKind<[Medium]>) -> String {
        let appendix = Appendix(
            addresses: Set(
                ["photos", "recordings", "attachments", "drawing"].flatMap { textAddresses($0) }),
            placed: Set(records.map(\.now)),
            hasCards: head["cards"] != nil, isLecture: head["noteKind"]?.scalar == "lecture")
        let (own, captions, drawings) = appendix.taken(from: head.body)
        var body = TextEdits.undone(records, in: own)
        if let cards,
            !TextEdits.undone(records, in: head.body)
                .hasPrefix(Deck(cards).text)
        {
            problems.append(
                "\(path) has cards in its text that are not those of its head; those of the head were imported."
            )
        }
        // Lines that were edited stay where they are, and refer to files by name as notes do.
        let named = Medium.Kind.allCases.flatMap { kind in
            zip(
                textAddresses(kind.plural),
                media[kind].enumerated().map { position, medium in
                    medium.name ?? (kind == .photo ? String(position + 1) : "")
                })
        }
        body = Self.naming(named, in: body)
        for kind in Medium.Kind.allCases {
            for (index, caption) in texts(kind.rawValue + "Captions", of: kind.plural).enumerated()
            where caption?.isEmpty == false && media[kind].indices.contains(index) {
                media[kind][index].caption = caption
            }
        }
        // Of a transcript the tree has the words.
        for (index, words) in texts("transcripts", of: "recordings").enumerated()
        where media.recordings.indices.contains(index) {
            media.recordings[index].transcript = words.flatMap {
                try? Transcript(Array($0.utf8), format: .txt)
            }
        }
        let addresses = textAddresses("photos")
        for index in media.photos.indices {
            if addresses.indices.contains(index), let caption = captions[addresses[index]] {
                media.photos[index].caption = caption
            }
        }
        // Handwriting is imported as pictures.
        for address in drawings {
            if let stored = resolve(address), !media.photos.contains(where: { $0.stored == stored })
            {
                media.append(Medium(.photo, content: .stored(stored)))
            }
        }
        return body
    }

    /// Returns the addresses in the front matter as the text of an export has them.
    private func textAddresses(_ key: String) -> [String] {
        (head[key]?.scalars ?? []).map(\.markdownAddress)
    }

    /// The changes that the export made to the text.
    private var records: [TextEdits.Record] {
        (head[FrontMatterKeys.rewritten]?.members ?? []).compactMap { record in
            guard let now = record["now"]?.scalar, let was = record["was"]?.scalar else {
                return nil
            }
            return TextEdits.Record(now: now, was: was)
        }
    }

    /// Returns a text with the addresses of an export replaced by the names that notes use.
    private static func naming(_ names: [(String, String)], in text: String) -> String {
        guard names.contains(where: { text.contains("](\($0.0)") }) else { return text }
        let named = Dictionary(names, uniquingKeysWith: { first, _ in first })
        return TextEdits.replacingAddresses(in: text) { place in
            guard place.kind == .image || place.kind == .link, let name = named[place.name],
                !name.isEmpty
            else { return nil }
            return plain(name)
        }
    }

    /// Returns a name as a Markdown address, in angle brackets if necessary.
    private static func plain(_ name: String) -> String {
        name.contains { $0.isWhitespace || "()<>".contains($0) } ? "<\(name)>" : name
    }
}
