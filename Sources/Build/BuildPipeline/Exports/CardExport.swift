import LocalFiles
import NoteExports
import NoteModel
import OutputChecks
import OutputPlan
import Platform
import SitePages

extension BuildPipeline {
    /// Writes decks to a file for Anki.
    ///
    /// - Parameters:
    ///   - names: The names of decks; if empty, all decks that are not excluded.
    ///   - output: The absolute path of the file: a package if it ends in `.apkg`, otherwise a text
    ///     file.
    ///   - isReplacing: True if an existing file at `output` may be replaced.
    /// - Returns: The number of cards that were exported, and the report on reading the notes.
    /// - Throws: ``UserFacingError`` if a name is not that of a deck, there is no deck, or the file
    ///   exists or cannot be written.
    package static func exportCards(
        of names: [String], to output: String, isReplacing: Bool, _ options: BuildOptions
    ) throws -> (count: Int, report: Report) {
        var report = Report()
        let (notebook, folder) = try notebook(options, into: &report, progress: .none)
        // Pictures may be in the scratch folder of `folder`.
        defer { withExtendedLifetime(folder) {} }
        // An excluded deck is exported only if it is named.
        var published = notebook
        let (excluded, unused) = options.rules.apply(
            to: &published, in: options.timeZone, &report)
        guard unused.isEmpty else { throw UserError.unusedRules(unused) }
        try options.requireEarlierRules(for: published.notes)
        let ids = Set(published.notes.map(\.id))
        let catalog = Catalog(notebook, language: options.language)
        try requireOutside(output, notes: folder)
        let decks =
            names.isEmpty
            ? catalog.decks.entries.filter { ids.contains($0.note.id) }
            : try names.map { try catalog.deck($0) }
        guard !decks.isEmpty else {
            throw UserError("\(options.notes) holds no deck of flash cards.")
        }
        let chosen = Set(decks.map(\.note.id))
        let export = AnkiExport(notebook.notes, chosen: chosen)
        published.notes += excluded.filter { chosen.contains($0.id) }
        let leaks = try LeakCheck(
            excluded.filter { !chosen.contains($0.id) }, compiler: options.site.noteCompiler,
            published: published, accepted: options.acceptedWords,
            acceptsAll: options.acceptsSharedWords)
        let target = try ExportTarget(output, kind: .file, isReplacing: isReplacing)
        let file = OutputFile(OutputPath("cards.txt"), content: content(of: export, output))
        let validator = OutputValidator([TreePlan(export: [file])], leaks: leaks)
        _ = try ExportSink(
            validator.validator(of: ""), derivatives: nil, scratch: target.scratch
        ).write([file], as: .file, to: [target])
        try validator.requireNoLeaks()
        try target.publish(target.made)
        // What could not be read may have been a deck, but none of those that were named.
        if !names.isEmpty { report = Report() }
        report.diagnostics += validator.diagnostics
        return (export.count, report)
    }

    private static func content(of export: AnkiExport, _ output: String) -> OutputContent {
        guard output.lowercased().hasSuffix(".apkg") else { return .bytes(export.text) }
        return .written { writer in
            try writer.check(export.text)
            try export.writePackage(
                to: writer.path, at: Int((SourceDate.current() ?? Date()).timeIntervalSince1970),
                keepingTimesIn: LocalFiles.folder(of: output), scratch: writer.scratch)
        }
    }
}
