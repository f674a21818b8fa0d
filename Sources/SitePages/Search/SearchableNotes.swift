import MarkdownText
import NoteModel
package import OutputPlan
import StoredValues
import Synchronization

/// What a search can find of a notebook.
package struct SearchableNotes: Sendable {
    private let site: SiteNotes
    private let dates: NoteDates
    private let keys: PageFingerprints

    /// - Parameter environment: The fingerprint of what every page is made with; nil if it is not known.
    package init(_ site: SiteNotes, _ options: SiteOptions, environment: ContentKey? = nil) {
        self.site = site
        dates = NoteDates(timeZone: options.timeZone, words: options.words)
        keys = PageFingerprints(environment: environment, site)
    }

    private func document(_ index: Int) throws -> SearchDocument {
        let (note, facts) = (site.notes[index], site.facts[index])
        let captions =
            note.photos.compactMap(\.shownCaption) + note.recordings.compactMap(\.shownCaption)
            + note.attachments.map { $0.caption ?? $0.fileName } + facts.imageDescriptions
        // Found captions are shown: they follow the text.
        var text = try site.body(index).plainText
        for caption in captions { text += Array("\(caption)\n".utf8) }
        return SearchDocument(
            title: note.title, address: site.map.address(ofNote: index, from: ""),
            date: (dates.created(note) ?? dates.edited(note))?.text ?? "",
            language: facts.excerptLanguage,
            tags: note.tags.map(\.name), captions: captions, text: text)
    }

    /// The notes in parts.
    package var parts: [Range<Int>] {
        site.map.chunks(minimum: Self.smallestPart, maximum: Self.largestPart)
    }

    /// Returns the name of a part among all.
    package func name(of part: Range<Int>) -> String {
        let path = site.map.path(ofNote: part.lowerBound)
        return String(ContentKey(of: Array(path.utf8)).short.prefix(12))
    }

    /// What can be found in one part of the notes. Pure; parts may be read at once.
    package func content(of part: Range<Int>) throws -> SearchPart {
        SearchPart(try part.map(document))
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
                name: name(of: range), notes: range, content: content)
        }
        return SearchIndex(documents: site.notes.count, parts) { part, file in
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
