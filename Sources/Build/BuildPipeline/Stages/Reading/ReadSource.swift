import Hashing
import NoteArchives
import NoteModel

/// The outcome of reading a source, with the fingerprints of its notes, as the cache stores it.
final class ReadSource: Sendable, BinaryCodable {
    let outcome: SourceOutcome
    let notes: [SourceNote]
    /// The reading of an earlier run whose notes stay published, since the source, or a part of it,
    /// can no longer be read; nil for others.
    let last: ReadSource?

    /// True if the source was read without diagnostics and without unrecognized objects.
    let isPlain: Bool

    /// True if other sources in the folder determine what this one is: a part of a document, or an
    /// empty list.
    let isOfSeveral: Bool

    convenience init(_ outcome: SourceOutcome, last: ReadSource?) {
        self.init(outcome, fingerprints: outcome.notes.map(SourceFingerprints.init), last: last)
    }

    private init(_ outcome: SourceOutcome, fingerprints: [SourceFingerprints], last: ReadSource?) {
        self.outcome = outcome
        notes = zip(outcome.notes, fingerprints).map { SourceNote(note: $0, fingerprints: $1) }
        self.last = last
        var isPlain = outcome.diagnostics.isEmpty && outcome.unread.isEmpty
        if case .read = outcome.result {} else { isPlain = false }
        self.isPlain = isPlain
        isOfSeveral = outcome.part != nil || outcome.isEmptyList
    }

    func write(to writer: inout ByteWriter) {
        writer.write(outcome, notes.map(\.fingerprints), last)
    }

    convenience init(from reader: inout ByteReader) throws {
        self.init(
            try reader.value(), fingerprints: try reader.value(),
            last: try reader.value())
    }
}

extension ReadSource {
    /// The diagnostics of the source. If the notes of an earlier reading stay, the first error says
    /// so.
    var diagnostics: [Diagnostic] {
        var diagnostics = outcome.diagnostics
        guard let last, let first = diagnostics.firstIndex(where: { $0.severity == .error })
        else { return diagnostics }
        let error = diagnostics[first]
        diagnostics[first] = Diagnostic(
            error.identifier, origin: error.origin,
            summary: error.summary + " " + Self.notice(ofKept: last.outcome.notes.count),
            suggestion: error.suggestion)
        return diagnostics
    }

    /// Returns the sentence on how many notes of a source stay as they were. The sentence before it
    /// names the source.
    static func notice(ofKept count: Int) -> String {
        count == 1
            ? "Its note stays as it was last read."
            : "Its \(count) notes stay as they were last read."
    }
}
