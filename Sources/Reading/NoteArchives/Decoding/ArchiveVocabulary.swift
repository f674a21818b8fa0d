/// The meanings of the names that apps give to the classes and keys of their archives. Names are
/// compared ignoring case, `_`, `-`, spaces, a leading `k` or `m_`, and a trailing `Key`; class
/// names come without Swift's module names and mangling.
///
/// The lists contain names found in public code of 86 note apps, in order of preference.
package struct ArchiveVocabulary: Sendable {
    /// The role of a field in a note or a card.
    package enum Role: String, CaseIterable, Sendable {
        case title, body, photos, recordings, thumbnails, created, modified, identifier
        /// A component of a date that is archived in parts.
        case year, month, day
        /// The drawing on the back of a note, or on a page.
        case drawing
        /// The strokes of a drawing, each with its points.
        case strokes
        case question, answer, rightCount, wrongCount
        /// A list of notes.
        case notes
        /// A word, or a picture that belongs to the app and not to the note.
        case decoration
        /// A field that the owner excludes, and that is not read.
        case ignored = "ignore"
    }

    /// The kind of object that a class represents.
    package enum Kind: String, CaseIterable, Sendable {
        case note, card
        /// A note with its texts in an object of their own, and a drawing beside it.
        case napkin
        case ignored = "ignore"
    }

    /// A role of a key, with the rank of the key among those for this role. The lowest rank is
    /// preferred; keys that the owner configured have rank -1.
    package struct Meaning: Hashable, Sendable {
        package let role: Role
        package let rank: Int
    }

    private var meanings: [String: [Meaning]] = [:]
    private var kinds: [String: Kind] = [:]

    /// The class and key names that the owner configured, in a stable order, such as
    /// `class Memo note`.
    package let ownNames: [String]

    /// The vocabulary without names configured by the owner.
    package static let standard = ArchiveVocabulary()

    /// - Parameters:
    ///   - classes: Kinds by class name; they override the built-in list.
    ///   - keys: Roles by key; a key that is listed here has no other role.
    package init(classes: [String: Kind] = [:], keys: [String: Role] = [:]) {
        ownNames =
            classes.map { "class \($0) \($1.rawValue)" }.sorted()
            + keys.map { "key \($0) \($1.rawValue)" }.sorted()
        for (kind, names) in Self.standardClasses {
            for name in names {
                // Most archives use exactly this spelling, so that it need not be normalised.
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

    /// Returns the kind of a class by the first of its names that is known; nil if none is.
    func kind(of classNames: [String]) -> Kind? {
        for name in classNames {
            if let kind = kinds[name] { return kind }
            for spelling in Self.spellings(of: name) {
                if let kind = kinds[spelling] { return kind }
            }
        }
        return nil
    }

    /// True if a key resembles the names of titles.
    func isLikeTitle(_ key: String) -> Bool {
        let key = Self.normalised(key)
        return ["title", "titel", "titulo", "headline", "subject"].contains { key.contains($0) }
    }

    /// Returns the roles that a key may have; empty for an unknown key.
    package func meanings(of key: String) -> [Meaning] {
        if let known = meanings[key] { return known }
        for spelling in Self.spellings(of: key) {
            if let known = meanings[spelling] { return known }
        }
        return []
    }

    /// True if a key has no role in a note; roles of cards do not count.
    func isUnknown(_ key: String) -> Bool {
        meanings(of: key).allSatisfy { Self.rolesOfCards.contains($0.role) }
    }

    /// The roles of fields that cards have, and notes do not.
    private static let rolesOfCards: [Role] = [.question, .answer, .rightCount, .wrongCount]

    /// True if the key of a list of cards can serve as the title of the deck, because it is not a
    /// generic name such as `cards`.
    func isNameOfDeck(_ key: String) -> Bool {
        !["root", "cards", "flashcards", "deck", "decks", "indexdecks", "array"]
            .contains(Self.normalised(key)) && meanings(of: key).isEmpty
    }

    private static let standardClasses: KeyValuePairs<Kind, [String]> = [
        .note: [
            "NoteObj", "Note", "Notes", "NoteData", "NoteModel", "NoteItem", "NoteEntry",
            "MyNote", "Memo", "Memos", "Diary", "DiaryEntry", "Journal", "JournalEntry",
            "Entry", "TextData", "notiaryNote", "HWNote", "RMNote", "MLNoteModel",
            "MEMDataItem", "UserNoteData", "NapkinNotesData", "LectureNote", "Lecture",
        ],
        .napkin: ["NapkinNotesDoc", "NapkinNote", "NapkinDoc"],
        .card: ["FlashCard", "Card", "IndexCard", "MZFlashCard", "MZFlashCardItem", "MCCard"],
    ]

    private static let standardKeys: KeyValuePairs<Role, [String]> = [
        .title: [
            "title", "noteTitle", "name", "noteName", "heading", "head", "headline", "subject",
            "diaryTitle", "deckName", "deckTitle", "caption",
        ],
        .body: [
            "note", "text", "body", "content", "contents", "noteText", "noteBody",
            "noteContent", "noteContents", "notes", "message", "noteMessage", "detail",
            "details", "description", "descriptions", "noteDescription", "descript",
            "bodyText", "entry", "entryText", "engText", "diaryText", "diaryContent",
            "notesText", "item", "memo", "attributedText", "attributedString",
            "attributedBody", "attributedContent", "attributedNote", "richText",
            "richTextData", "rtf", "rtfData", "textData", "bodyData", "contentData",
            // A misspelling in a released app.
            "contetnt",
        ],
        .photos: [
            "photos", "photo", "images", "image", "noteImage", "noteImages", "imageArray",
            "pictures", "picture", "notePhotos", "photoArray", "photoNames",
            "photoFileNames", "imageName", "imageNames", "imagePath", "imagePaths",
            "photoData", "imageData", "fullImage", "imageStore", "imageOfDay",
        ],
        .recordings: [
            "recordings", "recording", "audio", "audios", "audioFile", "audioFileName",
            "audioFileNames", "audioPath", "audioURL", "audioData", "sound", "sounds",
            "soundFile", "voice", "voiceMemo", "voiceMemos", "video", "videos", "videoPath",
            "videoURL", "videoData", "movie",
        ],
        .thumbnails: ["thumbnails", "thumbnail", "thumb", "thumbImage", "noteThumbnail"],
        .created: [
            "createdAt", "dateCreated", "created", "createDate", "creationDate",
            "noteCreateDate", "dateCreate", "timeCreated", "createdDate", "createdOn", "dateAdded",
            // These mean "created" or "modified" indifferently.
            "date", "noteDate", "diaryDate", "time", "noteTime", "timestamp", "dateText",
            "dateLabelStr",
        ],
        .modified: [
            "updatedAt", "dateModified", "modified", "lastModified", "lastModifiedDate",
            "modifiedDate", "changeDate", "timeLastEdited", "updated", "noteModified",
            "modificationDate", "modifiedAt", "modifiedOn", "dateUpdated", "updatedDate",
            "updateDate", "updatedOn", "lastUpdated", "lastEdited", "lastEditDate", "editedAt",
            "dateEdited",
        ],
        .identifier: ["noteid", "identifier", "id", "uuid", "uniqueID", "noteIdentifier", "uid"],
        .notes: [
            "notes", "noteArray", "notesArray", "collection", "items", "entries", "allNotes",
            "data", "objects", "noteList", "goatNoteArray",
        ],
        .drawing: ["drawing", "drawingImage", "drawingData", "sketch", "handwriting", "backImage"],
        .strokes: ["strokes", "strokeData", "inkStrokes"],
        .question: [
            "question", "front", "frontText", "frontCard", "fcQuestion", "leftCard", "word",
            "term", "keyword", "topic", "prompt", "challenge",
        ],
        .answer: [
            "answer", "answers", "back", "backText", "backCard", "fcAnswer", "rightCard",
            "definition", "details", "phrase", "solution", "response", "fact",
        ],
        .rightCount: ["rightCount", "correctCount", "numRight", "solved"],
        .wrongCount: ["wrongCount", "incorrectCount", "numWrong"],
        .year: ["year"], .month: ["month"], .day: ["day"],
        .decoration: [
            "weather", "weatherImage", "mood", "moodImage", "background", "backgroundImage",
            "icon", "letterPaperImageData",
        ],
    ]
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

    /// Returns the normalised forms under which a name may be listed, the most literal one first.
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
