package import Diagnostics
import LocalFiles
import MediaProcessing
import NoteArchives
import NoteExchange
import OutputChecks
import OutputTree
import TextTemplates

/// An error because of which a command published nothing. Existing trees are unchanged. Other
/// errors are converted into this one at the end of a command.
package struct BuildError: Error, Sendable {
    package enum Kind: Sendable {
        /// A failure of any other kind, such as a full disk; the exit status is 1.
        case failed
        /// A value of the configuration is invalid; the exit status is 64 (`EX_USAGE`), as for an
        /// option.
        case invalidValue
        /// Another run holds the lock of the output folder, so that a later attempt may succeed;
        /// the exit status is 75 (`EX_TEMPFAIL`).
        case locked
    }

    package let kind: Kind

    /// The exit status of a command that fails in this way: 1, 64 or 75 (sysexits.h).
    package var exitStatus: Int32 {
        switch kind {
        case .failed: 1
        case .invalidValue: 64
        case .locked: 75
        }
    }

    /// The message for the user: one or two sentences about what is wrong and what to do.
    package let message: String

    package init(_ message: String, kind: Kind = .failed) {
        self.kind = kind
        self.message = message
    }
}

extension BuildError {
    package init(noNotesIn folder: String) {
        self.init("\(folder) holds no notes. Name the folder that holds the archives.")
    }

    /// Creates the error for a report whose numbers do not add up, which only a defect of the
    /// program can cause.
    init(unbalanced report: Report) {
        let sources = report.sources
        func sum(_ media: Report.Media) -> String {
            "\(media.referenced) referenced, \(media.published) published, \(media.missing.count) missing, \(media.unreadable.count) unreadable"
        }
        self.init(
            "The report does not add up, so nothing was published. Files: \(sources.found) found, \(sources.read) read, \(sources.skipped.count) skipped, \(sources.failed.count) failed. Photos: \(sum(report.photos)). Recordings: \(sum(report.recordings)). Attachments: \(sum(report.attachments)). Please report this."
        )
    }

    /// Creates the error for exclusion rules that match nothing, with all their messages.
    ///
    /// - Parameter unusedRules: The diagnostics of exclusion rules that match nothing; at least
    ///   one.
    package init(unusedRules: [Diagnostic]) {
        let sentences = unusedRules.map { "\($0.summary) \($0.suggestion)" }
        self.init(sentences.joined(separator: " ") + " Nothing was published.")
    }

    /// Converts an error of any stage into one with a message for the user; a ``BuildError`` stays
    /// the same.
    package init(_ error: any Error) {
        switch error {
        case let failure as BuildError: self = failure
        case let error as TemplateError:
            self.init("A template has a fault. \(error)")
        case let error as MediaProcessorError:
            if case .file(let error) = error.reason {
                self.init(error)
            } else {
                self.init(error.description)
            }
        case let error as LeakError: self.init(error)
        case let error as any UserFacingError: self.init(error.message)
        case let error as OutputTreeError: self.init(error)
        case let error as FileError: self.init(error)
        default: self.init("Something unexpected went wrong: \(error).")
        }
    }

    private init(_ error: LeakError) {
        switch error {
        case .words(let first, let others):
            let more =
                others == 0
                ? "" : others == 1 ? " So does 1 more file." : " So do \(others) more files."
            self.init(
                "\(first)\(more) Nothing was published. If a template of yours prints these words, correct it there. If they may be public, add them to “accept-shared-words” in the configuration, or run again with --accept-shared-words."
            )
        case .medium(let path):
            self.init(
                "\(path) would be a picture or recording that no published note has; nothing was published. Please report this."
            )
        }
    }

    private init(_ error: OutputTreeError) {
        switch error {
        case .notOurs(let path):
            self.init(
                "\(path) holds files that Notebinder did not write. Name an empty or a new folder with --output."
            )
        case .foreignFile(let path):
            self.init(
                "\(path) is in the place of a page, and Notebinder did not write it. Move it away, then run again."
            )
        case .damagedManifest(let path):
            self.init(
                "What Notebinder wrote into \(path) is unknown, because its record is lost. Move that folder away, then run again."
            )
        case .unnameableFile(let path):
            self.init(
                "\(path) was not written by Notebinder, and its name is not text, so it cannot be kept in the next tree. Rename it or move it away, then run again."
            )
        case .unreachable(let path):
            self.init(
                "\(path) cannot be read or is too deep, so files that others put there cannot be kept in the next tree. Make it readable or move it away, then run again."
            )
        case .notAFolder(let path):
            self.init("\(path) is a file. Name a folder with --output.")
        case .danglingLink(let path, let target):
            self.init(
                "\(path) is a link to \(target), which does not exist. Create that folder, or name another one with --output."
            )
        case .damagedGeneration(let file, let generation):
            self.init(
                "\(file) was damaged since it was published before, so nothing was restored. To go back one publication further, delete \(generation), then run again."
            )
        case .locked(let path):
            self.init(
                "Another run is writing \(path). Wait until it is done, then run again.",
                kind: .locked)
        case .file(let error): self.init(error)
        }
    }

    private init(_ error: FileError) {
        let advice =
            if error.isDiskFull {
                " Free some space, then run again; the published trees are as they were."
            } else if error.isDenied {
                " Check who may write there."
            } else {
                ""
            }
        self.init("Notebinder \(error).\(advice)")
    }
}
