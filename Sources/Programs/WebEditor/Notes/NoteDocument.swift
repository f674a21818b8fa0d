import Hashing
import LocalFiles
import NoteEditing
import NoteModel
import Platform

/// A note as the editor's pages get it: what can be changed, and why the rest cannot.
struct NoteDocument {
    let identifier: String
    let note: Note
    /// The draft by which the note is changed; nil for a deck, and for a note that is not in an
    /// archive of its own or cannot be changed.
    let draft: NoteDraft?
    /// True for a version that is in the trash.
    var isEarlier = false
    /// True if a changed copy of the note is archived in its place, since its source is never
    /// written.
    var isReplaceable = false
    /// The sentence that says why the note cannot be changed; nil if it can.
    var problem: String?
    /// The sentence that says why the texts of the note can be changed, but not its pages, photos
    /// and recordings; nil if they can.
    var pagesProblem: String?

    /// The strokes of which the picture of the drawing is made, in the form of the page, if they are
    /// known, and the identifier of the picture below them among the uploaded files.
    var ink: String?
    var inkBase: String?

    /// The value that changes with the content of the note, for `ETag` and `If-Match`.
    var version: String {
        if let draft { return String(draft.version.text.prefix(32)) }
        if let deck = note.deck {
            let texts = deck.cards.flatMap { [$0.question, $0.answer] }
            return String(ContentDigest(ofLines: [note.title] + texts).text.prefix(32))
        }
        // The media of a database are stored in a different place each time it is read.
        return String(ReplacedNote(of: note).version.prefix(32))
    }

    var json: JSONValue {
        .object([
            ("id", .string(identifier)), ("version", .string(version)),
            ("kind", .string(note.kind.rawValue)), ("title", .string(note.title)),
            ("hasOwnTitle", .bool(note.hasOwnTitle)), ("body", .string(note.body)),
            ("created", .string(note.created.map { CivilTime($0).rfc3339 })),
            ("modified", .string(note.modified.map { CivilTime($0).rfc3339 })),
            ("dateText", .string(note.dateTexts.modified ?? note.dateTexts.created)),
            ("photos", .array(note.listedPhotos.map { medium(.photo, at: $0) })),
            ("photoForm", .string((try? draft?.photoForm())?.rawValue)),
            ("isPhotoOrderFixed", .bool(draft?.ordersPhotosByNames ?? false)),
            ("holdsOnePhoto", .bool(draft?.holdsOnePhoto ?? false)),
            ("recordings", .array(note.recordings.indices.map { medium(.recording, at: $0) })),
            ("pages", pages),
            ("isEarlier", .bool(isEarlier)), ("isReplaceable", .bool(isReplaceable)),
            ("isReplacement", .bool(note.replaced != nil)),
            ("drawing", drawing),
            (
                "drawingForm",
                .string(draft?.storesDrawingAsPicture == true ? "picture" : "strokes")
            ), ("cards", cards),
            ("problem", .string(problem)), ("pagesProblem", .string(pagesProblem)),
            ("titleProblem", .string(titleProblem)),
            ("photosProblem", .string(draft?.photosProblem)),
        ])
    }

    private func medium(_ kind: Medium.Kind, at position: Int) -> JSONValue {
        let medium = note.media[kind][position]
        // A caption that is merely the name of a recording would be shown twice.
        let caption = kind == .recording ? medium.shownCaption : medium.caption
        return .object([
            ("kept", .integer(position)), ("name", .string(medium.name)),
            ("caption", .string(caption)), ("isThere", .bool(medium.stored != nil)),
            ("size", .integer(medium.stored?.count ?? 0)),
        ])
    }

    private var drawing: JSONValue {
        switch note.drawing {
        case .picture(let position)?:
            .object([
                ("picture", .integer(position)), ("ink", .string(ink)), ("base", .string(inkBase)),
            ])
        case .strokes(let strokes)?: .object([("strokes", strokes.json(in: .tree))])
        case nil: .null
        }
    }

    private var pages: JSONValue {
        guard note.kind == .lecture || !note.pages.isEmpty else { return .null }
        return .array(
            note.pages.map { page in
                .object([
                    ("strokes", (page.drawing?.strokes ?? []).json(in: .tree)),
                    ("picture", page.drawing?.picture.map { medium(.photo, at: $0) } ?? .null),
                    (
                        "pictures",
                        .array(
                            page.pictures.map { placed in
                                .object([
                                    ("photo", medium(.photo, at: placed.photo)),
                                    ("frame", placed.frame.json(in: .tree)),
                                ])
                            })
                    ), ("recordings", .array(page.recordings.map { .integer($0) })),
                    ("icons", page.placedRecordings.json(in: .tree)),
                ])
            })
    }

    private var cards: JSONValue {
        guard let deck = note.deck else { return .null }
        return .array(
            zip(deck.cards, deck.identifiers).map { card, identifier in
                .object([
                    ("id", .string(identifier)), ("question", .string(card.question)),
                    ("answer", .string(card.answer)), ("right", .integer(card.rightCount)),
                    ("wrong", .integer(card.wrongCount)),
                ])
            })
    }

    /// The sentence that says why the title cannot be changed; nil if it can.
    private var titleProblem: String? {
        guard var draft else { return nil }
        do {
            try draft.setTitle(note.title)
            return nil
        } catch {
            return error.message
        }
    }
}
