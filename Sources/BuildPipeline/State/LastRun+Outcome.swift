import Diagnostics
import LocalFiles
import NoteModel
import OutputPlan

extension LastRun {
    /// Whether there is nothing to do.
    func stillStands(_ look: RunLook) -> Bool {
        outputs == look.outputs && (heldInputs == look.inputs || inputs == look.inputs)
    }

    init(
        _ report: Report, _ look: RunLook?, _ notes: [UInt8],
        _ options: BuildOptions, _ templates: ContentKey
    ) {
        // What is unreadable today may be readable tomorrow, by another decoder.
        let isSettled =
            look?.isSettled == true && report.photos.unreadable.isEmpty
            && report.recordings.unreadable.isEmpty && report.attachments.unreadable.isEmpty
            && !report.diagnostics.contains { $0.identifier == .unreadableSource }
        self.init(
            inputs: isSettled ? look?.inputs : nil, outputs: templates, heldInputs: nil,
            builtInputs: look?.inputs, leavingOut: options.toldOfLeavingOut,
            isComplete: report.isComplete, owesHook: false, published: nil,
            noteCount: report.notes, problemCount: report.diagnostics.count,
            program: ProgramVersion.build, templates: templates,
            told: options.toldOfOutput, brokenPages: [],
            // A file that is damaged once more is named once more.
            diagnostics: Set(
                report.diagnostics.filter { $0.identifier != .damagedFile }.map(\.key)),
            notes: .made(notes))
    }

    func status(_ state: RunStatus.State, hook: RunHooks.Result? = nil) -> RunStatus {
        RunStatus(
            state: state, isComplete: isComplete, noteCount: noteCount,
            problemCount: problemCount, published: published, hook: hook)
    }

    func write(outputs: ContentKey?, in records: String) throws(FileError) {
        var run = self
        if let outputs { run.outputs = outputs } else { run.inputs = nil }
        try run.write(in: records)
    }
}
