/// What the names mean that apps gave to the classes and keys of their archives: the one list of
/// aliases. Names are compared without regard to case, `_`, `-`, spaces, a leading `k`, `m_` or
/// `_`, and a trailing `Key`; Swift's module names and mangling are off a class name already.
///
/// The lists hold what was found in public code of 86 note apps, in the order of preference.
package struct ArchiveVocabulary: Sendable {
    /// What a key of an object stands for.
    package enum Role: String, CaseIterable, Sendable {
        case title, body, photos, recordings, thumbnails, created, modified, identifier
        /// A number of a date that is archived in parts.
        case year, month, day
        /// The back side of a note, or what is drawn on a page.
        case drawing
        /// The lines of a drawing, each with its points.
        case strokes
        case question, answer, rightCount, wrongCount
        /// A list of notes.
        case notes
        /// Nothing of the note: decoration, or what its owner does not want read.
        case ignored = "ignore"
    }

    /// What objects of a class are.
    package enum Kind: String, CaseIterable, Sendable {
        case note, card
        /// What has a note's texts in an object of its own, and a drawing beside it.
        case napkin
        case ignored = "ignore"
    }

    /// A role of a key, and how early it is asked; what the owner says comes first.
    struct Meaning: Hashable, Sendable {
        let role: Role
        let rank: Int
    }

    private var meanings: [String: [Meaning]] = [:]
    private var kinds: [String: Kind] = [:]

    /// What the owner adds to the names of public code, in an order.
    package let ownNames: [String]

    /// The names of public code, and nobody's own.
    package static let standard = ArchiveVocabulary()

    /// - Parameters:
    ///   - classes: Kinds by class name; these hold in place of the list's.
    ///   - keys: Roles by key; a key that is named here has no other role.
    package init(classes: [String: Kind] = [:], keys: [String: Role] = [:]) {
        ownNames =
            classes.map { "class \($0) \($1.rawValue)" }.sorted()
            + keys.map { "key \($0) \($1.rawValue)" }.sorted()
        for (kind, names) in Self.standardClasses {
            for name in names {
                // Most archives write a name just so.
                kinds[name] = kind
                kinds[Self.normalised(name)] = kind
            }
        }
        for (role, names) in Self.standardKeys {
            for (rank, name) in names.enumerated() {
                meanings[Self.normalised(name), default: []].append(Meaning(role: role, rank: rank))
            }
        }
        for (name, kind) in classes {
            kinds[name] = kind
            kinds[Self.normalised(name)] = kind
        }
        for (name, role) in keys {
            meanings[Self.normalised(name)] = [Meaning(role: role, rank: -1)]
        }
    }

    /// What objects of a class are, by the first of its names that is known.
    func kind(of classNames: [String]) -> Kind? {
        for name in classNames {
            if let kind = kinds[name] { return kind }
            for spelling in Self.spellings(of: name) {
                if let kind = kinds[spelling] { return kind }
            }
        }
        return nil
    }

    /// Whether a key goes by a name that titles have.
    func isLikeTitle(_ key: String) -> Bool {
        let key = Self.normalised(key)
        return ["title", "titel", "titulo", "headline", "subject"].contains { key.contains($0) }
    }

    /// The roles that a key may have; empty for one that is not known.
    func meanings(of key: String) -> [Meaning] {
        if let known = meanings[key] { return known }
        for spelling in Self.spellings(of: key) {
            if let known = meanings[spelling] { return known }
        }
        return []
    }

    /// Whether a key has no meaning in a note.
    func isUnknown(_ key: String) -> Bool {
        meanings(of: key).allSatisfy { $0.role.isOfCards }
    }

    /// Whether a key under which a list of cards stands says more than that there is one.
    func isNameOfDeck(_ key: String) -> Bool {
        !["root", "cards", "flashcards", "deck", "decks", "indexdecks", "array"]
            .contains(Self.normalised(key)) && meanings(of: key).isEmpty
    }

    private static let standardClasses: [(Kind, [String])] = [
        (
            .note,
            [
                "NoteObj", "Note", "Notes", "NoteData", "NoteModel", "NoteItem", "NoteEntry",
                "MyNote", "Memo", "Memos", "Diary", "DiaryEntry", "Journal", "JournalEntry",
                "Entry", "TextData", "notiaryNote", "HWNote", "RMNote", "MLNoteModel",
                "MEMDataItem", "UserNoteData", "NapkinNotesData", "LectureNote", "Lecture",
            ]
        ),
        (.napkin, ["NapkinNotesDoc", "NapkinNote", "NapkinDoc"]),
        (
            .card,
            ["FlashCard", "Card", "IndexCard", "MZFlashCard", "MZFlashCardItem", "MCCard"]
        ),
    ]

    private static let standardKeys: [(Role, [String])] = [
        (
            .title,
            [
                "title", "noteTitle", "name", "noteName", "heading", "head", "headline", "subject",
                "diaryTitle", "deckName", "deckTitle", "caption",
            ]
        ),
        (
            .body,
            [
                "note", "text", "body", "content", "contents", "noteText", "noteBody",
                "noteContent", "noteContents", "notes", "message", "noteMessage", "detail",
                "details", "description", "descriptions", "noteDescription", "descript",
                "bodyText", "entry", "entryText", "engText", "diaryText", "diaryContent",
                "notesText", "item", "memo",
                // A misspelling that went out with an app.
                "contetnt",
            ]
        ),
        (
            .photos,
            [
                "photos", "photo", "images", "image", "noteImage", "noteImages", "imageArray",
                "pictures", "picture", "notePhotos", "photoArray", "photoNames",
                "photoFileNames", "imageName", "imageNames", "imagePath", "imagePaths",
                "photoData", "imageData", "fullImage", "imageStore", "imageOfDay",
            ]
        ),
        (
            .recordings,
            [
                "recordings", "recording", "audio", "audios", "audioFile", "audioFileName",
                "audioFileNames", "audioPath", "audioURL", "audioData", "sound", "sounds",
                "soundFile", "voice", "voiceMemo", "voiceMemos", "video", "videos", "videoPath",
                "videoURL", "videoData", "movie",
            ]
        ),
        (
            .thumbnails, ["thumbnails", "thumbnail", "thumb", "thumbImage", "noteThumbnail"]
        ),
        (
            .created,
            [
                "createdAt", "dateCreated", "created", "createDate", "creationDate",
                "noteCreateDate", "dateCreate", "timeCreated",
                // These mean "created" or "modified" indifferently.
                "date", "noteDate", "diaryDate", "time", "noteTime", "timestamp", "dateText",
                "dateLabelStr",
            ]
        ),
        (
            .modified,
            [
                "updatedAt", "dateModified", "modified", "lastModified", "lastModifiedDate",
                "modifiedDate", "changeDate", "timeLastEdited", "updated", "noteModified",
            ]
        ),
        (
            .identifier,
            ["noteid", "identifier", "id", "uuid", "uniqueID", "noteIdentifier", "uid"]
        ),
        (
            .notes,
            [
                "notes", "noteArray", "notesArray", "collection", "items", "entries", "allNotes",
                "data", "objects", "noteList", "goatNoteArray",
            ]
        ),
        (
            .drawing,
            ["drawing", "drawingImage", "drawingData", "sketch", "handwriting", "backImage"]
        ),
        (.strokes, ["strokes", "strokeData", "inkStrokes"]),
        (
            .question,
            [
                "question", "front", "frontText", "frontCard", "fcQuestion", "leftCard", "word",
                "term", "keyword", "topic", "prompt", "challenge",
            ]
        ),
        (
            .answer,
            [
                "answer", "answers", "back", "backText", "backCard", "fcAnswer", "rightCard",
                "definition", "details", "phrase", "solution", "response", "fact",
            ]
        ),
        (.rightCount, ["rightCount", "correctCount", "numRight", "solved"]),
        (.wrongCount, ["wrongCount", "incorrectCount", "numWrong"]),
        (.year, ["year"]), (.month, ["month"]), (.day, ["day"]),
        (
            .ignored,
            [
                "weather", "weatherImage", "mood", "moodImage", "background", "backgroundImage",
                "icon", "letterPaperImageData",
            ]
        ),
    ]
}

extension ArchiveVocabulary.Role {
    /// Whether cards have such a field, and notes have none.
    var isOfCards: Bool {
        switch self {
        case .question, .answer, .rightCount, .wrongCount: true
        default: false
        }
    }
}

extension ArchiveVocabulary {
    static func normalised(_ name: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The forms under which a name may stand in a list, the plainest first.
    private static func spellings(of name: String) -> [String] {
        let whole = normalised(name)
        var spellings = [whole]
        if whole.hasSuffix("key"), whole.utf8.count > 3 {
            spellings.append(String(whole.dropLast(3)))
        }
        let isMember = name.hasPrefix("m_") || name.hasPrefix("k") || name.hasPrefix("K")
        if isMember { spellings += spellings.map { String($0.dropFirst()) } }
        return spellings
    }
}
