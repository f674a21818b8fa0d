import NoteModel

/// A reader of one source, which collects diagnostics about it.
protocol DiagnosticReporter {
    var source: NotesFolder.SourceFile { get }
    var diagnostics: [Diagnostic] { get set }
}

extension DiagnosticReporter {
    /// Adds a diagnostic about the source.
    ///
    /// - Parameter place: The location in the source; empty for the whole file.
    mutating func report(
        _ identifier: Diagnostic.Identifier, place: String = "", summary: String,
        suggestion: String = ""
    ) {
        diagnostics.append(
            Diagnostic(
                identifier, origin: .init(source: source.name, place: place), summary: summary,
                suggestion: suggestion))
    }

    /// Reports a part of the source that cannot be read.
    mutating func reportDamage(of what: String, place: String, error: any Error) {
        report(
            .damagedObject, place: place,
            summary: "\(source.name): \(what) (\(place)) cannot be read: it \(error).")
    }

    /// Returns the diagnostics since the last call.
    mutating func takeDiagnostics() -> [Diagnostic] {
        defer { diagnostics = [] }
        return diagnostics
    }
}
