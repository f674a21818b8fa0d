import Diagnostics
import LocalFiles
import MarkdownText
import NoteArchives
import NoteModel

/// Reads the notes folder: sources to one notebook, all of them accounted for.
struct ReadStation {
    let folder: NotesFolder
    private let title: String
    private let reading: ReadingOptions
    private let width: Int
    private let memory: SourceMemory

    /// - Parameters:
    ///   - memory: Of earlier runs; asked for once the folder is listed.
    ///   - seen: Files of the folder, as they looked when the run began.
    /// - Throws: ``BuildFailure`` for a folder that is missing or unreadable.
    init(
        _ options: BuildOptions, memory: @autoclosure () throws -> RunMemory = RunMemory(),
        seen: SeenFiles = SeenFiles()
    ) throws {
        do throws(FileError) {
            folder = try NotesFolder(options.notes)
        } catch {
            let advice =
                error.isMissing
                ? "Name the folder that holds the archives; `notebinder sample` makes one to try."
                : "Check that it may be read by you."
            throw BuildFailure(
                "The notes folder \(options.notes) cannot be read: \(error.reason). \(advice)")
        }
        title = options.title
        reading = options.reading
        width = options.width
        self.memory = SourceMemory(
            try memory(), folder: folder, reading: options.reading, seen: seen)
    }

    func read(into report: inout Report, progress: BuildProgress) throws -> Notebook {
        try readWithDigests(into: &report, progress: progress).notebook
    }

    /// The notebook with the digests of its notes in their order, nil where these are not known, and
    /// what it was made of.
    func readWithDigests(
        into report: inout Report, progress: BuildProgress
    ) throws -> (notebook: Notebook, digests: [NoteDigest]?, sources: [ReadSource]) {
        let counter = progress.counter("Reading", of: folder.sources.count)
        let found = try memory.outcomes(of: folder.sources, width: width, counter) {
            source, folder in
            withWhatItsTextsName(
                SourceReader(folder: folder, reading: reading).read(source), in: folder)
        }
        let isJoined = found.contains(where: \.isOfSeveral)
        // Whether the notes are the very ones of the sources.
        let isAsRead = !isJoined && folder.captionFiles.isEmpty
        let sources = isJoined ? try joined(found) : found
        var notes: [Note] = []
        notes.reserveCapacity(sources.count)
        var unread: [UnreadObject] = []
        for source in sources {
            if source.isPlain {
                report.sources.read += 1
                notes += source.outcome.notes
                continue
            }
            report.diagnostics += source.outcome.diagnostics
            unread += source.outcome.unread
            switch source.outcome.result {
            case .read(let found):
                report.sources.read += 1
                notes += found
            case .skipped(let reason):
                report.sources.skipped.append(
                    .init(name: source.outcome.source.name, reason: reason))
            case .failed:
                let reason =
                    source.outcome.diagnostics.first?.summary ?? "It could not be read."
                report.sources.failed.append(
                    .init(name: source.outcome.source.name, reason: reason))
            }
        }
        for left in folder.leftOut {
            let named = Report.Named(name: left.name, reason: left.reason)
            if left.mayHoldNotes {
                report.sources.failed.append(named)
                report.diagnostics.append(
                    Diagnostic(
                        .unreadableSource, origin: .init(source: left.name),
                        summary: "\(left.name) is \(left.reason), and was not read."))
            } else {
                report.sources.skipped.append(named)
            }
        }
        report.sources.found = folder.sources.count + folder.leftOut.count
        var digests = isAsRead ? found.flatMap(\.digests) : []
        if !notes.indices.dropFirst().allSatisfy({ notes[$0 - 1].id < notes[$0].id }) {
            let order = notes.indices.sorted { notes[$0].id < notes[$1].id }
            if digests.count == notes.count { digests = order.map { digests[$0] } }
            notes = order.map { notes[$0] }
        }
        report.notes = notes.count
        for note in notes { report.kinds.count(note) }
        var captions = PhotoCaptions(folder.captionFiles)
        notes = captions.apply(to: notes)
        report.diagnostics += captions.diagnostics
        let notebook = Notebook(
            title: title, notes: notes, unread: unread)
        return (notebook, digests.count == notes.count ? digests : nil, found)
    }

    /// The sources where several of them may be one document, or tell of one another what they are.
    private func joined(_ found: [ReadSource]) throws -> [ReadSource] {
        var read = found.map(\.outcome)
        // Beside a part, the photos of its note come before those that its text names.
        let withParts = DocumentPackages.foldersWithParts(read)
        if !withParts.isEmpty {
            let reader = SourceReader(folder: folder, reading: reading)
            read = try read.concurrentMap(width: width) { outcome in
                withParts.contains(LocalFiles.folder(of: outcome.source.name))
                    ? reader.read(outcome.source) : outcome
            }
        }
        return EmptyDecks.found(in: DocumentPackages.joined(read), of: folder).map { outcome in
            let isBesidePart = withParts.contains(LocalFiles.folder(of: outcome.source.name))
            return ReadSource(
                outcome: isBesidePart ? withWhatItsTextsName(outcome, in: folder) : outcome,
                digests: [])
        }
    }

    private func withWhatItsTextsName(
        _ outcome: SourceOutcome, in folder: NotesFolder
    ) -> SourceOutcome {
        guard !outcome.notes.isEmpty else { return outcome }
        return outcome.replacingNotes(
            outcome.notes.map { withWhatItsTextNames($0, in: folder) })
    }

    /// Texts bear tags, and may name photos and recordings that the note's own lists do not.
    private func withWhatItsTextNames(_ note: Note, in folder: NotesFolder) -> Note {
        var note = note
        let named = note.texts.map { TextReferences($0) }
        var isNew = Set<Tag>()
        note.tags = (Self.tags(of: note, named) + note.tags).filter { isNew.insert($0).inserted }
        // A link may lead anywhere; one to a file that is here brings it along.
        let linked = named.flatMap { $0.links + $0.names }
            .filter { isMedia($0) && folder.medium(named: $0).isThere }
        let shown = named.flatMap { $0.images + $0.embeds.filter(isMedia) }
        for address in shown + linked
        where note.photoIndex(forAddress: address) == nil
            && note.recordingIndex(forAddress: address) == nil
            && note.attachmentIndex(forAddress: address) == nil
        {
            guard Int(address) == nil, PhotoName(address) != nil, !address.hasPrefix("data:")
            else { continue }
            switch folder.medium(named: address) {
            case .photo(let photo): note.photos.append(photo)
            case .recording(let recording): note.recordings.append(recording)
            }
        }
        return note
    }

    /// The tags that the title and the texts of a note bear.
    private static func tags(of note: Note, _ texts: [TextReferences]) -> [Tag] {
        let ofTitle = note.hasOwnTitle ? TextReferences.tags(ofLine: note.title) : []
        return (ofTitle + texts.flatMap(\.tags)).map { Tag($0) }
    }

    /// The note with those of its tags only that neither its title nor its texts bear.
    static func withoutTagsOfTexts(_ note: Note) -> Note {
        guard !note.tags.isEmpty else { return note }
        let known = Set(tags(of: note, note.texts.map { TextReferences($0) }))
        var note = note
        note.tags.removeAll { known.contains($0) }
        return note
    }

    private func isMedia(_ address: String) -> Bool {
        PhotoKind(name: address) != nil || RecordingKind(name: address) != nil
    }
}
