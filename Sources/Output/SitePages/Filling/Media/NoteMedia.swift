import Hashing
import Markup
import NoteModel
import OutputPlan

/// Makes the contexts and files of photos, recordings and attachments of notes. It reads no files:
/// sizes and digests have been determined before.
struct NoteMedia: Sendable {
    let media: PreparedMedia
    let words: LocalizedStrings
    /// The prefix of addresses of the site's files, with a trailing slash: `../` for pages in a
    /// folder, the URL of the site in feeds; empty at the root.
    var root: String
    /// The form of the book, in which photos have one size and nothing is linked or downloaded; nil
    /// for pages and feeds.
    var book: BookForm?
    /// The prefix of identifiers on a page with several notes, such as `note-3.`; empty on other
    /// pages.
    var identifierPrefix = ""

    var photoFolder: String { root + "photos/" }

    /// Returns the context of a photo.
    ///
    /// - Parameters:
    ///   - position: The position of the photo in its note, from 0.
    ///   - alternative: The description in the text; empty if there is none. Without it, the
    ///     alternative text is the caption, and in books the label and the note's title.
    ///   - width: The width in pixels that the text asks for; nil for that of the picture.
    ///   - isLazy: True if the browser may defer loading; ignored in books.
    func photo(
        _ note: Note, position: Int, alternative: String = "", anchor: String?, width: Int? = nil,
        isLinked: Bool = false, isLazy: Bool = true, isSmall: Bool = false
    ) -> TemplateValue {
        let photo = note.photos[position]
        let prepared = media[photo]
        let picture = picture(prepared?.decoded)
        let drawing = book == nil ? prepared?.drawing : nil
        let caption = photo.shownCaption
        let label = "\(words[.photo]) \(position + 1)"
        return .photo(
            width.flatMap { picture?.shown(width: $0) } ?? picture,
            download: drawing.map { drawing in
                .download(
                    photoFolder + Self.drawingName(drawing),
                    fileName: "\(stem(photo.name) ?? caption ?? words[.drawing]).svg",
                    label: words[.download])
            },
            anchor: anchor, caption: caption,
            alternative: Medium.shownCaption(alternative) ?? caption
                ?? (book == nil ? "" : "\(label) – \(note.title)"),
            label: label, notice: notice(photo, prepared: prepared),
            isLinked: isLinked || book != nil, isLazy: isLazy && book == nil, isSmall: isSmall)
    }

    /// Returns a picture in all sizes, or for a book in one; nil if there are none.
    func picture(_ decoded: DecodedPhoto?) -> PictureContext? {
        decoded.flatMap {
            book == nil
                ? PictureContext($0, in: photoFolder)
                : PictureContext(boundOf: $0, in: photoFolder)
        }
    }

    /// Returns the address of the photo, recording or attachment of a note that a link in its text
    /// names; nil for other links.
    ///
    /// - Parameter files: The files of the note.
    func address(of name: String, in note: Note, files: NoteFiles) -> String? {
        guard let file = files.file(linkedAs: name) else { return nil }
        guard file.kind != .attachment else {
            return address(ofAttachment: file.position, in: note)
        }
        guard book == nil, let prepared = media[note.media[file.kind][file.position]] else {
            return nil
        }
        return prepared.playable.flatMap { address(of: $0) } ?? picture(prepared.decoded)?.large
    }

    /// Returns the address of a recording; nil for one that is not in the book.
    func address(of recording: PlayableRecording) -> String? {
        book?.plays(recording) == false ? nil : "\(root)recordings/\(recording.fileName)"
    }

    /// Returns the size of the original photo in pixels, upright; nil if it cannot be shown, as it
    /// is missing or unreadable.
    func pixelSize(of photo: Medium) -> PixelSize? { media[photo]?.decoded?.size }

    /// Returns the position of the whole picture that a page shows a part of; nil if the page shows
    /// all of it.
    func wholeFrame(of picture: PlacedPicture, in note: Note) -> Frame? {
        guard let frame = picture.frame, let crop = picture.crop,
            let size = pixelSize(of: note.photos[picture.photo])
        else { return nil }
        let scale = (frame.width / crop.width, frame.height / crop.height)
        return Frame(
            x: frame.x - crop.x * scale.0, y: frame.y - crop.y * scale.1,
            width: Double(size.width) * scale.0, height: Double(size.height) * scale.1)
    }

    func hasPicture(_ photo: Medium) -> Bool { media[photo]?.decoded != nil }

    /// Returns true if the page of a note shows photos, a drawing or handwriting, and so needs the
    /// style sheet for them.
    func hasPictures(_ note: Note) -> Bool {
        note.photos.contains { hasPicture($0) } || note.drawing != nil || !note.pages.isEmpty
    }

    /// Returns the positions of the photos that are neither drawings, paper nor the app's
    /// thumbnail, and can be shown.
    func shownPictures(of note: Note) -> [Int] {
        var others = Set([note.thumbnail].compactMap(\.self))
        for photo in ([note.drawing] + note.pages.map(\.drawing)).compactMap({ $0?.picture }) {
            others.insert(photo)
        }
        for picture in note.pages.lazy.flatMap(\.pictures) where picture.isPaper {
            others.insert(picture.photo)
        }
        return note.photos.indices.filter { !others.contains($0) && hasPicture(note.photos[$0]) }
    }

    func thumbnail(of note: Note) -> PictureContext? {
        media.thumbnail(of: note, in: photoFolder)
    }

    /// Returns the path within the site of the preview picture for social media: the first photo
    /// that can be shown; nil if there is none.
    func socialPicture(of note: Note) -> String? {
        note.photos.lazy.compactMap { media[$0]?.decoded }.first?.standard
            .map { "photos/" + $0.fileName }
    }

    /// Returns the thumbnail of a photo together with larger sizes, for the page of all photos; nil
    /// if it cannot be shown.
    func contact(of photo: Medium) -> PictureContext? {
        media[photo]?.decoded.flatMap { PictureContext(contactOf: $0, in: photoFolder) }
    }

    /// Returns the context of a recording: a player and a download, or a notice if it is missing,
    /// unreadable or not in the book.
    ///
    /// - Parameters:
    ///   - position: The position of the recording in its note, from 0.
    ///   - description: The description in the text; empty if there is none.
    func recording(_ note: Note, position: Int, description: String = "") -> TemplateValue {
        let recording = note.recordings[position]
        let prepared = media[recording]
        let caption = Medium.shownCaption(description) ?? recording.shownCaption
        guard let prepared, let playable = prepared.playable else {
            let reason =
                recording.content == .missing
                ? words[.missingRecording] : words[.unreadableRecording]
            let facts = [recording.name, prepared?.format?.name].compactMap { $0 }
                .joined(separator: ", ")
            return .recording(
                nil, caption: caption, notice: facts.isEmpty ? reason : "\(reason): \(facts)")
        }
        let name = stem(recording.name) ?? caption ?? "\(words[.recording]) \(position + 1)"
        let address = address(of: playable)
        let facts = [
            prepared.format?.name, playable.seconds.flatMap(words.duration),
            words.size(ofBytes: prepared.original.count),
        ]
        return .recording(
            address.map {
                .download(
                    $0, fileName: "\(name).\(playable.kind.fileExtension)",
                    label: words[.download])
            },
            isVideo: playable.isVideo, caption: caption ?? stem(recording.name),
            facts: facts.compactMap { $0 }.joined(separator: ", "),
            notice: address == nil
                ? words[.notInBook] : book == nil ? words.notice(of: playable.playedBy) : nil,
            isBound: book != nil)
    }

    /// Returns the transcripts of the recordings of a note, in their order.
    func transcripts(of note: Note) -> [TemplateValue] {
        note.recordings.compactMap { recording -> TemplateValue? in
            guard let transcript = recording.transcript else { return nil }
            let playable = media[recording]?.playable
            let name = playable == nil ? nil : stem(recording.name)
            return .transcript(
                transcript, title: recording.shownCaption ?? name ?? "",
                address: playable.flatMap { address(of: $0) }, words: words)
        }
    }

    /// Returns the files of a note in a book: each photo in its default size, except for the
    /// thumbnail, and the recordings that can be played there.
    func boundFiles(of note: Note) -> [OutputFile] {
        let shown = note.photos.indices.filter { $0 != note.thumbnail }
        let pictures = shown.compactMap { media[note.photos[$0]]?.decoded?.standard }
        let drawings = note.pages.indices.compactMap {
            media[HandwrittenPageID($0, of: note.id)]?.picture.decoded?.standard
        }
        let recordings = note.recordings.compactMap { media[$0]?.playable }
            .filter { book?.plays($0) == true }
        return (pictures + drawings).map(\.published) + recordings.map(\.published)
    }

    /// Returns the media files of the site that the page of a note refers to: all sizes of photos,
    /// vector drawings, recordings and attachments. Equal files of several notes occur several
    /// times.
    func files(of note: Note) -> [OutputFile] {
        var files: [OutputFile] = []
        for photo in note.photos {
            let prepared = media[photo]
            files += (prepared?.decoded?.derivatives ?? []).map(\.published)
            if let drawing = prepared?.drawing {
                files.append(
                    OutputFile(
                        OutputPath("photos/" + Self.drawingName(drawing)),
                        content: .derivative(drawing)))
            }
        }
        files += drawingFiles(of: note)
        files += note.recordings.compactMap { media[$0]?.playable?.published }
        for attachment in note.attachments {
            guard let path = attachmentPath(attachment), let original = media[attachment]?.original,
                let stored = attachment.stored
            else { continue }
            files.append(OutputFile(path, content: .original(stored, original.digest)))
        }
        return files
    }

    /// Returns the file name of a vector drawing. Browsers save a file with its extension and do
    /// not open it, since the drawing could run scripts.
    private static func drawingName(_ drawing: DerivedFile) -> String {
        "\(drawing.key.short)-drawing.bin"
    }

    private func stem(_ name: String?) -> String? {
        guard let name = name.map({ PhotoName($0)?.text ?? $0 }),
            let dot = name.lastIndex(of: "."), dot > name.startIndex
        else { return name }
        return String(name[..<dot])
    }

    private func notice(_ photo: Medium, prepared: PreparedMedium?) -> String {
        let name = photo.name ?? photo.caption
        guard photo.content != .missing else {
            return [words[.missingPhoto], name].compactMap { $0 }.joined(separator: ": ")
        }
        let what = prepared?.drawing == nil ? words[.unreadablePhoto] : words[.drawing]
        let facts = [name, prepared?.format?.name].compactMap { $0 }.joined(separator: ", ")
        return facts.isEmpty ? what : "\(what): \(facts)"
    }
}

extension BookForm {
    /// Returns true if a recording can be played where the book is read.
    ///
    /// In electronic books these are the core media types of EPUB 3.3, and video, whose support is
    /// up to the reading system; a book of one file is read in a browser.
    fileprivate func plays(_ recording: PlayableRecording) -> Bool {
        switch (self, recording.kind) {
        case (_, .mp3), (_, .m4a), (_, .mp4), (_, .mov): true
        case (.oneFile, _): recording.playedBy != .none
        case (.chapters, _): false
        }
    }
}

extension PreparedMedia {
    /// Returns the app's own thumbnail, or else that of the first photo that can be shown; nil if
    /// there is none.
    ///
    /// - Parameter folder: The folder of the pictures, relative to the page, with a trailing slash.
    func thumbnail(of note: Note, in folder: String) -> PictureContext? {
        guard !note.photos.isEmpty else { return nil }
        func thumbnail(_ photo: Medium) -> PictureContext? {
            self[photo]?.decoded.flatMap { PictureContext(thumbnailOf: $0, in: folder) }
        }
        if let own = note.thumbnail.flatMap({ thumbnail(note.photos[$0]) }) { return own }
        return note.photos.lazy.compactMap { thumbnail($0) }.first
    }
}

extension Derivative {
    /// The picture as a file of a site or book.
    var published: OutputFile {
        OutputFile(OutputPath("photos/" + fileName), content: .derivative(file))
    }
}

extension PlayableRecording {
    /// The recording as a file of a site or book.
    fileprivate var published: OutputFile {
        OutputFile(OutputPath("recordings/" + fileName), content: .derivative(file))
    }
}
