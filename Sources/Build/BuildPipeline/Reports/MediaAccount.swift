import LocalFiles
import MediaProcessing
import NoteModel
import Platform

/// An account of the photos, recordings and attachments of notes. Each counts once, however many
/// notes refer to it; those that cannot be published are listed by name.
struct MediaAccount {
    private(set) var counts = MediaByKind { _ in Report.Media() }
    private(set) var diagnostics: [Diagnostic] = []
    private let media: PreparedMedia
    /// The originals that can no longer be read, and stay as an earlier run read them.
    private let kept: Set<StoredBytes>
    private var seen: Set<Medium.Identity> = []
    private var missing: Set<PhotoName> = []
    /// The kinds of photos without a decoder that have occurred so far, each of which is reported
    /// once.
    private var undecoded: Set<PhotoKind> = []

    init(_ media: PreparedMedia, kept: Set<StoredBytes>) {
        (self.media, self.kept) = (media, kept)
    }

    mutating func add(_ note: Note) {
        for kind in Medium.Kind.allCases {
            for (position, medium) in note.media[kind].enumerated() {
                if let identity = medium.identity, !seen.insert(identity).inserted { continue }
                guard isFirstMention(medium) else { continue }
                add(medium, label: Label(medium, position: position, note: note))
            }
        }
    }

    /// Returns true unless the content is a missing file whose name has been counted already.
    private mutating func isFirstMention(_ medium: Medium) -> Bool {
        guard medium.content == .missing, let name = medium.name.flatMap(PhotoName.init) else {
            return true
        }
        return missing.insert(name).inserted
    }

    private mutating func add(_ medium: Medium, label: Label) {
        let prepared = media[medium]
        counts[label.kind].referenced += 1
        reportIfKept(medium.content, label: label)
        if case .failed(let reason)? = prepared?.cleanCopy {
            diagnostics.add(
                .uncopiedPhoto, source: label.note.id.source,
                summary:
                    "\(label.text) of “\(label.note.title)” is not in the Markdown tree: \(reason).",
                suggestion:
                    "To have the tree contain original photos with their locations, set photos: originals."
            )
        }
        if let prepared { return add(prepared, label: label) }
        switch medium.content {
        case .missing: addMissing(label)
        // The decoder of archives has reported the reason.
        case .damaged: addUnreadable(label, reason: "its archive is damaged")
        case .stored: reportUnreadable(label, reason: "its file cannot be read")
        }
    }

    private mutating func add(_ prepared: PreparedMedium, label: Label) {
        switch prepared.outcome {
        case .decoded(let decoded):
            counts[label.kind].published += 1
            if decoded.carriesPosition { counts[label.kind].carryingPosition += 1 }
            if case .failed(let reason)? = decoded.upright {
                diagnostics.add(
                    .sidewaysPhoto, source: label.note.id.source,
                    summary:
                        "\(label.text) in “\(label.note.title)” cannot be turned in the Markdown tree, which holds it as stored: \(reason)."
                )
            }
        case .playable(let playable):
            counts[label.kind].published += 1
            if playable.carriesPosition { counts[label.kind].carryingPosition += 1 }
        case .unchanged: counts[label.kind].published += 1
        // The drawing can be downloaded.
        case _ where prepared.drawing != nil: counts[label.kind].published += 1
        case .unreadable(let reason, let end):
            reportUnreadable(
                label, reason: reason,
                suggestion: end == .killed ? MediaProcessorError.memoryAdvice : nil)
        case .noDecoder:
            let name = prepared.format?.name ?? "its kind"
            addUnreadable(label, reason: "nothing here decodes \(name)")
            if let photo = prepared.format?.photo { reportMissingDecoder(photo, label: label) }
        }
    }

    private mutating func reportUnreadable(
        _ label: Label, reason: String, suggestion: String? = nil
    ) {
        addUnreadable(label, reason: reason)
        let place = label.isName ? " in “\(label.note.title)”" : ""
        diagnostics.add(
            label.kind.unreadable, source: label.note.id.source,
            summary: "\(label.text)\(place) cannot be \(label.kind.shown): \(reason).",
            suggestion: suggestion
                ?? "The exports contain it unchanged; replace it with a copy that opens.")
    }

    private mutating func addUnreadable(_ label: Label, reason: String) {
        counts[label.kind].unreadable.append(.init(name: label.text, reason: reason))
    }

    private mutating func reportIfKept(_ content: MediaContent, label: Label) {
        guard let stored = content.stored, kept.contains(stored) else { return }
        diagnostics.add(
            label.kind.unreadable, source: label.note.id.source,
            summary:
                "\(label.text) of “\(label.note.title)” cannot be read any more, and stays as it was last read.",
            suggestion: "Check that you may read its file.")
    }

    private mutating func addMissing(_ label: Label) {
        counts[label.kind].missing.append(
            .init(name: label.text, reason: "named by “\(label.note.title)”"))
        diagnostics.add(
            .missingPhoto, source: label.note.id.source,
            summary: "\(label.text) is missing: “\(label.note.title)” names it.",
            suggestion: "Copy it into the folder Photos of the notes folder.")
    }

    private mutating func reportMissingDecoder(_ kind: PhotoKind, label: Label) {
        guard undecoded.insert(kind).inserted else { return }
        diagnostics.add(
            .missingDecoder, source: label.note.id.source,
            summary:
                "Nothing on this machine decodes \(kind.name), of which there are photos; they are in the exports only.",
            suggestion: kind.decoderAdvice)
    }
}

/// The designation of a photo, recording or attachment in messages: the name of its file or,
/// without one, its number in its note.
private struct Label {
    let text: String
    let note: Note
    let kind: Medium.Kind
    let isName: Bool

    init(_ medium: Medium, position: Int, note: Note) {
        kind = medium.kind
        text = medium.name ?? "\(kind.rawValue.capitalizedWord) \(position + 1) of “\(note.title)”"
        isName = medium.name != nil
        self.note = note
    }
}

extension Medium.Kind {
    /// The diagnostic about a medium that cannot be read.
    fileprivate var unreadable: Diagnostic.Identifier {
        MediaByKind<Diagnostic.Identifier>(
            photos: .unreadablePhoto, recordings: .unreadableRecording,
            attachments: .unreadableAttachment)[self]
    }

    /// The verb for what pages do with a medium.
    fileprivate var shown: String {
        MediaByKind(photos: "shown", recordings: "played", attachments: "published")[self]
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
