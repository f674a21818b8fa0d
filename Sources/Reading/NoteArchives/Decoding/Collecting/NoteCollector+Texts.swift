import KeyedArchives
import NoteModel
import Orthography

/// Notes that are mere texts: a list of them, or a dictionary whose keys are their titles.
extension NoteCollector {
    /// Collects the notes of an archive, in which no other ones were found: its root, or what is
    /// under a key for notes. Returns true if it has any.
    mutating func collectTexts(of root: PropertyListValue, in opened: OpenedArchive) -> Bool {
        // A plain list of texts may be one of settings.
        if !opened.archive.isPlain, collect(root, in: opened, at: .root) { return true }
        guard
            let record = try? ArchivedRecord(
                root, in: opened.archive, vocabulary: reading.vocabulary)
        else { return false }
        for field in record[.notes]
        where collect(field.value, in: opened, at: ArchivePath.root.appending(.key(field.key))) {
            return true
        }
        return false
    }

    private mutating func collect(
        _ value: PropertyListValue, in opened: OpenedArchive, at path: ArchivePath
    ) -> Bool {
        var opened = opened
        var (value, path) = (value, path)
        if let nested = try? opened.container(in: value), let root = nested.archive.root {
            (opened, value, path) = (nested, root, path.appending(.nested))
        }
        var lost: [DataText.Part] = []
        let found = texts(of: value, in: opened.archive, lost: &lost)
        guard !found.isEmpty else { return false }
        for (index, (title, text)) in found.enumerated() {
            let note = Note(
                id: NoteID(source: source.name, index: index), title: title, body: text)
            let place = path.appending(title.map { .key($0) } ?? .index(index))
            archived.append(CollectedNote(note: note, path: place, whole: place))
        }
        for part in lost {
            report(
                .unreadAttachment, place: path.description, summary: "\(source.name): \(part.loss)."
            )
        }
        report(
            .takenForNote, place: path.description,
            summary:
                "\(source.name) has \(found.count == 1 ? "a text" : "\(found.count) texts") that nothing else belongs to; each is taken for a note."
        )
        return true
    }

    /// Returns the texts of a list, or those of a dictionary with their keys in natural order;
    /// empty if it has anything else.
    ///
    /// - Parameter lost: Parts of the texts that are left out are appended to it.
    private func texts(
        of value: PropertyListValue, in archive: KeyedArchive, lost: inout [DataText.Part]
    ) -> [(title: String?, text: String)] {
        func text(_ value: PropertyListValue) -> String? {
            guard archive.isText(value), let text = try? archive.string(value) else { return nil }
            return DataText.text(text) { part in
                lost.append(part)
                return part.sign
            }
        }
        if let members = try? archive.array(value) {
            let texts = members.compactMap(text)
            return texts.count == members.count ? texts.map { (nil, $0) } : []
        }
        guard let pairs = try? archive.dictionary(value) else { return [] }
        let texts = pairs.compactMap { pair in
            text(pair.value).flatMap { text in
                (try? archive.name(pair.key)).map { (SortKey($0), $0, text) }
            }
        }
        guard texts.count == pairs.count else { return [] }
        return texts.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { ($0.1, $0.2) }
    }
}
