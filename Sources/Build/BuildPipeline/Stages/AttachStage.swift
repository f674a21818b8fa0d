import LocalFiles
import MarkdownText
import NoteArchives
package import NoteModel
import SitePages

/// The stage that adds to notes what their texts refer to: hashtags, and photos and recordings of
/// the folder that their own lists lack. It then adds the captions that the owner wrote.
struct AttachStage: Sendable {
    let folder: NotesFolder
    let width: Int

    /// Adds tags, media and captions to notes.
    func run(_ rows: inout [some ReferringNote], into report: inout Report) throws {
        let owned = filesOfLists(rows)
        try rows.concurrentUpdate(width: width) { _, row in
            attach(row.references, to: &row.note, owned: owned)
        }
        var captions = PhotoCaptions(folder.captionFiles)
        for index in rows.indices { captions.apply(to: &rows[index].note, in: folder.path) }
        captions.reportUnused()
        report.diagnostics += captions.diagnostics
        addTranscripts(to: &rows, &report)
    }

    /// Adds the transcripts of recordings. One that cannot be read in whole is reported once.
    private func addTranscripts(to rows: inout [some ReferringNote], _ report: inout Report) {
        var reported: Set<String> = []
        for index in rows.indices where rows[index].note.hasMedia {
            for position in rows[index].note.recordings.indices {
                guard let name = rows[index].note.recordings[position].name,
                    let (file, result) = folder.seen(from: rows[index].note.id.source)
                        .transcript(ofRecording: name)
                else { continue }
                let problem: String?
                switch result {
                case .success(let transcript):
                    rows[index].note.recordings[position].transcript = transcript
                    problem = transcript.problemSummary.map { "is not shown in whole: \($0)" }
                case .failure(let fault): problem = fault.reason
                }
                guard let problem, reported.insert(file).inserted else { continue }
                report.diagnostics.add(
                    .unusableTranscript, source: file,
                    summary: "The transcript \(file) \(problem).",
                    suggestion: "Correct the file, or export it again.")
            }
        }
    }

    /// Returns the files that are in the lists of notes. They belong to these notes: the same name
    /// in the text of another note means a photo of its own, and must not reveal one of an excluded
    /// note.
    private func filesOfLists(_ rows: [some ReferringNote]) -> Set<String> {
        var files: Set<String> = []
        for note in rows.lazy.map(\.note) where note.hasMedia {
            let source = folder.path + "/" + note.id.source
            for medium in note.media.all where medium.kind != .attachment {
                // A photo without a name is in the archive itself.
                guard let file = medium.stored?.file, file != source else { continue }
                if medium.kind == .recording || medium.name != nil { files.insert(file) }
            }
        }
        return files
    }

    /// - Parameter owned: The files that are in the lists of notes.
    private func attach(_ references: [Reference], to note: inout Note, owned: Set<String>) {
        let tags = note.tagsOfTexts(references)
        if !tags.isEmpty {
            var isNew: Set<Tag> = []
            note.tags = (tags + note.tags).filter { isNew.insert($0).inserted }
        }
        guard references.contains(where: { $0.kind != .tag }) else { return }
        let folder = folder.seen(from: note.id.source)
        let addresses = Self.addresses(in: references, of: folder, owned: owned)
        guard !addresses.isEmpty else { return }
        var files = NoteFiles(note)
        for address in addresses
        where files.file(Medium.Kind.allCases, forAddress: address) == nil {
            guard Int(address) == nil, PhotoName(address) != nil, !address.hasPrefix("data:")
            else { continue }
            let medium = Self.medium(named: address, in: folder, owned: owned)
            note.media.append(medium)
            files.append(medium)
        }
    }

    /// Returns the addresses of the images that the texts show, followed by those of the photos and
    /// recordings that they link to. A link may have any target, so only files that exist count.
    private static func addresses(
        in references: [Reference], of folder: NotesFolder, owned: Set<String>
    ) -> [String] {
        let images = references.filter { $0.kind == .image }.map(\.name)
        let embeds = references.filter { $0.kind == .embed }.compactMap(\.bracketedName)
        let links = references.filter { $0.kind == .link }.map(\.name)
        let names = references.compactMap(\.bracketedName)
        return images + embeds.filter(isMedia)
            + (links + names).filter {
                isMedia($0) && medium(named: $0, in: folder, owned: owned).stored != nil
            }
    }

    /// Returns a photo or a recording of the folder that no note has in its list; a missing one for
    /// any other name.
    private static func medium(
        named address: String, in folder: NotesFolder, owned: Set<String>
    ) -> Medium {
        let found = folder.medium(named: address)
        guard let file = found.stored?.file, owned.contains(file) else { return found }
        return Medium(.photo, name: PhotoName(address)?.text, content: .missing)
    }

    private static func isMedia(_ address: String) -> Bool { MediaFormat(name: address) != nil }
}

/// A note that stages change in place.
protocol NoteRow: Sendable {
    var note: Note { get set }
}

extension Note: NoteRow {
    var note: Note {
        get { self }
        _modify { yield &self }
    }
}

/// A note with the references in its texts.
protocol ReferringNote: NoteRow {
    var references: [Reference] { get }
}

/// A note for callers that need no other field of a row.
struct PlainReferringNote: ReferringNote {
    var note: Note
    let references: [Reference]
}

extension Note {
    /// Returns the hashtags of the title, unless it is derived, and then those of the texts.
    ///
    /// - Parameter references: The references in the texts of the note.
    func tagsOfTexts(_ references: [Reference]) -> [Tag] {
        let ofTitle = hasOwnTitle ? TextFacts.tags(ofLine: title) : []
        let ofTexts = references.lazy.filter { $0.kind == .tag }.map(\.name)
        return (ofTitle + ofTexts).map { Tag($0) }
    }

    /// The note without the tags that its title or its texts have as hashtags.
    package var withoutTagsOfTexts: Note {
        guard !tags.isEmpty else { return self }
        let known = Set(tagsOfTexts(NoteCompiler.standard.compile(self).facts.references))
        var note = self
        note.tags.removeAll { known.contains($0) }
        return note
    }

    /// The addresses by which the texts refer to photos of the note, in the order of the texts.
    package var addressesOfPhotosInTexts: [String] {
        NoteCompiler.standard.compile(self).facts.references.filter {
            ($0.kind == .image || $0.kind == .link)
                && position(of: .photo, forAddress: $0.name) != nil
        }.map(\.name)
    }
}

extension NoteCompiler {
    /// A compiler with default options, for callers that need the facts of a note but no HTML.
    static let standard = SiteOptions().noteCompiler
}
