package import NoteModel
package import OutputPlan
package import StoredValues

import struct Foundation.Date

/// Names of what pages are made from.
package struct NoteKeys: Sendable, StoredValue {
    /// All that the page of a note shows of the note itself.
    let content: ContentKey
    /// What other pages tell of it.
    let row: ContentKey

    init(content: ContentKey, row: ContentKey) {
        (self.content, self.row) = (content, row)
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(content)
        writer.write(row)
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        content = try reader.value()
        row = try reader.value()
    }
}

extension NoteRenderer {
    /// - Parameters:
    ///   - note: Key of the note with its photos and recordings.
    ///   - index: Of the note in the notebook.
    package func keys(
        of note: ContentKey, _ value: Note, at index: Int, _ rendered: RenderedNote
    ) -> NoteKeys {
        var content = KeyParts("content")
        content.add(note)
        // All else that is rendered comes of the note, and of what every page is made with, unless it
        // took too long.
        content.add(rendered.summary.lookups)
        content.add(rendered.summary.diagnostics)
        content.add(path(ofNote: index))
        var row = KeyParts("row")
        let facts = rendered.facts
        row.add(value.title)
        row.add(path(ofNote: index))
        for value in [facts.created, facts.edited] {
            row.add(value?.text)
            row.add(value?.machine)
        }
        for date in [value.date, value.lastChanged] {
            row.add(date?.timeIntervalSinceReferenceDate)
        }
        row.add(facts.excerpt)
        row.add(facts.excerptLanguage)
        row.add(facts.titleLanguage)
        if let thumbnail = media.thumbnail(of: value) {
            row.add([thumbnail.address, thumbnail.colour ?? ""])
            row.add(thumbnail.width)
            row.add(thumbnail.height)
        }
        // The way to a note by a tag is offered where the note has it.
        row.add(value.tags.map(\.key.text))
        return NoteKeys(content: content.key, row: row.key)
    }
}

extension ContentKey {
    /// Names a note without the bytes of its photos and recordings, and without what names it on
    /// the site.
    package init(ofNoteAlone note: Note) {
        // Bytes are named by what they are, wherever they lie.
        var told = note
        told.identity = nil
        told.photos = note.photos.map {
            Photo(
                name: $0.name, caption: $0.caption, orientation: $0.orientation,
                content: $0.content == .damaged ? .damaged : .missing)
        }
        told.recordings = note.recordings.map {
            Recording(
                name: $0.name, caption: $0.caption,
                content: $0.content == .damaged ? .damaged : .missing)
        }
        told.attachments = note.attachments.map {
            Attachment(
                name: $0.name, caption: $0.caption,
                content: $0.content == .damaged ? .damaged : .missing)
        }
        self.init(of: told)
    }
}

extension PreparedMedia {
    /// Names a note with all that is known of its photos and recordings.
    ///
    /// - Parameter alone: The key of the note without them.
    package func key(of note: Note, alone: ContentKey) -> ContentKey {
        var parts = KeyParts("note")
        parts.add(alone)
        parts.add(note.identity)
        // A file that is there and cannot be read is told otherwise than one that is not.
        parts.add(note.photos.map { $0.stored != nil })
        parts.add(note.recordings.map { $0.stored != nil })
        for photo in note.photos {
            guard let prepared = self[photo] else {
                parts.add(false)
                continue
            }
            parts.add(true)
            parts.add(prepared.original.digest)
            parts.add(prepared.derivation)
            parts.add(prepared.kind?.rawValue)
            switch prepared.outcome {
            case .decoded(let decoded):
                parts.add([decoded.size.width, decoded.size.height].map(String.init))
                parts.add(
                    [decoded.colour.red, decoded.colour.green, decoded.colour.blue].map {
                        String($0)
                    })
                for picture in decoded.derivatives {
                    parts.add(picture.file.key)
                    parts.add(picture.fileName)
                    parts.add(picture.size.height)
                }
                if case .made(let copy, let kind)? = decoded.upright {
                    parts.add(copy.key)
                    parts.add(kind.rawValue)
                }
            case .drawing(let drawing): parts.add(drawing.key)
            case .unreadable(let reason, _): parts.add(reason)
            case .noDecoder: parts.add("no decoder")
            }
        }
        for recording in note.recordings {
            guard let prepared = self[recording] else {
                parts.add(false)
                continue
            }
            parts.add(prepared.original.digest)
            parts.add(prepared.derivation)
            parts.add(prepared.kind?.rawValue)
            switch prepared.outcome {
            case .playable(let playable):
                parts.add(playable.fileName)
                parts.add(playable.isVideo)
                parts.add(playable.seconds.map { String($0) })
                parts.add(playable.playedBy.rawValue)
            case .unreadable(let reason): parts.add(reason)
            }
        }
        parts.add(note.attachments.map { $0.stored != nil })
        for attachment in note.attachments {
            parts.add(self[attachment] != nil)
            if let original = self[attachment] { parts.add(original.digest) }
        }
        return parts.key
    }
}

/// Makes keys of the files of a site; nil keys where nothing is known of what went in.
struct SiteKeys: Sendable {
    /// Of all that every page is made with: templates, words, options.
    let environment: ContentKey?
    /// None where the environment is not known, or one of them.
    private let notes: [NoteKeys]

    init(environment: ContentKey?, _ rendered: [RenderedNote]) {
        var known: [NoteKeys] = []
        known.reserveCapacity(rendered.count)
        if environment != nil {
            for case let keys? in rendered.lazy.map(\.keys) { known.append(keys) }
        }
        let isKnown = known.count == rendered.count
        self.environment = isKnown ? environment : nil
        notes = isKnown ? known : []
    }

    /// The key of a file.
    ///
    /// - Parameters:
    ///   - content: Notes of which all is shown.
    ///   - rows: Notes that are told of.
    func key(
        _ name: String, content: some Sequence<Int> = EmptyCollection(),
        rows: some Sequence<Int> = EmptyCollection(), _ others: [String] = []
    ) -> ContentKey? {
        guard let environment else { return nil }
        var parts = KeyParts(name)
        parts.add(environment)
        for index in content { parts.add(notes[index].content) }
        parts.add("")
        for index in rows { parts.add(notes[index].row) }
        parts.add(others)
        return parts.key
    }

    /// The key of a note's page.
    ///
    /// - Parameter others: Notes whose texts link it.
    func key(ofPage index: Int, linkedBy others: [Int], _ ways: NoteWays) -> ContentKey? {
        guard let environment else { return nil }
        var parts = KeyParts("page")
        parts.add(environment)
        parts.add(notes[index].content)
        parts.add(others.count)
        for other in others { parts.add(notes[other].row) }
        ways.add(waysTo: index, to: &parts) { notes[$0].row }
        return parts.key
    }
}
