import Foundation

/// The measurements of one notebook, one of each per round.
struct Figures {
    var firstSite: [ProgramRun] = []
    /// First runs that write Markdown and JSON as well.
    var first: [ProgramRun] = []
    var unchangedSite: [Double] = []
    var unchanged: [Double] = []
    var editedSite: [ProgramRun] = []
    var edited: [ProgramRun] = []
    var find: [Double] = []
    /// The runs of each Hugo that is installed.
    var hugo: [[ProgramRun]] = Hugo.installed.map { _ in [] }
    var floor: [Double] = []
    /// Runs of `notebinder --version`.
    var start: [Double] = []
    var plainRead: [Double] = []
    /// Decoding the archives on one core.
    var archives: [Double] = []
    /// Decoding the archives on all cores.
    var archivesConcurrently: [Double] = []
    var stages: [String: [Double]] = [:]
    /// The number of edits so far.
    var editCount = 0

    var table: String {
        (times + [""] + ratiosToHugo + ownRatios + [""] + memory + [shares]).joined(separator: "\n")
    }

    private var times: [String] {
        var lines = [
            row("first run, site only", of: firstSite),
            row("first run, three trees", of: first),
            timeRow("nothing changed, site only", seconds: unchangedSite),
            timeRow("nothing changed, three trees", seconds: unchanged),
            timeRow("find -printf", seconds: find),
            row("one note changed, site only", of: editedSite),
            row("one note changed, three trees", of: edited),
        ]
        if hugo.isEmpty { lines.append("Hugo is not installed; it was not measured") }
        for (hugo, runs) in zip(Hugo.installed, hugo) {
            lines.append(
                runs.isEmpty
                    ? "\(hugo.name) cannot build a whole site from these notes"
                    : row(hugo.name, of: runs))
        }
        return lines + [
            timeRow("floor, two workers", seconds: floor),
            timeRow("start", seconds: start),
            timeRow("reading the files", seconds: plainRead),
            timeRow("decoding the archives, one core", seconds: archives),
            timeRow("decoding the archives, all cores", seconds: archivesConcurrently),
        ]
    }

    private var ratiosToHugo: [String] {
        zip(Hugo.installed, hugo).filter { !$1.isEmpty }.flatMap { hugo, runs in
            let seconds = runs.map(\.seconds)
            return [
                ("Hugo ÷ first run, site only", firstSite),
                ("Hugo ÷ first run, three trees", first),
                ("Hugo ÷ one note changed (site)", editedSite),
                ("Hugo ÷ one note changed (three trees)", edited),
            ].map { name, others in
                row(name, of: ratios(of: seconds, to: others.map(\.seconds))) + "  \(hugo.name)"
            }
        }
    }

    private var ownRatios: [String] {
        let (site, all) = (firstSite.map(\.seconds), first.map(\.seconds))
        return [
            ("first run, site only ÷ floor", site, floor),
            ("one note changed ÷ first run", editedSite.map(\.seconds), site),
            ("one note changed ÷ first run, three trees", edited.map(\.seconds), all),
            ("nothing changed ÷ find", unchangedSite, find),
            ("nothing changed ÷ find, three trees", unchanged, find),
            ("decoding ÷ reading, one core", archives, plainRead),
            ("decoding ÷ reading, all cores", archivesConcurrently, plainRead),
        ].map { row($0, of: ratios(of: $1, to: $2)) }
    }

    private var memory: [String] {
        [
            memoryRow("memory, first run, site only", bytes: firstSite.map(\.peakMemory)),
            memoryRow("memory, first run, three trees", bytes: first.map(\.peakMemory)),
        ]
    }

    private var shares: String {
        let medians = stages.mapValues { median($0) }.sorted { $0.value > $1.value }
        let sum = medians.reduce(0) { $0 + $1.value }
        return "shares of the stages, three trees: "
            + medians.map { String(format: "%@ %.0f %%", $0.key, $0.value / sum * 100) }
            .joined(separator: ", ")
    }
}
