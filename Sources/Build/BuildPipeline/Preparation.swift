import LocalFiles
import MarkdownText
import MediaProcessing
import NoteModel
import OutputTree
import Platform
import SitePages

extension BuildPipeline {
    /// Does the expensive part of a build for a part of its notes: reading, compiling and preparing
    /// media. The results are files in the folder `prepared` among the records, each with a name of
    /// its own; those of several machines are copied into one folder, and the next build uses them.
    ///
    /// - Returns: The numbers of notes and of media in the part.
    /// - Throws: ``UserFacingError`` if the notes or the output folder cannot be used.
    package static func prepare(
        _ options: BuildOptions, part: WorkPart, progress: BuildProgress = .none
    ) throws -> (notes: Int, media: Int) {
        try options.requirePlaces()
        // No folder is created if there are no notes.
        if try !options.place.present.isOurs { _ = try ReadStage(options) }
        // Other machines write into the same folder at the same time, files of other names. Its lock
        // is needed only to mark it.
        let prepared = PreparedParts(
            try OutputFolder(options.place, waiting: max(options.waits, 60)))
        try LocalFiles.makePrivateFolders(prepared.path)
        let file = prepared.file(of: part)
        // A build takes what is complete.
        let unfinished = file + ".new"
        try LocalFiles.remove(unfinished)
        let cache = BuildCache(unfinished, program: ProgramVersion.build)
        let stage = try ReadStage(
            options, cache: cache, hashesSources: options.formats.contains(.json))
        let source = try stage.notes(in: part, progress)
        let theme = try Theme(options)
        var report = Report()
        var rows = try CompileStage(
            compiler: theme.site.noteCompiler, options: theme.site.compilerKey, cache: cache,
            width: options.width
        ).run(source)
        try AttachStage(folder: stage.folder, width: options.width).run(&rows, into: &report)
        // What is published nowhere is not decoded.
        let reasons = options.rules.reasons(against: rows.bare, in: options.timeZone)
        var notes = zip(rows, reasons).filter { $0.1 == nil }.map(\.0.note)
        let hasher = OriginalHasher(
            processor: MediaProcessor(
                cache: prepared.photos, worker: options.photoWorker, kept: options.keptMetadata,
                copiesPhotos: options.locations.omitting.contains("markdown"),
                converter: options.converter),
            cache: cache, start: options.now())
        _ = try DocumentStage(hasher: hasher, width: options.width)
            .run(&notes, into: &report, progress: progress)
        let media = try MediaStage(hasher: hasher, width: options.width)
            .run(notes, into: &report, progress: progress)
        try LocalFiles.rename(unfinished, to: file)
        return (source.count, media.all.count)
    }
}

/// The files that machines have prepared for a build.
struct PreparedParts {
    /// The path of the folder.
    let path: String
    private let cacheFile: String
    private let cache: String

    init(_ folder: OutputFolder) {
        (cacheFile, cache) = (folder.cacheFile, folder.cache)
        path = folder.records + "/" + NotebookPlace.preparedName
    }

    /// The path of the folder for derivatives.
    var photos: String { path + "/photos" }

    /// Returns the path of the cache of a part.
    func file(of part: WorkPart) -> String { "\(path)/\(part.index + 1)-of-\(part.count).cache" }

    /// Moves everything that was prepared into the caches of the notebook. What cannot be moved is
    /// computed again.
    func merge() {
        guard let entries = try? LocalFiles.entries(of: path) else { return }
        for name in entries.map(\.name).sorted() where name.hasSuffix(".cache") {
            CacheStore.merge(path + "/" + name, into: cacheFile)
        }
        let target = cache + "/photos"
        try? LocalFiles.makeFolder(target)
        for entry in (try? LocalFiles.entries(of: photos)) ?? [] {
            try? LocalFiles.rename(photos + "/" + entry.name, to: target + "/" + entry.name)
        }
        // Another machine may still be writing.
        for name in entries.map(\.name) where name.hasSuffix(".cache") {
            try? LocalFiles.remove(path + "/" + name)
        }
        _ = LocalFiles.removeIfEmpty(photos)
        _ = LocalFiles.removeIfEmpty(path)
    }
}
