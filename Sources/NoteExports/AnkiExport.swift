import Foundation
import LocalFiles
import MarkdownText
package import NoteModel
import OutputPlan
import SQLiteFiles
import ZipFiles

/// Decks for Anki: as text with tabs, and as a package with pictures. A card keeps its identifier
/// in both for as long as its question stays, so that a later import changes it and makes no
/// second one.
package struct AnkiExport: Sendable {
    private let decks: [AnkiDeck]

    /// - Parameters:
    ///   - notes: Those that are decks are taken.
    ///   - kind: Of a picture; nil for none that is known.
    package init(_ notes: [Note], kind: (Photo) -> PhotoKind? = { _ in nil }) {
        decks = notes.compactMap { note in note.deck.map { AnkiDeck(note, $0, kind) } }
    }

    /// Number of cards.
    package var count: Int { decks.reduce(0) { $0 + $1.cards.count } }

    /// Text that Anki's own import reads: its head declares the columns (Anki Manual, “Text
    /// Files”). Pictures are named, and not in it.
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

    /// Writes a package (`.apkg`) of the form that all versions of Anki read.
    ///
    /// - Parameters:
    ///   - path: Of a file that is not there yet.
    ///   - time: Seconds since 1970 that changed cards are newer than.
    ///   - scratch: A folder for the database while it is made.
    /// - Throws: ``SQLiteFailure``, ``FileError``. Pictures that cannot be read are left out.
    package func writePackage(to path: String, at time: Int, in scratch: String) throws {
        let database = scratch + "/collection.anki2"
        try SQLiteFile.make(at: database, AnkiCollection(decks, time: time).statements)
        var zip = try ZipWriter(path)
        try zip.add("collection.anki2", fileAt: database)
        var media: [(String, JSONValue)] = []
        for deck in decks {
            for file in deck.pictures {
                var bytes: [UInt8] = []
                try? file.photo.stored?.forEachChunk { bytes += $0 }
                guard !bytes.isEmpty else { continue }
                try zip.add(String(media.count), bytes)
                media.append((String(media.count), .string(file.name)))
            }
        }
        var list: [UInt8] = []
        JSONValue.object(media).append(to: &list)
        try zip.add("media", list)
        try zip.finish()
    }
}

/// A deck with its cards as HTML.
struct AnkiDeck: Sendable {
    let title: String
    /// Tells the deck from others.
    let identifier: String
    let tags: [String]
    let cards: [AnkiCard]
    /// What the cards show.
    let pictures: [(name: String, photo: Photo)]

    struct AnkiCard: Sendable {
        let identifier: String
        let question: String
        let answer: String
    }

    init(_ note: Note, _ deck: Deck, _ kind: (Photo) -> PhotoKind?) {
        identifier = note.studyIdentifier
        // Anki makes decks within decks of two colons.
        title = note.title.split(separator: ":", omittingEmptySubsequences: false)
            .filter { !$0.isEmpty }.joined(separator: ":")
        tags = note.tags.map { $0.name.replacing("/", with: "::").replacing(" ", with: "_") }
        let names = note.photos.enumerated().map { index, photo in
            let ending = kind(photo) ?? photo.name.flatMap { PhotoKind(name: $0) } ?? .png
            return "\(note.studyIdentifier)-\(index + 1).\(ending.fileExtension)"
        }
        pictures = zip(names, note.photos).filter { $0.1.stored != nil }.map { ($0, $1) }
        let markdown = MarkdownRenderer()
        let targets = TextTargets(image: { image in
            guard let index = note.photoIndex(forAddress: image.address) else { return nil }
            return Array("<img src=\"\(names[index])\">".utf8)
        })
        func html(_ text: String) -> String {
            let html = String(decoding: markdown.render(text, targets).html, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            // One paragraph needs no marks.
            guard html.hasPrefix("<p>"), html.hasSuffix("</p>"),
                html.ranges(of: "<p>").count == 1
            else { return html }
            return String(html.dropFirst(3).dropLast(4))
        }
        let own = identifier
        cards = zip(deck.cards, deck.identifiers).map { card, name in
            AnkiCard(
                identifier: "\(own)-\(name)",
                // Anki takes no card without one.
                question: card.question.isEmpty ? "?" : html(card.question),
                answer: html(card.answer))
        }
    }
}
