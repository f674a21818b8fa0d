import BuildPipeline
import Diagnostics
import Foundation

/// What the program says, on standard error. On a terminal it shows progress and always sums
/// up; elsewhere a run that has nothing new to say is silent.
struct Messages {
    private let isQuiet: Bool
    private let isOnTerminal = isatty(STDERR_FILENO) != 0

    init(isQuiet: Bool = false) {
        self.isQuiet = isQuiet
    }

    var progress: BuildProgress {
        guard isOnTerminal, !isQuiet else { return .none }
        return BuildProgress { station, done, all in
            Self.write("\r\u{1B}[K\(station) \(done) of \(all)")
        }
    }

    func tell(_ outcome: BuildPipeline.Outcome, output: String) {
        endProgress()
        let report = outcome.report
        guard isOnTerminal || outcome.hasNews || !report.isUnchanged else { return }
        var lines = isQuiet ? [] : [Self.sources(report)]
        lines += Self.diagnostics(report, errorsOnly: isQuiet)
        if !isQuiet {
            lines += Self.media(report, verb: "Published")
            lines.append(Self.trees(report))
            if report.trees.contains(where: { $0.name == "site" }) {
                lines.append("Open \(output)/site/index.html")
            }
        }
        if !lines.isEmpty { Self.write(lines.joined(separator: "\n") + "\n") }
    }

    /// What was found by reading alone.
    func lines(of report: Report) -> [String] {
        endProgress()
        var lines = [Self.sources(report)]
        lines += Self.diagnostics(report)
        return lines + Self.media(report, verb: "Can show")
    }

    func tell(timings: [(station: String, seconds: Double)]) {
        for (station, seconds) in timings {
            let name = station.padding(toLength: 8, withPad: " ", startingAt: 0)
            Self.write("\(name) \(String(format: "%8.1f", seconds * 1000)) ms\n")
        }
    }

    func tell(failure: String) {
        endProgress()
        Self.write("notebinder: \(Self.printable(failure))\n")
    }

    func tell(_ line: String) {
        endProgress()
        if !isQuiet { Self.write(line + "\n") }
    }

    private func endProgress() {
        if isOnTerminal, !isQuiet { Self.write("\r\u{1B}[K") }
    }

    /// Names of files and notes may hold what would command a terminal.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            let turnsText =
                (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
            return turnsText || scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Prints a result, on standard output.
    static func print(_ bytes: [UInt8]) {
        try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
    }

    static func print(_ text: String) { print(Array(text.utf8)) }

    private static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

extension Messages {
    private static func sources(_ report: Report) -> String {
        let sources = report.sources
        let (notes, decks) = (report.notes - report.kinds.deck, report.kinds.deck)
        var found = notes > 0 || decks == 0 ? [counted(notes, "note")] : []
        if decks > 0 {
            found.append("\(counted(decks, "deck")) with \(counted(report.kinds.cards, "card"))")
        }
        var text =
            "Read \(found.joined(separator: " and ")) from \(counted(sources.read, "file"))"
        if !report.leftOut.isEmpty {
            text += ", left out \(counted(report.leftOut.count, "note"))"
        }
        if !sources.skipped.isEmpty { text += ", skipped \(sources.skipped.count)" }
        if !sources.failed.isEmpty { text += ", could not read \(sources.failed.count)" }
        return text + "."
    }

    private static func diagnostics(_ report: Report, errorsOnly: Bool = false) -> [String] {
        report.diagnostics.filter { !errorsOnly || $0.severity == .error }.map { diagnostic in
            let words = [diagnostic.summary, diagnostic.suggestion].filter { !$0.isEmpty }
            return "  " + printable(words.joined(separator: " "))
        }
    }

    private static func media(_ report: Report, verb: String) -> [String] {
        [(report.photos, "photo"), (report.recordings, "recording")]
            .filter { $0.0.referenced > 0 }.map { media, noun in
                var text = "\(verb) \(media.published) of \(counted(media.referenced, noun))"
                if !media.missing.isEmpty { text += ", \(media.missing.count) missing" }
                if !media.unreadable.isEmpty { text += ", \(media.unreadable.count) unreadable" }
                text += "."
                if media.carryingPosition > 0 {
                    let count = media.carryingPosition
                    text +=
                        count == 1
                        ? " 1 says where it was made; the site's copy does not."
                        : " \(count) say where they were made; the site's copies do not."
                }
                return text
            }
    }

    private static func trees(_ report: Report) -> String {
        guard !report.isUnchanged else { return "Nothing changed." }
        return report.trees.map { tree in
            var text = "\(tree.name): \(counted(tree.written, "file")) written"
            if tree.removed > 0 { text += ", \(tree.removed) removed" }
            return text
        }.joined(separator: "; ") + "."
    }

    /// A number of bytes for people.
    static func size(_ bytes: Int) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 1000, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
        return unit == 0 ? counted(bytes, "byte") : String(format: "%.1f ", value) + units[unit]
    }

    static func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}
