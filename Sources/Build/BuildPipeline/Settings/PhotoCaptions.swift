import FileFormats
import LocalFiles
import NoteArchives
import NoteModel

/// The captions that the owner wrote into `Photos/captions.yml`, each as the name of a file, a
/// colon and the caption: `IMG_0012.jpg: The lake in the morning`.
struct PhotoCaptions {
    private(set) var diagnostics: [Diagnostic] = []
    /// The captions of each name, at most one of a file.
    private var captions: [PhotoName: [Caption]] = [:]

    private struct Caption {
        let text: String
        let file: String
        let line: Int
        var isUsed = false

        /// The folder Photos with the file, whose files it names; those of others only if they have
        /// no caption of their own.
        var folder: Substring { file[..<(file.lastIndex(of: "/") ?? file.startIndex)] }
    }

    /// Reads all files of captions of a notes folder. If a name has two captions in one folder, the
    /// first one is used and the other reported.
    init(_ files: [NotesFolder.SourceFile]) {
        for file in files {
            do {
                read(try LocalFiles.read(file.path, atMost: LocalFiles.maximumTextSize), of: file)
            } catch {
                report(file, summary: "\(file.name) cannot be read: \(error.reason).")
            }
        }
    }

    private mutating func read(_ bytes: [UInt8], of file: NotesFolder.SourceFile) {
        let document: YAMLValue
        do {
            document = try YAMLValue(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
            return report(file, summary: "\(file.name), line \(error.line): \(error.problem).")
        }
        guard case .mapping(let entries) = document else {
            if document != .empty {
                report(file, summary: "\(file.name) contains no captions.")
            }
            return
        }
        for entry in entries {
            guard case .text(let text) = entry.value, let name = PhotoName(entry.key) else {
                if entry.value == .empty { continue }
                report(
                    file,
                    summary:
                        "\(file.name), line \(entry.line): “\(entry.key)” has no caption.")
                continue
            }
            let caption = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let own = Caption(text: caption, file: file.name, line: entry.line)
            if let other = captions[name]?.first(where: { $0.folder == own.folder }) {
                report(
                    file,
                    summary:
                        "\(file.name), line \(entry.line): “\(entry.key)” has a caption already, in \(other.file), line \(other.line)."
                )
                continue
            }
            guard !caption.isEmpty else { continue }
            captions[name, default: []].append(own)
        }
    }

    private mutating func report(_ file: NotesFolder.SourceFile, summary: String) {
        diagnostics.add(
            .unusableCaption, source: file.name,
            summary: summary,
            suggestion:
                "Write one line per photo, such as `IMG_0012.jpg: The lake in the morning`.")
    }

    /// Gives captions to the photos and recordings of a note that have none of their own.
    ///
    /// - Parameter root: The path of the notes folder.
    mutating func apply(to note: inout Note, in root: String) {
        guard !captions.isEmpty, note.hasMedia else { return }
        let source = note.id.source
        note.media.forEach { medium in
            guard medium.kind != .attachment, let name = medium.name.flatMap(PhotoName.init),
                let known = captions[name]
            else { return }
            let place = medium.stored.flatMap { LocalFiles.path($0.file, below: root) } ?? source
            let ranks = known.map { caption in
                zip(caption.folder.split(separator: "/"), place.split(separator: "/"))
                    .prefix { $0 == $1 }.count
            }
            guard let nearest = ranks.max(), let best = ranks.firstIndex(of: nearest) else {
                return
            }
            captions[name]?[best].isUsed = true
            if medium.shownCaption == nil { medium.caption = known[best].text }
        }
    }

    /// Reports the captions of files that no note shows.
    mutating func reportUnused() {
        let unused = captions.flatMap { name, captions in
            captions.filter { !$0.isUsed }.map { (name, caption: $0) }
        }.sorted { ($0.caption.file, $0.caption.line) < ($1.caption.file, $1.caption.line) }
        for (name, caption) in unused {
            diagnostics.add(
                .unusableCaption, source: caption.file,
                summary:
                    "\(caption.file), line \(caption.line): no note shows a photo named \(name.text)."
            )
        }
    }
}
