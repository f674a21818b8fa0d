import Hashing

/// A comparison of the published notes of a run with those of the last one, for messages and for
/// the next record.
struct RunComparison: Sendable {
    /// The encoded states of the notes, in the form of ``BuildRecord/WrittenNotes``, which the next
    /// run reads.
    let states: [UInt8]
    let changes: RunChanges
    /// The fingerprint of the templates, the assets and the words of the site.
    let templates: Fingerprint

    init(_ input: BuildInput, since last: BuildRecord?, options: BuildOptions, theme: Theme) {
        let states = input.notes.map(\.stateByIdentity)
        let written = BuildRecord.WrittenNotes(states)
        self.states = written.bytes
        changes = RunChanges(
            input, states: states, written: written, since: last, settings: options.outputSettings,
            templates: theme.key)
        templates = theme.key
    }
}
