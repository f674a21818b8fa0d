import FileFormats
import LocalFiles
import NoteArchives
import NoteModel

/// The captions that the owner wrote into `Photos/captions.yml`, each as the name of a file, a
/// colon and the caption: `IMG_0012.jpg: The lake in the morning`.
struct PhotoCaptions {
    private(set) var diagnostics: [Diagnostic] = []
    private var captions: [PhotoName: (text: String, file: String, line: Int)] = [:]
    private var used: Set<PhotoName> = []

    /// Reads all files of captions of a notes folder. If a name has two captions, the first one is
    /// used and the other reported.
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
            if let other = captions[name] {
                report(
                    file,
                    summary:
                        "\(file.name), line \(entry.line): “\(entry.key)” has a caption already, in \(other.file), line \(other.line)."
                )
                continue
            }
            guard !caption.isEmpty else { continue }
            captions[name] = (caption, file.name, entry.line)
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
    mutating func apply(to note: inout Note) {
        guard !captions.isEmpty, note.hasMedia else { return }
        note.media.forEach { medium in
            guard medium.kind != .attachment, let name = medium.name.flatMap(PhotoName.init),
                let caption = captions[name]
            else { return }
            used.insert(name)
            if medium.shownCaption == nil { medium.caption = caption.text }
        }
    }

    /// Reports the captions of files that no note shows.
    mutating func reportUnused() {
        let unused = captions.filter { !used.contains($0.key) }
            .sorted { ($0.value.file, $0.value.line) < ($1.value.file, $1.value.line) }
        for (name, caption) in unused {
            diagnostics.add(
                .unusableCaption, source: caption.file,
                summary:
                    "\(caption.file), line \(caption.line): no note shows a photo named \(name.text)."
            )
        }
    }
}
