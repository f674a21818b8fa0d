import DefaultTemplates
import LocalFiles
import MarkdownText
import MediaProcessing
package import NoteArchives
package import NoteModel
import Orthography
import OutputPlan
import OutputTree
import Platform
import SitePages

/// Makes pages of single notes as the next build would publish them, for editors.
///
/// Links are resolved among the notes of the notebook; the notes that link the note, and its
/// neighbours in lists, are left out.
package struct NotePreviewer: Sendable {
    private let options: BuildOptions
    private let theme: Theme
    private let planner: SitePlanner
    private let compiler: NoteCompiler
    private let processor: MediaProcessor
    private let touchIcon: Lazy<[UInt8]?>

    /// The page of a note, and the files that it shows.
    package struct Preview: Sendable {
        /// The page in HTML, whose addresses are relative to a folder of the site.
        package let page: [UInt8]
        /// The absolute paths of pictures and recordings by their paths in the site, such as
        /// `photos/a1b2.webp`.
        package let files: [String: String]
    }

    /// - Parameter options: The options of the build, in whose output folder pictures are cached.
    /// - Throws: ``UserFacingError`` for templates that cannot be used, and for an output folder
    ///   with files that Notebinder did not write.
    package init(_ options: BuildOptions) throws {
        self.options = options
        // Pictures are cached there before anything is published, which must not make the folder
        // look like one of another program.
        do {
            try options.requirePlaces()
            _ = try OutputFolder(options.place)
        } catch OutputTreeError.locked where options.place.present == options.place {
            // Another run has marked the folder.
        }
        theme = try Theme(options)
        planner = SitePlanner(options: theme.site, templates: theme.templates, assets: theme.assets)
        compiler = theme.site.noteCompiler
        processor = MediaProcessor(
            cache: options.place.records + "/cache/photos",
            worker: options.photoWorker, kept: options.keptMetadata)
        touchIcon = Lazy { [theme, processor] in Self.touchIcon(of: theme, processor) }
    }

    /// Returns a file of the site's folder `assets`, such as `style.css`, as the owner has it, but
    /// scripts as this program calls them, and the icon of the site also as `touch-icon.png`; nil if
    /// there is none of that name.
    package func themeFile(_ name: String) -> [UInt8]? {
        if name.hasSuffix(".js") { return DefaultTemplates.assets[name] }
        switch name {
        case "icon.svg": return Self.icon(of: theme)
        case "touch-icon.png": return touchIcon.value
        default: return theme.assets[name]
        }
    }

    private static func icon(of theme: Theme) -> [UInt8]? {
        theme.assets["favicon.svg"] ?? theme.assets["icon.svg"]
    }

    /// Returns the icon of the site in PNG, since phones show no SVG among their apps: the owner's,
    /// or the SVG on white; nil if it cannot be drawn.
    private static func touchIcon(of theme: Theme, _ processor: MediaProcessor) -> [UInt8]? {
        if let own = theme.assets["favicon.png"] { return own }
        let icon = Data(icon(of: theme) ?? [])
        let padded = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">\
            <path d="M0 0h40v40H0z" fill="#fff"/><image x="4" y="4" width="32" height="32" \
            href="data:image/svg+xml;base64,\(icon.base64EncodedString())"/></svg>
            """
        let picture = try? processor.picture(ofSVG: Array(padded.utf8), side: touchIconSide)
        return picture.flatMap { try? LocalFiles.read(processor.file(of: $0)) }
    }

    /// The side in pixels of an app's icon on the phones with the finest screens.
    private static let touchIconSide = 180

    /// Returns the date of a note's last change as pages show it; nil if it has none.
    package func date(of note: Note) -> String? {
        NoteDates(theme.site).lastChange(of: note)
    }

    /// The notes among which the links of previews are resolved, with their addresses.
    package struct Surroundings: Sendable {
        fileprivate let notes: [Note]
        fileprivate let map: SiteMap

        package init(_ notes: [Note]) {
            // A note that is not archived yet has the last position.
            let new = Note(id: NoteID(source: "", index: 0), title: nil, body: "")
            self.notes = notes + [new]
            let slugs = BuildPipeline.slugs(of: notes) + [Slug(title: "new-note")]
            map = SiteMap(zip(self.notes, slugs).map { ($0, $1) })
        }
    }

    /// Returns the page of a note.
    ///
    /// - Parameters:
    ///   - note: The note with its unsaved changes.
    ///   - position: The position of the saved note among the surroundings; nil for a new note.
    ///   - folder: The notes folder, in which the text may name photos.
    /// - Throws: ``UserFacingError`` if a template fails or no photo worker can be started.
    package func preview(
        _ note: Note, at position: Int?, among surroundings: Surroundings, folder: NotesFolder
    ) throws -> Preview {
        var notes = surroundings.notes
        let index = position ?? notes.count - 1
        notes[index] = note
        let compiled = compiled(index, of: notes, map: surroundings.map)
        let shown = compiled.sorted { $0.key < $1.key }
        var report = Report()
        var rows = shown.map {
            PlainReferringNote(note: notes[$0.key], references: $0.value.facts.references)
        }
        try AttachStage(folder: folder, width: 1).run(&rows, into: &report)
        for (other, row) in zip(shown, rows) { notes[other.key] = row.note }
        let media = try prepare(rows.map(\.note))
        let site = siteNotes(notes, compiled: compiled, map: surroundings.map, media: media)
        let (page, files) = try planner.page(
            ofNote: index, in: Notebook(title: options.title, notes: notes), site: site,
            media: media)
        return Preview(page: page, files: paths(of: files))
    }

    /// Returns the path of a picture of a photo, without metadata; nil for a photo that cannot be
    /// shown.
    ///
    /// - Parameter isLarge: True for the largest picture, and false for the smallest.
    /// - Throws: ``UserFacingError`` if no photo worker can be started.
    package func picture(of photo: Medium, isLarge: Bool) throws -> String? {
        var note = Note(id: NoteID(source: "", index: 0), title: nil, body: "")
        note.photos = [photo]
        let derivatives = try prepare([note])[photo]?.decoded?.derivatives
        return (isLarge ? derivatives?.first : derivatives?.last).map {
            processor.file(of: $0.file)
        }
    }

    private func prepare(_ notes: [Note]) throws -> PreparedMedia {
        var report = Report()
        let hasher = OriginalHasher(
            processor: processor, cache: BuildCache(), start: options.now())
        return try MediaStage(hasher: hasher, width: options.width)
            .run(notes, into: &report, progress: .none)
    }

    /// Returns the note to be shown and the notes that it refers to, compiled, by their positions;
    /// no others appear on its page.
    private func compiled(_ index: Int, of notes: [Note], map: SiteMap) -> [Int: CompiledNote] {
        let note = compiler.compile(notes[index])
        let resolver = ReferenceResolver(
            map, media: PreparedMedia(), options: theme.site
        ) { _ in [] }
        let referred = resolver.targets(of: note.facts.references, in: notes[index])
        var compiled = [index: note]
        for other in Set(referred.compactMap(\.note)) where other != index {
            compiled[other] = compiler.compile(notes[other])
        }
        return compiled
    }

    private func siteNotes(
        _ notes: [Note], compiled: [Int: CompiledNote], map: SiteMap, media: PreparedMedia
    ) -> SiteNotes {
        let blank = compiler.compile(Note(id: NoteID(source: "", index: 0), title: nil, body: ""))
        let rows = notes.enumerated().map { index, note in
            SiteNote(note, text: CompiledNote.Handle(compiled[index] ?? blank))
        }
        let resolver = ReferenceResolver(map, media: media, options: theme.site) {
            rows[$0].facts.headings
        }
        return SiteNotes(
            rows.enumerated().map { index, row in
                compiled[index] == nil
                    ? row
                    : row.leading(to: resolver.targets(of: row.facts.references, in: row.note))
            }, map: map)
    }

    private func paths(of files: [OutputFile]) -> [String: String] {
        files.reduce(into: [:]) { paths, file in
            if case .derivative(let derived) = file.content {
                paths[file.path.text] = processor.file(of: derived)
            }
        }
    }
}
