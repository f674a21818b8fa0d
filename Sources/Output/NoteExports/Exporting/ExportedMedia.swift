import NoteModel
import OutputPlan

/// The photos, recordings and attachments of a note in an export: the original bytes or, on
/// request, copies.
struct ExportedMedia: Sendable {
    let media: MediaByKind<[ExportedMedium]>
    var photos: [ExportedMedium] { media.photos }
    var recordings: [ExportedMedium] { media.recordings }
    /// Assigns paths to further files of the note.
    let namer: MediaNamer

    /// The names of the files.
    enum Layout: Hashable, Sendable {
        /// The number of the file within its note, after the note's name: `photos/a-walk-1.jpg`.
        case numbered
        /// The file's own name in a folder for the note: `photos/a-walk/harbour.jpg`, or in
        /// bundles beside the text, `a-walk/harbour.jpg`.
        case named(isBundled: Bool, isASCII: Bool)
    }

    /// The form of photos and recordings.
    enum Form {
        case original
        /// Upright copies of photos whose orientation only the archive contains, for programs that
        /// do not know it; all other files are original.
        case upright
        /// Copies without metadata, which are upright. What cannot be copied is left out.
        case withoutMetadata
    }

    /// Plans the media of a note, in its order.
    ///
    /// - Parameters:
    ///   - name: The name of the note's file or folder, such as its slug.
    init(
        _ note: Note, name: String, media: PreparedMedia, layout: Layout = .numbered,
        form: Form = .original
    ) {
        var namer = MediaNamer(name, layout: layout)
        self.media = MediaByKind { kind in
            note.media[kind].enumerated().map { position, medium in
                guard let facts = media[medium] else { return ExportedMedium(medium, nil) }
                var format = facts.format
                var copy: DerivedFile?
                switch form {
                case .upright:
                    if let upright = facts.upright { (copy, format) = upright }
                case .withoutMetadata where kind != .attachment:
                    guard let clean = facts.clean else { return ExportedMedium(medium, facts) }
                    (copy, format) = clean
                case .original, .withoutMetadata: break
                }
                let ending =
                    kind == .attachment
                    ? medium.fileExtension ?? "bin"
                    : format?.fileExtension ?? plainExtension(medium.name)
                let path = namer.path(
                    kind.rawValue, own: medium.name, position: position, ending: ending
                ) { [format] in
                    kind == .attachment || format != nil && MediaFormat(name: "." + $0) == format
                }
                return ExportedMedium(medium, facts, path, copy: copy)
            }
        }
        self.namer = namer
    }

    /// Returns the path of a file relative to the tree; nil for a file without bytes.
    func path(of file: NoteFile) -> OutputPath? { media[file.kind][file.position].path }

    /// The paths of all files relative to the tree.
    var paths: [OutputPath] { files.map(\.path) }

    /// The files of the media to add to the tree.
    var files: [OutputFile] { media.all.compactMap(\.file) }
}

/// A medium in an export.
struct ExportedMedium: Sendable {
    let medium: Medium
    /// The facts about its content; nil if it is missing, damaged or cannot be read.
    let facts: PreparedMedium?
    /// The file in the tree, which is the original or a copy in its place; nil if the export does
    /// not contain the medium.
    let file: OutputFile?

    init(
        _ medium: Medium, _ facts: PreparedMedium?, _ path: OutputPath? = nil,
        copy: DerivedFile? = nil
    ) {
        (self.medium, self.facts) = (medium, facts)
        guard let path, let stored = medium.stored, let facts else {
            file = nil
            return
        }
        file = OutputFile(
            path, content: copy.map { .derivative($0) } ?? .original(stored, facts.original.digest))
    }

    /// The path relative to the tree; nil if the export does not contain the medium.
    var path: OutputPath? { file?.path }
}

extension PreparedMedium {
    /// The upright copy of a photo whose orientation only the archive contains, and its format; nil
    /// for other media.
    fileprivate var upright: (DerivedFile?, MediaFormat?)? {
        guard case .made(let file, let kind)? = decoded?.upright else { return nil }
        return (file, .photo(kind))
    }

    /// The copy of a photo or a recording without metadata, and its format; nil if it could not be
    /// made.
    fileprivate var clean: (DerivedFile?, MediaFormat?)? {
        if let playable { return (playable.file, format) }
        guard case .made(let file, let kind)? = cleanCopy else { return nil }
        return (file, .photo(kind))
    }
}

/// Returns the extension for bytes of an unknown format: that of the name if it consists of 1 to 5
/// ASCII letters and digits, `bin` otherwise.
private func plainExtension(_ name: String?) -> String {
    guard let name, let dot = name.lastIndex(of: ".") else { return "bin" }
    let own = name[name.index(after: dot)...].lowercased()
    let isPlain =
        (1...5).contains(own.utf8.count)
        && own.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return isPlain ? own : "bin"
}
