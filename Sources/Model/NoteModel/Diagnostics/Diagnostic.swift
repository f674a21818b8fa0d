/// A fact about a source, a note or a photo, for the owner of the notes.
///
/// A diagnostic is recorded and the run goes on; an error that ends the run is thrown instead.
package struct Diagnostic: Hashable, Sendable {
    package let identifier: Identifier
    package let origin: Origin
    /// One complete sentence that names the thing and says what is wrong with it. It ends with a
    /// period.
    package let summary: String
    /// The action that the owner can take, as one or two sentences; empty if none is needed.
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
    /// The severity of a diagnostic, in ascending order. Only `error` makes a report incomplete,
    /// which changes the exit status of a run.
    package enum Severity: String, Sendable, Comparable {
        /// A fact worth knowing, such as the new name of a setting; nothing was lost.
        case note
        /// Content is shown differently than its writer may expect, such as a link without a
        /// target; nothing was lost.
        case warning
        /// A source, a note or a photo could not be read, so that the published notebook lacks
        /// something.
        case error

        package static func < (left: Severity, right: Severity) -> Bool {
            // One of the three is below both others, and one above.
            left != right && (left == .note || right == .error)
        }
    }

    /// The source that a diagnostic is about, and the location in it, as reports and editors show
    /// them.
    package struct Origin: Hashable, Sendable {
        /// The path relative to the notes folder with `/` as the separator, or that of a published
        /// file or of the configuration; empty for the whole run.
        package let source: String
        /// The location in the source, such as `root[2].photos[0]` in an archive; empty for the
        /// whole file.
        package let place: String

        package init(source: String, place: String = "") {
            (self.source, self.place) = (source, place)
        }
    }
}

extension Diagnostic {
    /// The kinds of diagnostics. Raw values are stable: the report contains them, and scripts rely
    /// on them.
    package enum Identifier: String, Sendable, CaseIterable {
        /// The operating system refused to open or read a file or folder, for example because of
        /// its permissions.
        case unreadableSource = "unreadable-source"
        /// A source holds no bytes, as after a copy that was interrupted before it began.
        case emptySource = "empty-source"
        /// A source was recognized, but its kind is not supported, such as a property list that is
        /// not an archive.
        case unsupportedSource = "unsupported-source"
        /// A source is truncated, or its structure is inconsistent; nothing of it was read. Another
        /// copy may be intact.
        case damagedArchive = "damaged-archive"
        /// An archive was read, but contains no note. The summary names what was found in place of
        /// one.
        case noNoteInArchive = "no-note-in-archive"
        /// One object of an archive is damaged and was left out; the other objects of the same
        /// archive were kept.
        case damagedObject = "damaged-object"
        /// An object stored next to notes is of an unknown class; it is kept as JSON, and shown on
        /// no page.
        case unknownClass = "unknown-class"
        /// Objects of an unknown class were read as notes, or an unknown key as their text, because
        /// of how they look. The configuration can confirm it.
        case takenForNote = "taken-for-note"
        /// A picture is archived by its name only, since it was part of the app; its bytes are not
        /// in the archive.
        case pictureOfTheApp = "picture-of-the-app"
        /// An attachment of a rich text is not a readable picture, or one of too many; the text
        /// contains “(attachment)” in its place. Also reported for content that has no place in a
        /// note, such as a file of a package or a value of a picture.
        case unreadAttachment = "unread-attachment"
        /// An archived date is outside the years 1 to 9999, or is not a number. The note is shown
        /// without it.
        case impossibleDate = "impossible-date"
        /// A flash card lacks its question or its answer and is shown with the other side, or lacks
        /// both and is left out.
        case incompleteCard = "incomplete-card"
        /// The count of how often a card was known is negative, larger than a billion or not a
        /// number; it counts as 0.
        case impossibleCount = "impossible-count"
        /// A stroke of a drawing has only one point and is drawn as a dot, or has none and is left
        /// out.
        case oddStroke = "odd-stroke"
        /// A row of a Core Data store, such as a photo, belongs to no note of the store; it is not
        /// shown.
        case orphanedRow = "orphaned-row"
        /// A note is locked by its app, and no password was given that opens it.
        case lockedNote = "locked-note"
        /// The text of a note is on the servers of its app only, and not in the store.
        case noteInCloud = "note-in-cloud"
        /// Notes that their owner has deleted in the app are not read; their number is given.
        case unreadTrash = "unread-trash"
        /// A photo, recording or attachment that a note names is not in the notes folder; reported
        /// for the first note that names it.
        case missingPhoto = "missing-photo"
        /// A photo was found, but cannot be read or decoded. Exports contain it unchanged if its
        /// bytes can be read.
        case unreadablePhoto = "unreadable-photo"
        /// The rotated copy of a photo for the Markdown tree could not be made; the tree contains
        /// the photo as stored.
        case sidewaysPhoto = "sideways-photo"
        /// The metadata of a photo could not be removed, so that a Markdown tree without locations
        /// does not contain it.
        case uncopiedPhoto = "uncopied-photo"
        /// A recording was found, but cannot be read or contains nothing that can be played; pages
        /// show a notice in its place.
        case unreadableRecording = "unreadable-recording"
        /// The file of an attachment is in the notes folder but cannot be read, so that it is not
        /// published.
        case unreadableAttachment = "unreadable-attachment"
        /// No decoder for a kind of photos is installed. It is reported once for each kind, however
        /// many photos there are.
        case missingDecoder = "missing-decoder"
        /// A file of captions cannot be read, has a line without a caption, or names a photo that
        /// no note shows.
        case unusableCaption = "unusable-caption"
        /// The transcript next to a recording cannot be read, or only in part.
        case unusableTranscript = "unusable-transcript"
        /// A file could not keep its name in a bag, since not every file system allows the name
        /// beside the others.
        case renamedInBag = "renamed-in-bag"
        /// A text or a file of a note is larger than a format allows. The export contains
        /// everything else.
        case exceedsFormat = "exceeds-format"
        /// A book is so large that many readers refuse it.
        case largeBook = "large-book"
        /// A title or a tag was changed in an export, because its format does not allow it.
        case adaptedToFormat = "adapted-to-format"
        /// An exclusion rule matches no note and is not optional. It is an error, since a misspelt
        /// rule would publish what is private.
        case unusedRule = "unused-rule"
        /// A published file contains words of an excluded note, which its owner accepted in the
        /// configuration or on the command line.
        case sharedWords = "shared-words"
        /// A link in a text of a note has no published target; its words are shown without a link.
        case deadLink = "dead-link"
        /// A page links to a file that the site does not contain, which is an error of the page's
        /// template.
        case brokenPage = "broken-page"
        /// Rendering a text would take more memory or time than allowed; pages show it as plain
        /// text.
        case costlyMarkdown = "costly-markdown"
        /// A site with an address of its own is published without a ledger of earlier addresses.
        case newLedger = "new-ledger"
        /// All trees were published, but the report or the status could not be written afterwards,
        /// for example to a full disk.
        case unwrittenReport = "unwritten-report"
        /// The exclusion rules could not be remembered for runs without their configuration, for
        /// example in a read-only home folder.
        case unrememberedRules = "unremembered-rules"
        /// The run failed, and nothing was published.
        case failedRun = "failed-run"
        /// The notes could not be updated from the configured backup; those of the last copy were
        /// published.
        case failedBackup = "failed-backup"
        /// The owner's hook for publications could not be started or failed. The next run runs it
        /// again.
        case failedHook = "failed-hook"
        /// The trees are published, and the site could not be uploaded.
        case failedUpload = "failed-upload"
        /// A published file differed from what was published, through damage or another program,
        /// and was regenerated.
        case damagedFile = "damaged-file"
        /// There is no translation of the interface into the configured language; its text is
        /// English, and marked as such.
        case untranslatedLanguage = "untranslated-language"
        /// A file in a published tree was not written by Notebinder, and was kept under the same
        /// path.
        case foreignFile = "foreign-file"
        /// A tree that is not built any more was removed, because notes in it may be excluded now.
        case removedTree = "removed-tree"

        package var severity: Severity {
            switch self {
            case .unreadableSource, .emptySource, .unsupportedSource, .damagedArchive,
                .noNoteInArchive, .unknownClass, .lockedNote, .noteInCloud, .damagedObject,
                .unreadAttachment, .missingPhoto,
                .unreadablePhoto, .uncopiedPhoto, .unreadableRecording, .unreadableAttachment,
                .missingDecoder, .unwrittenReport, .failedHook, .failedUpload, .failedRun,
                .failedBackup,
                .unusedRule, .exceedsFormat, .orphanedRow:
                .error
            case .impossibleDate, .incompleteCard, .impossibleCount, .oddStroke,
                .unusableCaption, .unusableTranscript,
                .pictureOfTheApp, .costlyMarkdown, .sharedWords,
                .deadLink, .brokenPage, .renamedInBag, .damagedFile,
                .sidewaysPhoto, .untranslatedLanguage, .adaptedToFormat, .largeBook,
                .removedTree, .unrememberedRules:
                .warning
            case .takenForNote, .foreignFile, .newLedger, .unreadTrash: .note
            }
        }
    }
}
