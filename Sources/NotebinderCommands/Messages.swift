import ArgumentParser
import BuildPipeline
import Diagnostics
import Foundation
import NoteModel

/// The program's messages, on standard error. On a terminal they include progress and always a
/// summary; elsewhere, a run without news prints nothing.
struct Messages: Sendable {
    private let isQuiet: Bool
    private let format: Format
    private let repeatsProblems: Bool
    private let isOnTerminal: Bool

    /// The format of messages.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        /// One JSON object per line, for log collectors.
        case json
    }

    init(isQuiet: Bool = false, format: Format = .text, repeatsProblems: Bool = false) {
        self.isQuiet = isQuiet
        self.format = format
        self.repeatsProblems = repeatsProblems
        isOnTerminal = format == .text && isatty(STDERR_FILENO) != 0
    }

    var progress: BuildProgress {
        guard isOnTerminal, !isQuiet else { return .none }
        return BuildProgress { stage, done, all in
            Self.write("\r\u{1B}[K\(stage) \(done) of \(all)")
        }
    }

    func show(_ outcome: Build.Outcome, output: String) {
        endProgress()
        guard let report = outcome.report else {
            if isOnTerminal, !isQuiet { Self.write("Nothing changed.\n") }
            return
        }
        let shown = repeatsProblems ? report.diagnostics : outcome.news
        guard isOnTerminal || outcome.isPublished || !shown.isEmpty else { return }
        if !isQuiet { write(Self.sources(report), as: .info) }
        show(shown, report: output + "/.notebinder/report.json")
        guard !isQuiet else { return }
        let silent = report.diagnostics.count - shown.count
        if silent > 0 {
            write(
                "  \(Self.counted(silent, "problem")) reported before; --repeat-problems shows \(silent == 1 ? "it" : "them").",
                as: .info)
        }
        if let changes = Self.changes(outcome.changes) { write(changes, as: .info) }
        for line in Self.media(report, verb: "Published") { write(line, as: .info) }
        write(Self.trees(report), as: .info)
        if report.trees.contains(where: { $0.name == "site" }) {
            write("Open \(output)/site/index.html", as: .info)
        }
    }

    private enum Level: String {
        case info, note, warning, error
    }

    private func write(_ line: String, as level: Level, fields: [(String, JSONValue)] = []) {
        guard format == .json else { return Self.write(line + "\n") }
        let line = line.drop { $0 == " " }
        var bytes: [UInt8] = []
        JSONValue.object(
            [
                ("time", .string(CivilTime(Date()).rfc3339)), ("level", .string(level.rawValue)),
                ("message", .string(String(line))),
            ] + fields
        ).append(to: &bytes)
        Self.write(String(decoding: bytes, as: UTF8.self) + "\n")
    }

    /// The maximum number of warnings of one kind that are printed as text.
    private static let maximumWarningsOfAKind = 20

    /// Prints diagnostics: errors only if the user asked for quiet, and as text a limited number of
    /// warnings of each kind, so that a thousand dead links do not hide everything else.
    ///
    /// - Parameter report: The path of the report, which contains all of them.
    private func show(_ diagnostics: [Diagnostic], report: String) {
        var counts: [Diagnostic.Identifier: Int] = [:]
        var hidden = 0
        for diagnostic in diagnostics {
            if diagnostic.severity == .error || format == .json && !isQuiet {
                show(diagnostic)
            } else if !isQuiet {
                counts[diagnostic.identifier, default: 0] += 1
                let isShown =
                    counts[diagnostic.identifier, default: 0] <= Self.maximumWarningsOfAKind
                if isShown { show(diagnostic) } else { hidden += 1 }
            }
        }
        guard hidden > 0 else { return }
        write("  \(Self.counted(hidden, "more warning")) of these kinds: see \(report)", as: .info)
    }

    private func show(_ diagnostic: Diagnostic) {
        guard format == .json else { return Self.write(Self.line(of: diagnostic) + "\n") }
        write(
            diagnostic.summary, as: Level(rawValue: diagnostic.severity.rawValue) ?? .info,
            fields: [
                ("identifier", .string(diagnostic.identifier.rawValue)),
                ("source", .string(diagnostic.origin.source)),
                ("suggestion", .string(diagnostic.suggestion)),
            ])
    }

    /// Prints the plan of a dry run to standard output, and its diagnostics to standard error.
    func printPlan(of outcome: Build.Outcome) throws {
        endProgress()
        var lines = Self.planned(outcome.changes)
        for tree in outcome.trees where !tree.isEmpty {
            lines.append("\(tree.tree):")
            lines += tree.added.map { "  + \($0)" } + tree.changed.map { "  ~ \($0)" }
            lines += tree.removed.map { "  - \($0)" }
        }
        if lines.isEmpty { lines = ["Nothing would change."] }
        try Self.print(lines.map(Self.printable).joined(separator: "\n") + "\n")
        for diagnostic in repeatsProblems ? outcome.report?.diagnostics ?? [] : outcome.news {
            show(diagnostic)
        }
    }

    private static func planned(_ changes: RunChanges) -> [String] {
        var lines: [String] = []
        if !changes.reasons.isEmpty {
            lines.append(
                "Every page may change: \(changes.reasons.joined(separator: ", ")) changed.")
        }
        guard !changes.isEmpty else { return lines }
        lines.append("notes:")
        lines += changes.added.map { "  + \($0)" }
        lines += changes.changed.map { "  ~ \($0.title): \($0.what)" }
        lines += changes.renamed.map { "  > \($0.title): \($0.from) becomes \($0.to)" }
        return lines + changes.removed.map { "  - \($0)" }
    }

    /// Returns a summary such as “Added 2 notes, changed 1.”; nil if no note changed, and for the
    /// first run, in which every note is new.
    private static func changes(_ changes: RunChanges) -> String? {
        let counts = [
            ("added", changes.added.count), ("changed", changes.changed.count),
            ("renamed", changes.renamed.count), ("removed", changes.removed.count),
        ].filter { $0.1 > 0 }
        guard let first = counts.first, !changes.isFirst else { return nil }
        let parts =
            [first.0 + " " + counted(first.1, "note")]
            + counts.dropFirst().map { "\($0.0) \($0.1)" }
        let text = parts.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// Returns the results of reading alone: a summary of the sources, diagnostics and media.
    func lines(of report: Report) -> [String] {
        endProgress()
        var lines = [Self.sources(report)]
        lines += Self.diagnostics(report)
        return lines + Self.media(report, verb: "Can show")
    }

    func show(timings: [(stage: String, seconds: Double)]) {
        for (stage, seconds) in timings {
            let name = stage.padding(toLength: 8, withPad: " ", startingAt: 0)
            Self.write("\(name) \(String(format: "%8.1f", seconds * 1000)) ms\n")
        }
    }

    func show(error text: String) {
        endProgress()
        let text = Self.printable(text)
        write(format == .json ? text : "notebinder: \(text)", as: .error)
    }

    func show(warning: String) {
        endProgress()
        let text = Self.printable(warning)
        write(format == .json ? text : "notebinder: warning: \(text)", as: .warning)
    }

    func show(_ line: String) {
        endProgress()
        if !isQuiet { write(line, as: .info) }
    }

    private func endProgress() {
        if isOnTerminal, !isQuiet { Self.write("\r\u{1B}[K") }
    }

    /// Returns the text with control characters and bidirectional formatting replaced by U+FFFD.
    ///
    /// Names of files and notes could otherwise send commands to the terminal.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            let turnsText =
                (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
            return turnsText || scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Prints a result to standard output.
    ///
    /// - Throws: `ExitCode` 1 if it cannot be written. The reason has been printed by then, except
    ///   for a closed pipe.
    static func print(_ bytes: [UInt8]) throws { try StandardOutput.write(bytes) }

    static func print(_ text: String) throws { try print(Array(text.utf8)) }

    /// Asks a question to be answered with yes or no.
    ///
    /// - Returns: True for `y` or `yes`; nil if standard input or standard error is not a terminal.
    static func confirmed(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else { return nil }
        write(question + " [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

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
        report.diagnostics.filter { !errorsOnly || $0.severity == .error }.map(line)
    }

    private static func line(of diagnostic: Diagnostic) -> String {
        let words = [diagnostic.summary, diagnostic.suggestion].filter { !$0.isEmpty }
        return "  " + printable(words.joined(separator: " "))
    }

    private static func media(_ report: Report, verb: String) -> [String] {
        [
            (report.photos, "photo"), (report.recordings, "recording"),
            (report.attachments, "attachment"),
        ]
        .filter { $0.0.referenced > 0 }.map { media, noun in
            var text = "\(verb) \(media.published) of \(counted(media.referenced, noun))"
            if !media.missing.isEmpty { text += ", \(media.missing.count) missing" }
            if !media.unreadable.isEmpty { text += ", \(media.unreadable.count) unreadable" }
            text += "."
            if media.carryingPosition > 0 {
                text +=
                    " Published copies of \(counted(media.carryingPosition, noun)) omit the location."
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

    /// Returns a size in decimal units, such as “1.5 MB”.
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
