import KeyedArchives
import NoteModel

/// Values of a package that have no place in a note and are not the app's own settings. They come
/// from a newer version, or from another program that writes packages.
///
/// They are kept with the note as JSON. The keys of the app's own settings, which say nothing about
/// the note, are known from packages of its versions 4 to 11.
struct NotabilityFields {
    private(set) var fields: [JSONValue.Field] = []
    private var description: ArchiveDescription

    init(_ archive: KeyedArchive, of source: NotesFolder.SourceFile) {
        description = ArchiveDescription(OpenedArchive(archive, of: source))
    }

    /// Adds the values of an object or a dictionary with keys that are not known.
    ///
    /// - Parameters:
    ///   - place: The path of the object, with which the keys begin; empty for the archive's root.
    ///   - onlyTexts: True to add only texts with a letter or a digit, for an object whose settings
    ///     differ between versions.
    mutating func add(
        _ added: [PropertyListValue.Field], known: Set<String>, place: String = "",
        onlyTexts: Bool = false
    ) {
        for field in added where !known.contains(field.key) {
            let value = description.value(field.value)
            switch value {
            case .null, .string(""), .array([]), .object([]): continue
            case .string(let text) where !onlyTexts || Self.isText(text): break
            case _ where onlyTexts: continue
            default: break
            }
            fields.append(.init(place + field.key, value: value))
        }
    }

    /// Returns false for sizes and positions, such as `{3, 4}`.
    private static func isText(_ text: String) -> Bool {
        !text.hasPrefix("{") && text.contains { $0.isLetter || $0.isNumber }
    }
}

extension NotabilityFields {
    /// The keys of `metadata.plist`.
    static let ofMetadata: Set<String> = [
        "noteName", "noteSubject", "noteTags", "noteCreationDateKey", "noteModifiedDateKey",
        "uuidKey", "noteSizeKey", "notePackagePath", "documentVersion",
        "noteLastChangeDatePerTypeKey", "noteHasRecordingKey", "exportedSinceLastSave",
        "associatedProductsKey",
    ]
    /// The keys of the object of the note.
    static let ofSession: Set<String> = [
        "richText", "name", "subject", "tags", "creationDate", "contentPlaybackEventManager",
        "isReadOnly", "packagePath", "paperIndex", "paperLineStyle", "sessionFormatVersion",
        "NBNoteTakingSessionAllowHighlighterConversionKey",
        "NBNoteTakingSessionBundleVersionNumberKey",
        "NBNoteTakingSessionDocumentPaperLayoutModelKey",
        "NBNoteTakingSessionHandwritingLanguageKey",
        "NBNoteTakingSessionIsHighlighterBehindTextKey",
        "NBNoteTakingSessionMinorVersionNumberKey", "NBPaperMajorVersionNumber",
        "NBPaperMinorVersionNumber",
    ]
    /// The keys of its value `richText`.
    static let ofText: Set<String> = [
        "attributedString", "Handwriting Overlay", "Handwriting Objects", "mediaObjects",
        "reflowState", "pageLayoutArray", "pdfFiles", "NBAttributedBackingString",
        "didBecomeReflowable", "formatVersion", "formattedStringTextAlignmentKey",
        "recordingTimestampString",
    ]
    /// The keys of placed objects, as far as they can be texts.
    static let ofMedia: Set<String> = [
        "assetsIdKey", "captionFontName", "captionFontColorCrossPlatform", "latex",
        "documentOrigin", "documentContentOrigin", "unscaledContentSize", "recordingEventID",
    ]
    /// The keys of recordings.
    static let ofRecordings: Set<String> = [
        "createddate", "duration", "filepath", "filesize", "filetype", "identifier", "name",
        "userFacingName",
    ]
}
