import FileFormats
import LocalFiles
import NoteArchives
import NoteModel

/// The captions that the owner wrote into `Photos/captions.yml`, each as the name of a file, a
/// colon and the caption: `IMG_0012.jpg: The lake in the morning`.
struct PhotoCaptions {
    private(set) var diagnostics: [Diagnostic] = []
    private var captions: [PhotoName: (text: String, file: String, line: Int)] = [:]

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

    /// Returns the notes with these captions for photos and recordings that have none of their own.
    /// Captions of files that no note shows are reported.
    mutating func apply(to notes: [Note]) -> [Note] {
        guard !captions.isEmpty else { return notes }
        var used: Set<PhotoName> = []
        func caption(_ name: String?) -> String? {
            guard let name = name.flatMap(PhotoName.init), let caption = captions[name] else {
                return nil
            }
            used.insert(name)
            return caption.text
        }
        let captioned = notes.map { note in
            var note = note
            note.media.forEach { medium in
                guard medium.kind != .attachment, let text = caption(medium.name),
                    medium.shownCaption == nil
                else { return }
                medium.caption = text
            }
            return note
        }
        let unused = captions.filter { !used.contains($0.key) }
            .sorted { ($0.value.file, $0.value.line) < ($1.value.file, $1.value.line) }
        for (name, caption) in unused {
            diagnostics.add(
                .unusableCaption, source: caption.file,
                summary:
                    "\(caption.file), line \(caption.line): no note shows a photo named \(name.text)."
            )
        }
        return captioned
    }
}
