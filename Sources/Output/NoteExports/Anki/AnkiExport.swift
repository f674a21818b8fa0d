import FileFormats
import Hashing
import LocalFiles
import MarkdownText
package import NoteModel
import Platform

/// Exports decks for Anki, as tab-separated text or as a package with pictures. A card keeps its
/// identifier in both as long as its question stays the same, so that a later import updates it
/// instead of adding another one.
package struct AnkiExport: Sendable {
    private let decks: [AnkiDeck]

    /// - Parameters:
    ///   - notes: All notes of the notebook, including those that are not exported: equal questions
    ///     are numbered across the decks.
    ///   - chosen: The decks to export; nil for all of them.
    package init(_ notes: [Note], chosen: Set<NoteID>? = nil) {
        var names = UniqueNames()
        decks = notes.compactMap { note in
            guard let deck = note.deck else { return nil }
            let identifiers = AnkiIdentifiers.identifiers(of: deck, in: note, besides: &names)
            guard chosen?.contains(note.id) ?? true else { return nil }
            return AnkiDeck(note, deck: deck, identifiers: identifiers)
        }
    }

    /// Returns a file name made of the digest of a picture and the extension of its format; nil if
    /// the picture cannot be read.
    ///
    /// Anki stores the pictures of all decks in one folder, and considers files of the same name
    /// equal.
    package static func pictureName(of photo: Medium) -> String? {
        guard let stored = photo.stored else { return nil }
        var hasher = ContentHasher()
        guard (try? stored.forEachChunk { hasher.update($0) }) != nil else { return nil }
        let kind =
            PhotoKind(prefix: stored.prefix(1024)) ?? photo.name.flatMap { PhotoKind(name: $0) }
        return "notebinder-\(hasher.digest().short).\((kind ?? .png).fileExtension)"
    }

    /// The number of cards in all decks.
    package var count: Int { decks.reduce(0) { $0 + $1.cards.count } }

    /// The decks as text for Anki's import, with a head that declares the columns (Anki Manual,
    /// “Text Files”). Pictures are referenced but not included.
    package var text: [UInt8] {
        var text = "#separator:tab\n#html:true\n#notetype:Basic\n"
        text += "#columns:Identifier\tDeck\tFront\tBack\tTags\n"
        text += "#guid column:1\n#deck column:2\n#tags column:5\n"
        for deck in decks {
            for card in deck.cards {
                let fields = [
                    card.identifier, deck.title, card.question, card.answer,
                    deck.tags.joined(separator: " "),
                ]
                text += fields.map(Self.field).joined(separator: "\t") + "\n"
            }
        }
        return Array(text.utf8)
    }

    private static func field(_ text: String) -> String {
        let isPlain = !text.utf8.contains { [0x09, 0x0A, 0x0D, 0x22].contains($0) }
        guard !isPlain || text.hasPrefix("#") else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// Writes a package (`.apkg`) in the format that all versions of Anki read.
    ///
    /// - Parameters:
    ///   - path: The path of a file that does not exist yet.
    ///   - time: The modification time of new and changed cards, in seconds since 1970.
    ///   - folder: A folder of earlier packages. Cards that one of them contains with the same
    ///     content keep their modification time, so that Anki updates only the others.
    ///   - scratch: A folder for databases while they are written or read.
    /// - Throws: ``SQLiteError``, ``FileError``. Pictures that cannot be read are left out.
    package func writePackage(
        to path: String, at time: Int, keepingTimesIn folder: String, scratch: String
    ) throws {
        let database = scratch + "/" + AnkiCollection.fileName
        let earlier = EarlierPackages(in: folder, scratch: scratch)
        try SQLiteFile.makeExport(
            at: database,
            AnkiCollection(decks: decks, time: Int64(time), earlier: earlier).statements)
        var zip = try ZipWriter(path)
        try zip.add(AnkiCollection.fileName, fileAt: database)
        var media: [(String, JSONValue)] = []
        var written: Set<String> = []
        for deck in decks {
            for file in deck.pictures where written.insert(file.name).inserted {
                var bytes: [UInt8] = []
                try? file.photo.stored?.forEachChunk { bytes += $0 }
                guard !bytes.isEmpty else { continue }
                try zip.add(String(media.count), bytes: bytes)
                media.append((String(media.count), .string(file.name)))
            }
        }
        var list: [UInt8] = []
        JSONValue.object(media).append(to: &list)
        try zip.add("media", bytes: list)
        try zip.finish()
    }
}

/// A deck with its cards as HTML.
struct AnkiDeck: Sendable {
    let title: String
    /// The source of the deck with its position in it.
    let identifier: String
    let tags: [String]
    let cards: [(identifier: String, question: String, answer: String)]
    /// The pictures of the note that can be read, and their names in the package.
    let pictures: [(name: String, photo: Medium)]

    init(_ note: Note, deck: Deck, identifiers: [String]) {
        identifier = note.id.studyIdentifier
        // Anki interprets two colons as the separator of nested decks.
        title = note.title.split(separator: ":", omittingEmptySubsequences: false)
            .filter { !$0.isEmpty }.joined(separator: ":")
        tags = note.tags.map { $0.name.replacing("/", with: "::").replacing(" ", with: "_") }
        let names = note.photos.map { AnkiExport.pictureName(of: $0) }
        pictures = zip(names, note.photos).compactMap { name, photo in name.map { ($0, photo) } }
        let markdown = MarkdownCompiler()
        var destination = CardDestination(files: NoteFiles(note), names: names)
        func html(_ text: String) -> String {
            let (compiled, facts) = markdown.compile(text)
            var bytes: [UInt8] = []
            // This destination throws no errors.
            try? compiled.fill(into: &bytes, with: facts.references, for: &destination)
            let html = String(decoding: bytes, as: UTF8.self)
                .trimmed
            // A single paragraph needs no markup.
            guard html.hasPrefix("<p>"), html.hasSuffix("</p>"),
                html.ranges(of: "<p>").count == 1
            else { return html }
            return String(html.dropFirst(3).dropLast(4))
        }
        cards = zip(deck.cards, identifiers).map { card, identifier in
            // Anki rejects a card without a question.
            (identifier, card.question.isEmpty ? "?" : html(card.question), html(card.answer))
        }
    }
}

/// Fills the texts of cards for Anki: pictures of the note are shown, and only links with addresses
/// are kept.
private struct CardDestination: TextDestination {
    let files: NoteFiles
    /// The name of the picture of each photo of the note in the package; nil for a
    /// photo that cannot be read.
    let names: [String?]

    func address(of reference: Reference, at index: Int) -> String? {
        reference.kind == .link ? reference.name : nil
    }

    func append(_ image: MarkdownImage, to html: inout [UInt8]) -> Bool {
        guard let index = files.position(of: .photo, forAddress: image.address),
            let name = names[index]
        else { return false }
        let width = image.width.map { " width=\"\($0)\"" } ?? ""
        html += "<img src=\"\(name)\"\(width)>".utf8
        return true
    }
}
