import Diagnostics
import LocalFiles
import MediaProcessing
import NoteArchives
import OutputChecks
import OutputTree
import TextTemplates

extension BuildError {
    package var message: String {
        switch self {
        case .other(let error): Self.message(of: error)
        case .noNotes(let folder):
            "\(folder) holds no notes. Name the folder that holds the archives."
        case .unreadableNotes(let folder, let reason, true):
            "The notes folder \(folder) cannot be read: \(reason). Name the folder that holds the archives; `notebinder sample` makes one to try."
        case .unreadableNotes(let folder, let reason, false):
            "The notes folder \(folder) cannot be read: \(reason). Check that you may read it."
        case .noReadableSource(_, 1, _, let reason): reason
        case .noReadableSource(let folder, let count, let failed, let reason):
            "No notes among the \(count) files of \(folder); \(failed) could not be read. The first: \(reason)"
        case .allNotesGone(let folder, let output):
            "\(folder) holds no notes, and those published in \(output) would vanish. Is it the right folder, or is a disk missing? If all notes were removed on purpose, run `notebinder build --allow-removals`."
        case .lostNotes(let titles, let places): Self.message(ofLost: titles, in: places)
        case .unlistedPhotos(let folder, let reason):
            "\(folder) is \(reason), so nothing was published: the notes would lose their photos. Check that you may read it. To publish without them, run `notebinder build --allow-removals`."
        case .manyNotesGone(let folder, let gone, let before):
            "\(gone) of the \(before) notes of the last publication are gone from \(folder); nothing was published. Is a disk missing, or a copy unfinished? If they were removed on purpose, run `notebinder build --allow-removals`."
        case .unusedRules(let rules):
            rules.map { "\($0.summary) \($0.suggestion) " }.joined() + "Nothing was published."
        case .nothingSelected(let folder):
            "No note in \(folder) meets the criteria. `notebinder list` shows titles, dates and tags."
        case .overlappingFolders(let notes, let output):
            "The output folder \(output) and the notes folder \(notes) contain each other. Choose another folder with --output."
        case .noGeneration(let number, let output):
            "\(output) keeps no publication \(number). `notebinder rollback --list` shows those that it keeps."
        case .notAnOutputFolder(let path):
            "\(path) was not written by Notebinder. Name the output folder with --output."
        case .unbalanced(let report): Self.message(ofUnbalanced: report)
        case .damagedLedger(let path, let problem): "\(path) \(problem). \(Self.ledgerAdvice)"
        case .unreadableLedger(let path, let reason):
            "The permalink ledger \(path) cannot be read: \(reason). Check that you may read it."
        case .missingLedger(let path):
            "The permalink ledger \(path) is missing, although this notebook has been published before; nothing was published. \(Self.ledgerAdvice)"
        case .lostRules(let lost): lost.message
        case .unknownRules(let output):
            "No rule excludes notes, and the record of the last publication in \(output) is missing, damaged, or not yours to read: it may have excluded some. Nothing was published. Name the configuration with --config. \(LostRules.permission)"
        case .notesBesideBackup(let notes, let configuration):
            "\(configuration) has a backup, which the folder \(notes) would switch off. Leave out the folder, or write it as “notes” into the configuration."
        case .misnamedConfiguration(let name):
            "\(name) is not read; the configuration is called \(Configuration.defaultName). Rename the file, or name it with --config."
        case .unreadableConfiguration(let path, let reason):
            "The configuration \(path) cannot be read: \(reason)."
        case .configuration(let path, let line, let problem, let advice):
            "\(path), line \(line): \(problem)." + (advice.isEmpty ? "" : " \(advice)")
        case .invalidSourceDate(let text):
            "SOURCE_DATE_EPOCH is “\(text)”; it must be a number of seconds since 1970."
        case .missingTemplates, .linkedTemplate, .templateInFolder, .invalidTemplate,
            .templateNotUTF8, .invalidWords, .unusedTemplate, .unusableAsset:
            templateMessage ?? ""
        case .failedWorker(let count, true):
            "The photo worker was killed (signal 9) or failed at each of \(count) photos; most likely memory ran out. \(MediaProcessorError.memoryAdvice)"
        case .failedWorker(let count, false):
            "The photo worker failed at each of \(count) photos. \(MediaProcessorError.installationAdvice)"
        }
    }

    private static let ledgerAdvice =
        "Restore it from a backup or from version control, or start a new one with notebinder build --new-ledger: former addresses of renamed notes then stop working."

    /// The message of an error in the templates folder; nil for any other error.
    private var templateMessage: String? {
        switch self {
        case .missingTemplates(let folder):
            "The templates folder \(folder) does not exist. Check --templates, or “templates” in the configuration."
        case .linkedTemplate(let path):
            "\(path) is a symbolic link, and changes of its target would go unnoticed. Copy the file into the folder."
        case .templateInFolder(let path, let folder):
            "\(path) is a folder, and only files directly in \(folder) are used. Move its files there, or move it out of the templates folder."
        case .unusableAsset(let path, let problem): "\(path) \(problem)"
        case .invalidTemplate(let path):
            "\(path) cannot be used as a template. Move it out of the folder."
        case .templateNotUTF8(let path, let line):
            "\(path), line \(line): the text is not UTF-8. Save the file with the encoding UTF-8."
        case .invalidWords(let path, let problem):
            "\(path) cannot be used: \(problem). See the program's own tables of words for the format."
        case .unusedTemplate(let path, let nearest, let advice):
            "\(path) replaces no template or asset of the program, and no template includes it."
                + (nearest.map { " Did you mean “\($0)”?" } ?? "")
                + "\(advice) or move it out of the folder."
        default: nil
        }
    }

    private static func message(ofLost titles: [String], in places: [Report.Named]) -> String {
        let maximum = 5
        func list(_ names: [String]) -> String {
            let left = names.count - maximum
            return names.prefix(maximum).joined(separator: ", ")
                + (left > 0 ? " and \(left) more" : "")
        }
        let subject =
            titles.count == 1
            ? "A published note is" : "\(titles.count) published notes are"
        return
            "\(subject) in files that cannot be read, so nothing was published: \(list(titles.map { "“\($0)”" })). The files: \(list(places.map(\.name))). Make them readable, or copy them again. To publish without these notes, run `notebinder build --allow-removals`."
    }

    private static func message(ofUnbalanced report: Report) -> String {
        let sources = report.sources
        func sum(_ media: Report.Media) -> String {
            "\(media.referenced) referenced, \(media.published) published, \(media.missing.count) missing, \(media.unreadable.count) unreadable"
        }
        return
            "The report does not add up, so nothing was published. Files: \(sources.found) found, \(sources.read) read, \(sources.skipped.count) skipped, \(sources.failed.count) failed. Photos: \(sum(report.photos)). Recordings: \(sum(report.recordings)). Attachments: \(sum(report.attachments)). Please report this."
    }
}

// MARK: - Errors of other targets

extension BuildError {
    private static func message(of error: any Error) -> String {
        switch error {
        case let error as TemplateError: "A template has a fault. \(error)"
        case let error as MediaProcessorError:
            if case .file(let error) = error.reason {
                message(of: error)
            } else {
                error.description
            }
        case let error as LeakError: message(of: error)
        case let error as any UserFacingError: error.message
        case let error as OutputTreeError: message(of: error)
        case let error as FileError: message(of: error)
        default: "Something unexpected went wrong: \(error)."
        }
    }

    private static func message(of error: LeakError) -> String {
        switch error {
        case .words(let first, let others):
            let more =
                others == 0
                ? "" : others == 1 ? " So does 1 more file." : " So do \(others) more files."
            return
                "\(first)\(more) Nothing was published. If a template of yours prints these words, correct it there. If they may be public, add them to “accept-shared-words” in the configuration, or run again with --accept-shared-words."
        case .medium(let path):
            return
                "\(path) would be a picture or recording that no published note has; nothing was published. Please report this."
        }
    }

    private static func message(of error: OutputTreeError) -> String {
        switch error {
        case .notOurs(let path):
            "\(path) holds files that Notebinder did not write. Name an empty or a new folder with --output."
        case .foreignFile(let path):
            "\(path) is in the place of a page, and Notebinder did not write it. Move it away, then run again."
        case .damagedManifest(let path):
            "What Notebinder wrote into \(path) is unknown, because its record is lost. Move that folder away, then run again."
        case .unnameableFile(let path):
            "\(path) was not written by Notebinder, and its name is not text, so it cannot be kept in the next tree. Rename it or move it away, then run again."
        case .unreachable(let path):
            "\(path) cannot be read or is too deep, so files that others put there cannot be kept in the next tree. Make it readable or move it away, then run again."
        case .unknownFormat(let path, true):
            "\(path) was written by a newer version of Notebinder. Update this program, or name another folder with --output."
        case .unknownFormat(let path, false):
            "\(path) cannot be used: its file .notebinder/format is missing or damaged. If the folder is a notebook, write the line “\(OutputFolder.markText)” into that file; if not, name another folder with --output."
        case .notAFolder(let path):
            "\(path) is a file. Name a folder with --output."
        case .danglingLink(let path, let target):
            "\(path) is a link to \(target), which does not exist. Create that folder, or name another one with --output."
        case .damagedGeneration(let file, let generation):
            "\(file) was damaged since it was published before, so nothing was restored. To go back one publication further, delete \(generation), then run again."
        case .locked(let path, let holder):
            "Another run is writing \(path)\(holder.map { " (\($0))" } ?? ""). Wait until it is done, or use --wait SECONDS."
        case .file(let error): message(of: error)
        }
    }

    private static func message(of error: FileError) -> String {
        let advice =
            if error.isDiskFull {
                " Free some space, then run again; what was there before is unchanged."
            } else if error.isDenied {
                " Check who may write there."
            } else {
                ""
            }
        return "Notebinder \(error).\(advice)"
    }
}
