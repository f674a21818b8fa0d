import ContentHashing
import NoteModel
import OutputPlan

/// A comparison of the notes of a run with those of the last one.
struct RunComparison: Sendable {
    /// The encoded states of the notes, which the next run reads.
    let states: [UInt8]
    let changes: RunChanges
    /// The fingerprint of the templates.
    let templates: Fingerprint

    init(_ input: BuildInput, since last: BuildRecord?, options: BuildOptions, theme: Theme) {
        let notes = input.notebook.notes
        let states = notes.indices.map {
            BuildRecord.NoteState(
                title: notes[$0].title, text: input.texts[$0], whole: input.fingerprints[$0])
        }
        let written = BuildRecord.WrittenNotes(notes, states: states)
        self.states = written.bytes
        changes = RunChanges(
            input, states: states, written: written, since: last, settings: options.outputSettings,
            templates: theme.key)
        templates = theme.key
    }
}
