package import ContentHashing
package import MarkdownText
package import NoteModel
package import OutputPlan

import struct Foundation.Date

/// The fingerprints of what pages show of a note.
package struct NoteFingerprints: Sendable {
    /// Everything that the note's own page shows of the note itself.
    let content: Fingerprint
    /// Everything that lists show of it.
    let row: Fingerprint
    /// Everything that a link to it shows.
    let link: Fingerprint
}

extension SiteMap {
    /// Returns the fingerprints of a note.
    ///
    /// - Parameters:
    ///   - note: The key of the note with its photos and recordings.
    ///   - index: The position of the note in the notebook.
    package func fingerprints(
        of note: Fingerprint, _ value: Note, at index: Int, _ facts: NoteFacts,
        _ targets: [ReferenceTarget], thumbnail: ThumbnailIdentity?
    ) -> NoteFingerprints {
        var content = Fingerprinter("content")
        content.add(note)
        content.add(path(ofNote: index))
        content.add(facts.unrenderedReason?.rawValue)
        for target in targets {
            switch target {
            case .nothing: content.add(0)
            case .ownFile: content.add(1)
            case .elsewhere: content.add(2)
            case .note(let linked): content.add(path(ofNote: linked))
            case .tag(let tag): content.add(tags[tag].path)
            }
        }
        var link = Fingerprinter("link")
        link.add(value.title)
        link.add(path(ofNote: index))
        link.add(facts.titleLanguage)
        var row = Fingerprinter("row")
        row.add(link.fingerprint)
        row.add(value.date?.timeIntervalSinceReferenceDate)
        row.add(value.dateTexts.created)
        // Lists show when a note was written, and else when it was changed.
        let hasDate = value.created != nil || value.dateTexts.created != nil
        row.add(hasDate ? nil : value.dateTexts.modified)
        row.add(value.created == nil)
        row.add([facts.excerpt, facts.questions.first ?? ""])
        row.add(value.deck?.cards.count ?? -1)
        row.add(value.pages.count)
        row.add(facts.excerptLanguage)
        row.add(thumbnail?.text)
        // Lists of a tag link the note as one of the tag.
        row.add(value.tags.map(\.key.text))
        return NoteFingerprints(
            content: content.fingerprint, row: row.fingerprint, link: link.fingerprint)
    }
}

/// What the thumbnail of a note is known by.
package struct ThumbnailIdentity: Sendable {
    let text: String

    /// Nil for a note without pictures.
    package init?(_ note: Note, _ media: PreparedMedia) {
        guard !note.photos.isEmpty,
            let picture = NoteMedia(
                media: media, words: LocalizedStrings.ofLanguage("en"), root: ""
            )
            .thumbnail(of: note)
        else { return nil }
        text = "\(picture.address) \(picture.width) \(picture.height) \(picture.colour ?? "")"
    }
}

extension Fingerprint {
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
    /// Returns the fingerprint of a note with all that is known of its photos and recordings.
    ///
    /// - Parameter alone: The fingerprint of the note as its archive holds it. Its texts decide what it has
    ///   beyond that, its tags for instance, but files of the folder and captions are added here.
    package func key(of note: Note, alone: Fingerprint) -> Fingerprint {
        var parts = Fingerprinter("note")
        parts.add(alone)
        parts.add(note.identity)
        guard !note.photos.isEmpty || !note.recordings.isEmpty || !note.attachments.isEmpty else {
            return parts.fingerprint
        }
        parts.add(note.photos.flatMap { [$0.name ?? "", $0.caption ?? ""] })
        parts.add(note.photos.map { $0.orientation.map { String($0.rawValue) } ?? "" })
        parts.add(note.recordings.flatMap { [$0.name ?? "", $0.caption ?? ""] })
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
        return parts.fingerprint
    }
}

/// Computes the fingerprints of the files of a site; none if it is not known what the notes were made
/// of.
struct PageFingerprints: Sendable {
    /// The fingerprint of what every page is made with: templates, words, options.
    let environment: Fingerprint?
    private let notes: [NoteFingerprints]

    init(environment: Fingerprint?, _ site: SiteNotes) {
        notes = site.fingerprints ?? []
        self.environment = site.fingerprints == nil ? nil : environment
    }

    /// Returns the fingerprint of a file.
    ///
    /// - Parameters:
    ///   - content: Notes that are shown whole.
    ///   - rows: Notes that are listed.
    func key(
        _ name: String, content: some Sequence<Int> = EmptyCollection(),
        rows: some Sequence<Int> = EmptyCollection(), _ others: [String] = []
    ) -> Fingerprint? {
        guard let environment else { return nil }
        var parts = Fingerprinter(name)
        parts.add(environment)
        for index in content { parts.add(notes[index].content) }
        parts.add("")
        for index in rows { parts.add(notes[index].row) }
        parts.add(others)
        return parts.fingerprint
    }

    /// Returns the fingerprint of a note's page.
    ///
    /// - Parameter others: The notes that link it.
    func key(ofPage index: Int, linkedBy others: [Int], _ trails: NavigationTrails) -> Fingerprint?
    {
        guard let environment else { return nil }
        var parts = Fingerprinter("page")
        parts.add(environment)
        parts.add(notes[index].content)
        parts.add(others.count)
        for other in others { parts.add(notes[other].link) }
        trails.add(trailsOf: index, to: &parts) { $1.add(notes[$0].link) }
        return parts.fingerprint
    }
}
