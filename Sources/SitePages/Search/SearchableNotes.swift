package import NoteModel
package import OutputPlan
import StoredValues
import Synchronization

/// What a search can find of a notebook.
package struct SearchableNotes: Sendable {
    private let notes: [Note]
    private let map: SiteMap
    private let rendered: [RenderedNote]
    private let keys: SiteKeys

    /// - Parameters:
    ///   - rendered: Rendered text of each note, in the notebook's order.
    ///   - environment: Of all that every page is made with; nil where it is not known.
    package init(
        _ notebook: Notebook, map: SiteMap, rendered: [RenderedNote],
        environment: ContentKey? = nil
    ) {
        notes = notebook.notes
        self.map = map
        self.rendered = rendered
        keys = SiteKeys(environment: environment, rendered)
    }

    private func document(_ index: Int) throws -> SearchDocument {
        let (note, body) = (notes[index], rendered[index])
        let captions =
            note.photos.compactMap(\.shownCaption) + note.recordings.compactMap(\.shownCaption)
            + note.attachments.map { $0.caption ?? $0.fileName } + body.facts.descriptions
        // What is found is shown: captions stand behind the text.
        var text = try body.text()
        for caption in captions { text += Array("\(caption)\n".utf8) }
        return SearchDocument(
            title: note.title, address: map.address(ofNote: index, from: ""),
            date: (body.facts.created ?? body.facts.edited)?.text ?? "",
            language: body.facts.excerptLanguage,
            tags: note.tags.map(\.name), captions: captions, text: text)
    }

    /// The notes in parts.
    package var parts: [Range<Int>] {
        map.parts(least: Self.smallestPart, most: Self.largestPart)
    }

    /// What can be found in one part of the notes. Pure; parts may be read at once.
    package func content(of part: Range<Int>) throws -> SearchPart {
        // Whoever wants the words after this wants them of few notes.
        defer { for index in part { rendered[index].releaseText() } }
        return SearchPart(try part.map(document))
    }

    /// What a part is made from; nil where that is not known.
    package func key(of part: Range<Int>) -> ContentKey? {
        keys.key("search", content: part)
    }

    /// - Parameters:
    ///   - ranges: The parts.
    ///   - contents: Of each; texts of an earlier run are made again where they are wanted.
    package func index(_ ranges: [Range<Int>], _ contents: [SearchPart]) -> SearchIndex {
        let texts = Dictionary(
            uniqueKeysWithValues: zip(ranges, contents).map { range, content in
                (
                    range.lowerBound,
                    PartTexts(content.texts) { SearchTexts(try range.map(self.document)) }
                )
            })
        let parts = zip(ranges, contents).map { range, content in
            SearchIndex.Part(
                name: String(
                    ContentKey(of: Array(map.path(ofNote: range.lowerBound).utf8)).short.prefix(12)),
                notes: range, content: content)
        }
        return SearchIndex(documents: notes.count, parts) { part, file in
            try texts[part.lowerBound]?.bytes(ofFile: file) ?? []
        }
    }

    /// A part ends behind so many notes, and then where an address says so.
    private static let smallestPart = 64
    private static let largestPart = 256
}

/// The texts of a part, from when the first of its files is wanted until the last was.
private final class PartTexts: Sendable {
    private let files: [SearchTexts.File]
    private let make: @Sendable () throws -> SearchTexts
    private let state: Mutex<(texts: SearchTexts?, left: Int)>

    /// A text was rendered a second time, and is another one: what takes about as much time as a note
    /// may take is shown as it is in one rendering and not in the next.
    private struct Unsteady: Error, CustomStringConvertible {
        let description = "a text that takes very long was rendered in two ways; run again"
    }

    init(_ known: SearchTexts, _ make: @escaping @Sendable () throws -> SearchTexts) {
        files = known.files
        self.make = make
        state = Mutex((nil, files.count))
    }

    func bytes(ofFile number: Int) throws -> [UInt8] {
        if let bytes = files[number].bytes { return bytes }
        return try state.withLock { state in
            let texts = try state.texts ?? made()
            state.left -= 1
            state.texts = state.left > 0 ? texts : nil
            return texts.files[number].bytes ?? []
        }
    }

    private func made() throws -> SearchTexts {
        let texts = try make()
        guard texts.files.map(\.key) == files.map(\.key) else { throw Unsteady() }
        return texts
    }
}
