/// A fact about a source, a note or a photo, for the owner of the notes.
///
/// A diagnostic is recorded and the run goes on; an error that ends the run is thrown instead.
package struct Diagnostic: Hashable, Sendable {
    package let identifier: Identifier
    package let origin: Origin
    /// One sentence that names the thing and says what is wrong with it.
    package let summary: String
    /// The action that the owner can take, as one sentence; empty if none is needed.
    package let suggestion: String

    package init(
        _ identifier: Identifier, origin: Origin, summary: String, suggestion: String = ""
    ) {
        self.identifier = identifier
        self.origin = origin
        self.summary = summary
        self.suggestion = suggestion
    }

    package var severity: Severity { identifier.severity }
}

extension Diagnostic {
    /// The severity of a diagnostic. Only `error` changes the exit status of a run.
    package enum Severity: String, Sendable, Comparable {
        /// A fact worth knowing; nothing was lost.
        case note
        /// Content is shown differently than its writer may expect; nothing was lost.
        case warning
        /// A source, a note or a photo could not be read.
        case error

        package static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The source that a diagnostic is about, and the location in it.
    package struct Origin: Hashable, Sendable {
        /// The path relative to the notes folder, with `/` as separator.
        package let source: String
        /// The location in the source, such as `root[2].photos[0]`; empty for the whole file.
        package let place: String

        package init(source: String, place: String = "") {
            self.source = source
            self.place = place
        }
    }
}

extension Diagnostic {
    /// The kinds of diagnostics. Raw values are stable: reports and scripts rely on them.
    package enum Identifier: String, Sendable, CaseIterable {
        /// The operating system refused to open or read a file or folder.
        case unreadableSource = "unreadable-source"
        /// A source holds no bytes.
        case emptySource = "empty-source"
        /// A source was recognized, but its kind is not supported.
        case unsupportedSource = "unsupported-source"
        /// A source is truncated, or its structure is inconsistent.
        case damagedArchive = "damaged-archive"
        /// An archive was read, but contains no note.
        case noNoteInArchive = "no-note-in-archive"
        /// One object of an archive is damaged; the others were kept.
        case damagedObject = "damaged-object"
        /// An object stored next to notes is of an unknown class; it is kept as JSON.
        case unknownClass = "unknown-class"
        /// Objects of an unknown class look like notes, and were read as notes.
        case takenForNote = "taken-for-note"
        /// A picture is archived by its name only, since it was part of the app.
        case pictureOfTheApp = "picture-of-the-app"
        /// An attachment of a text is not a picture that can be read.
        case unreadAttachment = "unread-attachment"
        /// An archived date is outside the years 1 to 9999, or is not a number.
        case impossibleDate = "impossible-date"
        /// A flash card lacks its question or its answer.
        case incompleteCard = "incomplete-card"
        /// The count of how often a card was known is negative or not a number.
        case impossibleCount = "impossible-count"
        /// A stroke of a drawing has one point, or none.
        case oddStroke = "odd-stroke"
        /// A row of a store belongs to no note.
        case orphanedRow = "orphaned-row"
        /// A photo that a note names is not in the notes folder.
        case missingPhoto = "missing-photo"
        /// A photo was found, but cannot be decoded.
        case unreadablePhoto = "unreadable-photo"
        /// The rotated copy of a photo for the Markdown tree could not be made.
        case sidewaysPhoto = "sideways-photo"
        /// A recording was found, but contains nothing that can be played.
        case unreadableRecording = "unreadable-recording"
        /// The file of an attachment cannot be read.
        case unreadableAttachment = "unreadable-attachment"
        /// No decoder for a kind of photos is installed.
        case missingDecoder = "missing-decoder"
        /// A file of captions cannot be read, or names a photo that no note shows.
        case unusableCaption = "unusable-caption"
        /// A file could not keep its name in a bag.
        case renamedInBag = "renamed-in-bag"
        /// An exclusion rule matches no note and is not optional.
        case unusedRule = "unused-rule"
        /// A file contains words of an excluded note, which its owner accepted.
        case sharedWords = "shared-words"
        /// A link in a text has no published target.
        case deadLink = "dead-link"
        /// A page links to a file that the site does not contain: an error of its template.
        case brokenPage = "broken-page"
        /// Rendering a body would take more memory or time than allowed.
        case costlyMarkdown = "costly-markdown"
        /// Everything was published, but the report could not be written.
        case unwrittenReport = "unwritten-report"
        /// The owner's hook for publications failed.
        case failedHook = "failed-hook"
        /// A published file differed from what was published, and was regenerated.
        case damagedFile = "damaged-file"
        /// A key of the configuration or a name in a template of the owner is an old one.
        case renamedSetting = "renamed-setting"
        /// A file in a published tree was not written by Notebinder, and was kept.
        case foreignFile = "foreign-file"

        package var severity: Severity {
            switch self {
            case .unreadableSource, .emptySource, .unsupportedSource, .damagedArchive,
                .noNoteInArchive, .unknownClass, .damagedObject, .unreadAttachment, .missingPhoto,
                .unreadablePhoto, .unreadableRecording, .unreadableAttachment, .missingDecoder,
                .unwrittenReport, .failedHook, .unusedRule:
                .error
            case .impossibleDate, .incompleteCard, .impossibleCount, .oddStroke, .orphanedRow,
                .unusableCaption,
                .pictureOfTheApp, .costlyMarkdown, .sharedWords,
                .deadLink, .brokenPage, .renamedInBag, .damagedFile,
                .sidewaysPhoto:
                .warning
            case .takenForNote, .foreignFile, .renamedSetting: .note
            }
        }
    }
}
