import Markup
import NoteModel

/// The handwritten pages of a note, one below the other. In feeds they consist of photos and
/// recordings only.
extension NoteFiller {
    func append(
        _ pages: [Page], of note: Note, to html: inout [UInt8],
        destination: inout NoteDestination
    ) throws {
        let size = HandwrittenPageSize(of: note, media)
        let replay = place == .ownPage ? replay(of: pages, in: note) : nil
        destination.isReplayed = replay != nil
        // Recordings on a page are not repeated below the text.
        destination.recordings.formUnion(pages.lazy.flatMap(\.recordings))
        let values = pages.enumerated().map { position, page in
            value(
                of: page, at: position, in: note,
                size: page.paper.map { HandwrittenPageSize($0) } ?? size, isTimed: replay != nil)
        }
        html += try templates.parts.render(
            TemplateFile.handwrittenPages,
            with: .handwrittenPages(
                values, hasNumbers: pages.count > 1 && !isElsewhere, replay: replay, words: words))
    }

    /// Returns the replay of handwriting with the recordings that were made meanwhile; nil if no
    /// stroke was written during a recording that can be played.
    private func replay(of pages: [Page], in note: Note) -> TemplateValue? {
        guard !note.recordings.isEmpty else { return nil }
        var numbers: Set<Int> = []
        for strokes in pages.compactMap({ $0.drawing?.strokes }) {
            for case let moment? in strokes.lazy.map(\.moment) { numbers.insert(moment.recording) }
        }
        let recordings = numbers.sorted().compactMap { number -> (number: Int, address: String)? in
            guard note.recordings.indices.contains(number),
                let playable = media.media[note.recordings[number]]?.playable
            else { return nil }
            return media.address(of: playable).map { (number, $0) }
        }
        return recordings.isEmpty ? nil : .replay(recordings)
    }

    /// Returns the context of a page.
    ///
    /// - Parameter isTimed: True if the handwriting is replayed.
    private func value(
        of page: Page, at position: Int, in note: Note, size: HandwrittenPageSize, isTimed: Bool
    ) -> TemplateValue {
        let name = place.identifierPrefix + PageIdentifier.handwrittenPage(position)
        let title = words.page(position + 1, of: note.pages.count)
        var content = DrawnContent()
        for picture in page.pictures {
            let caption = note.photos[picture.photo].shownCaption
            lay(picture, label: caption ?? words[.photo], of: note, page: name, into: &content)
        }
        let large = isElsewhere ? nil : media.largeDrawing(ofPage: position, in: note)
        switch page.drawing {
        case .picture(let photo):
            let frame = media.pixelSize(of: note.photos[photo]).flatMap {
                Frame(x: 0, y: 0, width: Double($0.width), height: Double($0.height))
            }
            lay(
                PlacedPicture(photo: photo, frame: frame), label: words[.drawing], of: note,
                page: name, isDrawing: true, into: &content)
        case .strokes(let strokes) where !isElsewhere:
            if let large {
                content.placed.append(
                    .placedPicture(large.picture, frame: large.frame, label: words[.drawing]))
            } else {
                content.ink = InkDrawing(strokes).elements(prefix: name + ".ink", isTimed: isTimed)
            }
        case .strokes, nil: break
        }
        if place == .ownPage {
            content.icons = page.placedRecordings.compactMap { icon(of: $0, in: note) }
        }
        let isBare =
            content.placed.isEmpty && content.ink.isEmpty && page.textBoxes.isEmpty
            && content.icons.isEmpty
        return .handwrittenPage(
            page, content: content, identifier: isElsewhere ? nil : name,
            number: words.number(position + 1), title: title,
            label: (place == .ownPage ? "" : note.title + ": ") + title,
            size: isElsewhere || isBare && !content.loose.isEmpty ? nil : size,
            download: large?.download,
            recordings: page.recordings.map { media.recording(note, position: $0) }, words: words)
    }

    /// Returns the icon of a recording; nil if it cannot be played.
    private func icon(of placed: PlacedRecording, in note: Note) -> TemplateValue? {
        guard note.recordings.indices.contains(placed.recording),
            let playable = media.media[note.recordings[placed.recording]]?.playable,
            let address = media.address(of: playable)
        else { return nil }
        let name = note.recordings[placed.recording].shownCaption
        return .recordingIcon(
            at: placed.place, address: address,
            label: [words[.recording], name].compactMap(\.self).joined(separator: ": "))
    }

    private var isElsewhere: Bool { if case .elsewhere = place { true } else { false } }

    /// Lays a picture on a page, or beside it if it has no position or the page is not drawn. That
    /// of a drawing is below the others if it is opaque.
    ///
    /// - Parameters:
    ///   - page: The identifier of the page.
    ///   - isDrawing: True for the picture of a drawing, which opens nothing.
    private func lay(
        _ placing: PlacedPicture, label: String, of note: Note, page: String,
        isDrawing: Bool = false, into content: inout DrawnContent
    ) {
        let (photo, isOwn) = (placing.photo, place == .ownPage)
        guard !isElsewhere, let frame = placing.frame,
            let picture = media.picture(media.media[note.photos[photo]]?.decoded)
        else {
            return content.loose.append(
                media.photo(
                    note, position: photo, alternative: label,
                    anchor: isOwn ? PageIdentifier.photo(photo) : nil))
        }
        // On the note's own page a photo has the identifier that other pages link to.
        let anchor =
            isDrawing || placing.isPaper || place.isBound
            ? nil : (isOwn ? "" : page + ".") + PageIdentifier.photo(photo)
        content.hasLinks = content.hasLinks || anchor != nil
        content.placed.insert(
            .placedPicture(
                picture, frame: frame, rotation: placing.rotation,
                whole: media.wholeFrame(of: placing, in: note), label: label, anchor: anchor),
            at: isDrawing && picture.colour != nil ? 0 : content.placed.endIndex)
    }
}
