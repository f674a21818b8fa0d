import Hashing
import LocalFiles
import MarkdownText
package import NoteExports
import NoteModel
package import SitePages

/// A notebook that is ready to be planned, with everything that formats need besides it.
package struct PlannedNotebook: Sendable {
    package let input: BuildInput
    let options: BuildOptions
    let theme: Theme
    let cache: BuildCache
    /// The changes that the site lists; nil for none.
    let changes: [SiteChange]?
    /// The published notes with what their references lead to; none unless a format has pages.
    let site: SiteNotes
    /// The diagnostics of references without a target.
    let deadReferences: [Diagnostic]
    /// The fingerprint of the inputs that all files have in common: the program, its options, its
    /// templates and the excluded notes.
    let environment: Fingerprint

    init(_ input: BuildInput, stage: PlanStage, changes: [SiteChange]?, hasPages: Bool) throws {
        (self.input, self.changes) = (input, changes)
        (options, theme, cache) = (stage.options, stage.theme, stage.cache)
        // Files are checked again if other notes are excluded.
        environment =
            Fingerprinter(
                "environment", ProgramVersion.build, options.outputSettings, theme.key,
                input.excluded.map { Fingerprint(of: $0.note).text }
            ).fingerprint
        (site, deadReferences) =
            hasPages
            ? try Self.resolved(input, options: theme.site, width: options.width)
            : (SiteNotes([], map: SiteMap([])), [])
    }

    /// Resolves the references in the texts of the notes.
    private static func resolved(
        _ input: BuildInput, options: SiteOptions, width: Int
    ) throws -> (SiteNotes, [Diagnostic]) {
        let (map, notes, media) = (input.map, input.notes, input.media)
        let resolver = ReferenceResolver(map, media: media, options: options) {
            notes[$0].facts.headings
        }
        let unpublished = Dictionary(
            input.excluded.map(\.note).flatMap { note in
                [note.title, note.identifier.map { Note.identifierFolder + $0 }]
                    .compactMap { $0.map { (NameKey($0), note.title) } }
            }
        ) { first, _ in first }
        let resolved = try notes.indices.concurrentMap(width: width) { index in
            let row = notes[index]
            let targets = resolver.targets(of: row.facts.references, in: row.note)
            let fingerprints = map.fingerprints(
                of: row.note, facts: row.facts, key: row.key, at: index, targets: targets,
                thumbnail: media.thumbnailIdentity(of: row.note))
            return (
                SiteNote(
                    row.note, text: row.text, key: row.key, targets: targets,
                    fingerprints: fingerprints),
                resolver.diagnostics(
                    of: row.note, facts: row.facts, targets: targets, unpublished: unpublished)
            )
        }
        return (SiteNotes(resolved.map(\.0), map: map), resolved.flatMap(\.1))
    }

    /// The notebook for exports, in which the fingerprint of a note covers everything that an
    /// exported file of it depends on.
    package var exportable: ExportableNotebook {
        ExportableNotebook(
            title: input.title,
            notes: input.notes.map { row in
                ExportableNote(
                    row.note, slug: row.slug, text: row.text,
                    key: Fingerprinter("exported", row.key, environment).fingerprint,
                    sourceDigest: input.sourceDigests[row.note.id.source])
            }, unread: input.unread, media: input.media, names: input.map.noteNames)
    }

    /// The generator of books, which contain a whole notebook in one file, such as an EPUB.
    package var binder: BookBinder {
        BookBinder(
            input.notebook, site: site, orders: input.orders, media: input.media,
            options: theme.site, templates: theme.templates, assets: theme.assets,
            styles: theme.bookAssets)
    }
}
