import Hashing
import LocalFiles
import NoteArchives
import Platform

/// A reader of sources that takes a source from the cache if its file has not been touched and the
/// photos that it looks for are the same as before.
struct CachedSourceReader: Sendable {
    private let cache: BuildCache
    private let folder: NotesFolder
    private let reading: ReadingOptions
    private let hashesSources: Bool
    private let options: Fingerprint
    private let start: Int64
    /// The stamps of the folder's files from the start of the run.
    let stamps: FileStampIndex.Lookup
    /// The readings of earlier runs, for sources that cannot be read now.
    let last: LastReadings

    /// - Parameters:
    ///   - stamps: The stamps that the files of the folder had when the run began.
    ///   - start: The time at which reading begins, in nanoseconds since 1970.
    init(
        _ cache: BuildCache, folder: NotesFolder, reading: ReadingOptions, hashesSources: Bool,
        stamps: FileStampIndex.Lookup, start: Int64
    ) {
        (self.start, self.cache, self.folder) = (start, cache, folder)
        (self.reading, self.hashesSources) = (reading, hashesSources)
        self.stamps = stamps
        last = LastReadings(cache)
        options =
            Fingerprinter(
                "reading", reading.timeZone.key, reading.vocabulary.ownNames, hashesSources,
                reading.appleNotes.tagsFolders, reading.appleNotes.readsTrash
            ).fingerprint
    }

    /// Returns the contents of the sources, in their order and in chunks.
    ///
    /// Sources are cached in chunks: looking up each of thousands of small files would take longer
    /// than reading a few of them.
    ///
    /// - Parameters:
    ///   - counter: Counts the sources that are done.
    ///   - part: The part of the chunks to read.
    func read(
        _ sources: [NotesFolder.SourceFile], width: Int, counter: BuildProgress.Counter,
        part: WorkPart = .whole
    ) throws -> [[ReadSource]] {
        // The snapshot does not follow links, so the stamps of their targets are read here.
        let stamps = try sources.concurrentMap(width: width) {
            self.stamps.stamp(of: $0.name) ?? (try? FileStamp($0.path))
        }
        let all = sources.indices.chunks(minimum: 32, maximum: 128) { sources[$0].name.utf8 }
        let chunks = all[part.range(of: all.count)]
        let found = try chunks.concurrentMap(width: width, grain: 1) { chunk in
            defer { for _ in chunk { counter.advance() } }
            return readChunk(sources[chunk], stamps: stamps[chunk])
        }
        last.recordChunks(named: chunks.map { sources[$0.lowerBound].name })
        return found
    }

    private func readChunk(
        _ sources: ArraySlice<NotesFolder.SourceFile>, stamps: ArraySlice<FileStamp?>
    ) -> [ReadSource] {
        let inputs = zip(sources, stamps).map(fingerprint)
        let members = cache.chunk(
            LastReadings.step, name: sources.first?.name ?? "", inputs: inputs,
            answer: { question in
                question.hasPrefix("/")
                    ? Self.stamp(of: question)
                    : answer(toPhotoQuestion: question)
            },
            compute: { position, trace in
                let (source, stamp) = (
                    sources[sources.startIndex + position], stamps[stamps.startIndex + position]
                )
                // The changes of a database are in its log first.
                let log = source.path + "-wal"
                let logStamp = cache.isInMemory ? Self.stamp(of: log) : nil
                let outcome = SourceReader(
                    folder: folder.observed {
                        trace.add(
                            Self.question(photo: $0, of: source), answer: Fingerprint(of: $1))
                    },
                    reading: reading, hashesSources: hashesSources
                ).read(source)
                if outcome.isOfDatabase { trace.add(log, answer: logStamp) }
                let isKept = cache.isInMemory ? outcome.canBeKept : outcome.canBeStored
                let last = last.reading(insteadOf: outcome)
                return BuildCache.Computed(
                    value: ReadSource(outcome, last: last), isKept: isKept || last != nil,
                    isValid: isKept && stamp?.isSettled(before: start) == true)
            })
        return members.map(\.value)
    }

    /// Returns the question for the photo that a source means by a name.
    private static func question(photo: String, of source: NotesFolder.SourceFile) -> String {
        source.name + "\0" + photo
    }

    private func answer(toPhotoQuestion question: String) -> Fingerprint? {
        let parts = question.split(separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return folder.seen(from: String(parts[0])).content(ofPhotoNamed: String(parts[1]))
            .map { Fingerprint(of: $0) }
    }

    private static func stamp(of path: String) -> Fingerprint? {
        guard let stamp = try? FileStamp(path) else { return nil }
        var parts = Fingerprinter("stamp")
        stamp.add(to: &parts)
        return parts.fingerprint
    }

    private func fingerprint(_ source: NotesFolder.SourceFile, stamp: FileStamp?) -> Fingerprint {
        var parts = Fingerprinter("source", options, source.name, source.path, stamp != nil)
        stamp?.add(to: &parts)
        return parts.fingerprint
    }
}
