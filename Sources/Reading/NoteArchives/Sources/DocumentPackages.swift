import LocalFiles

/// Documents that are folders of several archives: one with the text, and others with photos.
package enum DocumentPackages {
    /// Returns the outcomes with the parts of each document package merged into its note.
    ///
    /// A folder below the notes folder is a package if exactly one of its files holds notes, and
    /// only one, and at least one other file holds a ``DocumentFragment``.
    package static func joined(_ outcomes: [SourceOutcome]) -> [SourceOutcome] {
        guard outcomes.contains(where: { $0.part != nil }) else { return outcomes }
        var byFolder: [String: [Int]] = [:]
        for (index, outcome) in outcomes.enumerated() {
            let name = outcome.source.name
            guard name.utf8.contains(UInt8(ascii: "/")) else { continue }
            byFolder[LocalFiles.folder(of: name), default: []].append(index)
        }
        var joined = outcomes
        for indices in byFolder.values {
            let parts = indices.filter { outcomes[$0].part != nil }
            let whole = indices.filter { !outcomes[$0].notes.isEmpty }
            guard !parts.isEmpty, whole.count == 1, outcomes[whole[0]].notes.count == 1 else {
                continue
            }
            var note = outcomes[whole[0]].notes[0]
            for index in parts {
                if let part = outcomes[index].part { note = note.adding(part) }
                joined[index] = outcomes[index].takenIntoAnother
            }
            joined[whole[0]] = outcomes[whole[0]].replacingNotes([note])
        }
        return joined
    }
}
