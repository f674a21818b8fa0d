package import Hashing
package import MarkdownText
package import NoteModel
import Platform

/// The fingerprints of what pages show of a note. A page uses the narrowest one that covers what it
/// shows, to avoid needless rendering.
package struct NoteFingerprints: Sendable {
    /// Everything that the note's own page shows of the note itself, including the addresses of its
    /// references and the notes that it embeds, but not of its neighbours.
    package fileprivate(set) var content: Fingerprint
    /// Everything that lists show of it: title, address, date, first words and thumbnail, and the
    /// tags whose pages list it.
    let row: Fingerprint
    /// Everything that a link to it shows: the title with its language tag, and the address.
    let link: Fingerprint

    /// Returns notes whose fingerprints include those of the notes that they embed.
    static func includingEmbedded(_ notes: [SiteNote]) -> [SiteNote] {
        notes.map { note in
            guard !note.embedded.isEmpty, var own = note.fingerprints else { return note }
            var content = Fingerprinter("embedding", own.content)
            for other in note.embedded {
                if let other = notes[other].fingerprints { content.add(other.content) }
                content.add(notes[other].facts.language)
            }
            own.content = content.fingerprint
            return note.leading(to: note.targets, fingerprints: own)
        }
    }
}

extension SiteMap {
    /// Returns the fingerprints of a note, which depend on other notes and on tags only by their
    /// addresses.
    ///
    /// - Parameters:
    ///   - value: The note.
    ///   - facts: The facts about its texts.
    ///   - key: The fingerprint of the note with its media.
    ///   - index: The position of the note in the notebook.
    ///   - targets: The targets of its references, in order.
    ///   - thumbnail: The identity of its thumbnail; see ``PreparedMedia/thumbnailIdentity(of:)``.
    package func fingerprints(
        of value: Note, facts: NoteFacts, key: Fingerprint, at index: Int,
        targets: [ReferenceTarget], thumbnail: String?
    ) -> NoteFingerprints {
        var content = Fingerprinter("content", key)
        content.add(path(ofNote: index), facts.unrenderedReason?.rawValue)
        for target in targets {
            switch target {
            case .nothing: content.add(0)
            case .ownFile: content.add(1)
            case .elsewhere: content.add(2)
            case .note(let linked): content.add(path(ofNote: linked))
            case .part(let linked, let heading): content.add(path(ofNote: linked), heading)
            case .tag(let tag): content.add(tags[tag].path)
            }
        }
        let link =
            Fingerprinter("link", value.title, path(ofNote: index), facts.titleLanguage).fingerprint
        // Lists show when a note was written, and else when it was changed. Lists of a tag link the
        // note as one of the tag.
        let hasDate = value.created != nil || value.dateTexts.created != nil
        var row = Fingerprinter(
            "row", link, value.date, value.dateTexts.created,
            hasDate ? nil : value.dateTexts.modified, value.created == nil, facts.excerpt,
            facts.questions.first, value.deck?.cards.count, value.pages.count,
            facts.excerptLanguage, thumbnail, value.kind, value.state, value.tags.count)
        for tag in value.tags { row.add(tag.key.text, tag.name) }
        return NoteFingerprints(
            content: content.fingerprint, row: row.fingerprint, link: link)
    }
}

extension Fingerprint {
    /// Creates the fingerprint of a note without its identity and without the bytes of its photos,
    /// recordings and attachments. It covers whether these are damaged, but not whether they are
    /// missing.
    package init(ofNoteAlone note: Note) {
        // The bytes are hashed by content elsewhere, so their location must not count here.
        var plain = note
        plain.identity = nil
        plain.media.forEach { medium in
            medium.content = medium.content == .damaged ? .damaged : .missing
        }
        self.init(of: plain)
    }
}

extension Fingerprinter {
    /// Adds everything that a page shows of a medium: the files of all sizes, the copy, or the
    /// reason why there are none; nil for one without a file.
    fileprivate mutating func add(_ medium: PreparedMedium?) {
        add(medium != nil)
        guard let medium else { return }
        add(medium.original.digest, medium.derivation?.text, medium.format?.identifier)
        if let drawing = medium.drawing { add(drawing.key) }
        switch medium.outcome {
        case .decoded(let decoded):
            add([decoded.size.width, decoded.size.height].map(String.init))
            add([decoded.colour.red, decoded.colour.green, decoded.colour.blue].map { String($0) })
            for picture in decoded.derivatives {
                add(picture.file.key, picture.fileName, picture.size.height)
            }
            if case .made(let copy, let kind)? = decoded.upright { add(copy.key, kind.rawValue) }
        case .playable(let playable):
            add(
                playable.fileName, playable.isVideo, playable.seconds.map { String($0) },
                playable.playedBy.rawValue)
        case .unchanged: break
        case .unreadable(let reason, _): add(reason)
        case .noDecoder: add("no decoder")
        }
    }
}

extension PreparedMedia {
    /// Returns a text that changes when the thumbnail of a note changes: its address, which contains
    /// a digest, its size and its colour. It is nil for a note without pictures that can be shown.
    package func thumbnailIdentity(of note: Note) -> String? {
        thumbnail(of: note, in: "photos/").map { picture in
            let size = picture.size
            return "\(picture.address) \(size.width) \(size.height) \(picture.colour ?? "")"
        }
    }

    /// Returns the fingerprint of a note with the facts about its photos, recordings and
    /// attachments.
    ///
    /// - Parameter alone: The fingerprint of the note as its archive contains it. Everything that
    ///   is derived from its texts, such as tags, depends on that alone; files in the notes folder
    ///   and captions are added here.
    package func key(of note: Note, alone: Fingerprint) -> Fingerprint {
        var parts = Fingerprinter("note", alone, note.identity)
        for position in note.pages.indices {
            guard let drawing = self[HandwrittenPageID(position, of: note.id)] else { continue }
            parts.add(drawing.picture)
        }
        for medium in note.hasMedia ? note.media.all : [] {
            parts.add(
                [medium.name ?? "", medium.caption ?? ""],
                medium.orientation.map { String($0.rawValue) })
            // Pages distinguish an unreadable file from a missing one.
            parts.add(medium.stored != nil, medium.transcript != nil)
            if let transcript = medium.transcript {
                parts.add(transcript.text)
                for cue in transcript.cues {
                    parts.add(cue.start, cue.end, cue.speaker)
                }
            }
            parts.add(self[medium])
        }
        return parts.fingerprint
    }
}

/// Computes the fingerprints of the files of a site. There are none if those of the notes are
/// unknown.
struct PageFingerprints: Sendable {
    /// The fingerprint of the inputs common to all pages: templates, strings, options. It is nil if
    /// it is unknown or the fingerprints of the notes are.
    let environment: Fingerprint?
    private let notes: [NoteFingerprints]

    init(environment: Fingerprint?, _ site: SiteNotes) {
        notes = site.rows.compactMap(\.fingerprints)
        self.environment = notes.count < site.rows.count ? nil : environment
    }

    /// Returns the fingerprint of a file; nil if it is unknown, in which case the file is rendered
    /// in every build.
    ///
    /// - Parameters:
    ///   - name: A name for the kind of file, usually its path.
    ///   - content: The positions of the notes whose whole content is shown.
    ///   - rows: The positions of the notes that are listed.
    ///   - others: Other inputs.
    func key(
        _ name: String, content: some Sequence<Int> = EmptyCollection(),
        rows: some Sequence<Int> = EmptyCollection(), others: [String] = []
    ) -> Fingerprint? {
        guard let environment else { return nil }
        var parts = Fingerprinter(name, environment)
        for index in content { parts.add(notes[index].content) }
        parts.add("")
        for index in rows { parts.add(notes[index].row) }
        parts.add(others)
        return parts.fingerprint
    }

    /// Returns the fingerprint of a note's page, which covers the note, the notes that link it, and
    /// its neighbours in lists; nil if it is unknown.
    ///
    /// - Parameters:
    ///   - backlinks: The positions of the notes that link it, whose sentences the page shows.
    ///   - linked: The positions of the notes that it links, whose first words the page has.
    ///   - others: Other inputs.
    func key(
        ofPage index: Int, linkedBy backlinks: [Int], linking linked: [Int],
        _ trails: NavigationTrails?, others: [String]
    ) -> Fingerprint? {
        guard let environment, let trails else { return nil }
        var parts = Fingerprinter("page", environment, notes[index].content, backlinks.count)
        for other in backlinks { parts.add(notes[other].content) }
        for other in linked { parts.add(notes[other].row) }
        parts.add(others)
        trails.add(trailsOf: index, to: &parts) { $1.add(notes[$0].link) }
        return parts.fingerprint
    }
}
