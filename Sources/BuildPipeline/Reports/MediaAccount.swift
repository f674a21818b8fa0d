import Diagnostics
import MediaModel
import MediaProcessing
import NoteModel
import OutputPlan

/// An account of the photos, recordings and attachments of notes. Each counts once, however many
/// notes refer to it; those that cannot be published are listed by name.
struct MediaAccount {
    private(set) var photos = Report.Media()
    private(set) var recordings = Report.Media()
    private(set) var attachments = Report.Media()
    private(set) var diagnostics: [Diagnostic] = []
    private let media: PreparedMedia
    /// The originals that can no longer be read, and stay as an earlier run read them.
    private let kept: Set<StoredBytes>
    private var seen: Set<Photo.Identity> = []
    private var heard: Set<StoredBytes> = []
    private var attached: Set<StoredBytes> = []
    private var missing: Set<PhotoName> = []
    /// The kinds of photos without a decoder that have occurred so far, each of which is reported
    /// once.
    private var undecoded: Set<PhotoKind> = []

    init(_ media: PreparedMedia, kept: Set<StoredBytes>) {
        self.media = media
        self.kept = kept
    }

    mutating func add(_ note: Note) {
        for (position, photo) in note.photos.enumerated() {
            if let identity = photo.identity, !seen.insert(identity).inserted { continue }
            guard isFirstMention(photo.content, name: photo.name) else { continue }
            add(photo, label: Label(photo.name, what: "Photo", position: position, note: note))
        }
        for (position, recording) in note.recordings.enumerated() {
            if let stored = recording.stored, !heard.insert(stored).inserted { continue }
            guard isFirstMention(recording.content, name: recording.name) else { continue }
            add(
                recording,
                label: Label(recording.name, what: "Recording", position: position, note: note))
        }
        for (position, attachment) in note.attachments.enumerated() {
            if let stored = attachment.stored, !attached.insert(stored).inserted { continue }
            guard isFirstMention(attachment.content, name: attachment.name) else { continue }
            add(
                attachment,
                label: Label(attachment.name, what: "Attachment", position: position, note: note))
        }
    }

    /// Returns true unless the content is a missing file whose name has been counted already.
    private mutating func isFirstMention(_ content: MediaContent, name: String?) -> Bool {
        guard content == .missing, let name = name.flatMap(PhotoName.init) else { return true }
        return missing.insert(name).inserted
    }

    private mutating func add(_ photo: Photo, label: Label) {
        photos.referenced += 1
        reportIfKept(photo.content, label, .unreadablePhoto)
        if case .failed(let reason)? = media[photo]?.cleanCopy {
            diagnostics.append(
                Diagnostic(
                    .uncopiedPhoto, origin: .init(source: label.note.id.source),
                    summary:
                        "\(label.text) of “\(label.note.title)” is not in the Markdown tree: \(reason).",
                    suggestion:
                        "To have the tree contain original photos with their locations, set photos: originals."
                ))
        }
        switch (photo.content, media[photo]) {
        case (_, let prepared?):
            switch prepared.outcome {
            case .decoded(let decoded):
                photos.published += 1
                if decoded.carriesPosition { photos.carryingPosition += 1 }
                if case .failed(let reason)? = decoded.upright {
                    diagnostics.append(
                        Diagnostic(
                            .sidewaysPhoto, origin: .init(source: label.note.id.source),
                            summary:
                                "\(label.text) in “\(label.note.title)” cannot be turned in the Markdown tree, which holds it as stored: \(reason)."
                        ))
                }
            // The drawing can be downloaded.
            case _ where prepared.drawing != nil: photos.published += 1
            case .unreadable(let reason, let end):
                photos.unreadable.append(.init(name: label.text, reason: reason))
                diagnostics.append(
                    label.unreadable(
                        .unreadablePhoto, verb: "shown", reason: reason,
                        suggestion: end == .killed ? MediaProcessorError.memoryAdvice : nil))
            case .noDecoder:
                let name = prepared.kind?.name ?? "its kind"
                photos.unreadable.append(
                    .init(name: label.text, reason: "nothing here decodes \(name)"))
                if let kind = prepared.kind { reportMissingDecoder(kind, label: label) }
            }
        case (.missing, nil): addMissing(label, to: \.photos)
        case (.damaged, nil):
            // The decoder of archives has reported the reason.
            photos.unreadable.append(.init(name: label.text, reason: "its archive is damaged"))
        case (.stored, nil):
            let reason = "its file cannot be read"
            photos.unreadable.append(.init(name: label.text, reason: reason))
            diagnostics.append(label.unreadable(.unreadablePhoto, verb: "shown", reason: reason))
        }
    }

    private mutating func add(_ recording: Recording, label: Label) {
        recordings.referenced += 1
        reportIfKept(recording.content, label, .unreadableRecording)
        switch (recording.content, media[recording]?.outcome) {
        case (_, .playable(let playable)?):
            recordings.published += 1
            if playable.carriesPosition { recordings.carryingPosition += 1 }
        case (.missing, _): addMissing(label, to: \.recordings)
        case (.damaged, _):
            recordings.unreadable.append(.init(name: label.text, reason: "its archive is damaged"))
        case (.stored, let outcome):
            var reason = "its file cannot be read"
            if case .unreadable(let text)? = outcome { reason = text }
            recordings.unreadable.append(.init(name: label.text, reason: reason))
            diagnostics.append(
                label.unreadable(.unreadableRecording, verb: "played", reason: reason))
        }
    }

    private mutating func add(_ attachment: Attachment, label: Label) {
        attachments.referenced += 1
        reportIfKept(attachment.content, label, .unreadableAttachment)
        switch (attachment.content, media[attachment]) {
        case (_, _?): attachments.published += 1
        case (.missing, nil): addMissing(label, to: \.attachments)
        case (.damaged, nil):
            attachments.unreadable.append(.init(name: label.text, reason: "its archive is damaged"))
        case (.stored, nil):
            let reason = "its file cannot be read"
            attachments.unreadable.append(.init(name: label.text, reason: reason))
            diagnostics.append(
                label.unreadable(.unreadableAttachment, verb: "published", reason: reason))
        }
    }

    private mutating func reportIfKept(
        _ content: MediaContent, _ label: Label, _ identifier: Diagnostic.Identifier
    ) {
        guard let stored = content.stored, kept.contains(stored) else { return }
        diagnostics.append(
            Diagnostic(
                identifier, origin: .init(source: label.note.id.source),
                summary:
                    "\(label.text) of “\(label.note.title)” cannot be read any more, and stays as it was last read.",
                suggestion: "Check that its file may be read by you."))
    }

    private mutating func addMissing(
        _ label: Label, to kind: WritableKeyPath<MediaAccount, Report.Media>
    ) {
        self[keyPath: kind].missing.append(
            .init(name: label.text, reason: "named by “\(label.note.title)”"))
        diagnostics.append(
            Diagnostic(
                .missingPhoto, origin: .init(source: label.note.id.source),
                summary: "\(label.text) is missing: “\(label.note.title)” names it.",
                suggestion: "Copy it into the folder Photos of the notes folder."))
    }

    private mutating func reportMissingDecoder(_ kind: PhotoKind, label: Label) {
        guard undecoded.insert(kind).inserted else { return }
        diagnostics.append(
            Diagnostic(
                .missingDecoder, origin: .init(source: label.note.id.source),
                summary:
                    "Nothing on this machine decodes \(kind.name), of which there are photos; they are in the exports only.",
                suggestion: kind.decoderAdvice))
    }
}

/// The designation of a photo, recording or attachment in messages: the name of its file or,
/// without one, its number in its note.
private struct Label {
    let text: String
    let note: Note
    private let isName: Bool

    init(_ name: String?, what: String, position: Int, note: Note) {
        text = name ?? "\(what) \(position + 1) of “\(note.title)”"
        isName = name != nil
        self.note = note
    }

    func unreadable(
        _ identifier: Diagnostic.Identifier, verb: String, reason: String,
        suggestion: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            identifier, origin: .init(source: note.id.source),
            summary: isName
                ? "\(text) in “\(note.title)” cannot be \(verb): \(reason)."
                : "\(text) cannot be \(verb): \(reason).",
            suggestion: suggestion
                ?? "The exports contain it unchanged; replace it with a copy that opens.")
    }
}

extension PhotoKind {
    /// The advice on how to install a decoder for the kind, as a sentence with the names of
    /// packages.
    var decoderAdvice: String {
        let package =
            switch self {
            case .heic: "libheif1, and where there is one libheif-plugin-libde265"
            case .avif: "libheif1, and where there is one libheif-plugin-dav1d"
            case .webp: "libwebp7"
            case .gif, .jpeg, .png, .tiff, .bmp, .svg: "libvips42"
            }
        return "Install the Debian package \(package) (Homebrew: vips), then run again."
    }
}
