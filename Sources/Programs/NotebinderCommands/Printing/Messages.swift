import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel
import Platform

/// The program's messages, on standard error. On a terminal they include progress and always a
/// summary; elsewhere, a run without news prints nothing.
struct Messages: Sendable {
    /// The messages of the command that is running.
    @TaskLocal static var current = Messages()

    let isQuiet: Bool
    let isVerbose: Bool
    private let format: Format
    private let repeatsProblems: Bool
    private let style: TerminalStyle
    /// The style of results on standard output.
    let resultStyle: TerminalStyle

    /// The format of messages.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        /// One JSON object per line, for log collectors.
        case json
    }

    init(
        isQuiet: Bool = false, isVerbose: Bool = false, format: Format = .text,
        repeatsProblems: Bool = false, color: TerminalStyle.Color = .auto
    ) {
        (self.isQuiet, self.isVerbose, self.format) = (isQuiet, isVerbose, format)
        self.repeatsProblems = repeatsProblems || isVerbose
        style = TerminalStyle(STDERR_FILENO, color: color)
        resultStyle = TerminalStyle(STDOUT_FILENO, color: color)
    }

    var isOnTerminal: Bool { format == .text && style.isTerminal }

    private var showsProgress: Bool { format == .text && style.redrawsLines && !isQuiet }

    var progress: BuildProgress {
        guard showsProgress, let width = style.width else { return .none }
        let line = ProgressLine(width: width) { Self.write($0) }
        return BuildProgress { line.show($0, done: $1, all: $2) }
    }

    /// Prints what a build has done, under the name of its edition, if it has one.
    ///
    /// - Parameter heading: What precedes the first line.
    func show(_ outcome: Build.Outcome, of options: BuildOptions, heading: String = "") {
        let (output, place) = (options.output, options.reportPath)
        endProgress()
        guard let report = outcome.report else {
            let silent = repeatsProblems ? 0 : outcome.remaining.count
            if isOnTerminal || repeatsProblems, !isQuiet {
                write(
                    heading + Self.heading(options) + "Nothing changed."
                        + (silent > 0 ? Self.reminder(of: silent) : ""), as: .info)
            }
            return show((repeatsProblems ? outcome.remaining : []) + outcome.news, report: place)
        }
        let shown = repeatsProblems ? report.diagnostics : outcome.news
        guard isOnTerminal || outcome.isPublished || !shown.isEmpty else { return }
        if !isQuiet { write(heading + Self.heading(options) + Self.sources(report), as: .info) }
        show(shown, report: place)
        guard !isQuiet else { return }
        if isVerbose {
            for skipped in report.sources.skipped {
                write("  \(Self.printable(skipped.name)) skipped: \(skipped.reason)", as: .info)
            }
        }
        let silent = report.diagnostics.count - shown.count
        if silent > 0 { write(" " + Self.reminder(of: silent), as: .info) }
        if let changes = Self.changes(outcome.changes) { write(changes, as: .info) }
        for line in Self.media(report, verb: "Published") { write(line, as: .info) }
        write(Self.trees(report), as: .info)
        if report.trees.contains(where: { $0.name == "site" }) {
            write("Open \(output)/site/index.html", as: .info)
        }
    }

    private static func heading(_ options: BuildOptions) -> String {
        options.edition.map { "\($0): " } ?? ""
    }

    /// Makes an interrupt say what has become of the output before it ends the process.
    static func explainInterrupt() {
        ProcessGroup.explainInterrupt(
            "\nInterrupted; the previous publication is intact.\n")
    }

    private static func reminder(of count: Int) -> String {
        " \(counted(count, "problem")) reported before; --repeat-problems shows \(count == 1 ? "it" : "them")."
    }

    private enum Level: String {
        case info, note, warning, error
    }

    private static let emphasis: [Level: TerminalStyle.Emphasis] = [
        .warning: .warning, .error: .error,
    ]

    private func write(_ line: String, as level: Level, fields: [(String, JSONValue)] = []) {
        guard format == .json else {
            let styled = Self.emphasis[level].map { style.styled(line, as: $0) } ?? line
            return Self.write(styled + "\n")
        }
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

    /// Prints diagnostics: only errors if the user asked for quiet. As text, it prints a limited
    /// number of warnings of each kind, so that a thousand dead links do not hide everything else,
    /// and equal lines once.
    ///
    /// - Parameter report: The path of the report, which contains all of them.
    private func show(_ diagnostics: [Diagnostic], report: String) {
        var counts: [Diagnostic.Identifier: Int] = [:]
        var hidden = 0
        let times = Dictionary(diagnostics.map { (Self.line(of: $0), 1) }, uniquingKeysWith: +)
        var said: Set<String> = []
        for diagnostic in diagnostics
        where format == .json || said.insert(Self.line(of: diagnostic)).inserted {
            if diagnostic.severity == .error || format == .json && !isQuiet {
                show(diagnostic, times: times)
            } else if !isQuiet {
                counts[diagnostic.identifier, default: 0] += 1
                let isShown =
                    counts[diagnostic.identifier, default: 0] <= Self.maximumWarningsOfAKind
                    || isVerbose
                if isShown { show(diagnostic, times: times) } else { hidden += 1 }
            }
        }
        guard hidden > 0 else { return }
        write("  \(Self.counted(hidden, "more warning")) of these kinds: see \(report)", as: .info)
    }

    /// - Parameter times: The numbers of equal lines.
    private func show(_ diagnostic: Diagnostic, times: [String: Int] = [:]) {
        let level = Level(rawValue: diagnostic.severity.rawValue) ?? .info
        guard format == .json else {
            let line = Self.line(of: diagnostic)
            let count = times[line] ?? 1
            return write(count > 1 ? "\(line) (\(count) times)" : line, as: level)
        }
        write(
            diagnostic.summary, as: level,
            fields: [
                ("identifier", .string(diagnostic.identifier.rawValue)),
                ("source", .string(diagnostic.origin.source)),
                ("suggestion", .string(diagnostic.suggestion)),
            ])
    }

    /// Prints the plan of a dry run to standard output, and its diagnostics to standard error.
    ///
    /// - Parameter asJSON: True to print the plan as JSON.
    func printPlan(of outcome: Build.Outcome, asJSON: Bool) throws {
        endProgress()
        if asJSON {
            return try Self.print(Self.plan(outcome).indented)
        }
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
        lines += changes.added.map { "  + \($0.title)" }
        lines += changes.changed.map { "  ~ \($0.title): \($0.what)" }
        lines += changes.renamed.map { "  > \($0.title): \($0.from) becomes \($0.to)" }
        return lines + changes.removed.map { "  - \($0)" }
    }

    /// Returns a summary such as “Added 2 notes, changed 1.”; nil if no note changed, and for the
    /// first run, in which every note is new.
    private static func changes(_ changes: RunChanges) -> String? {
        // A note with a new title counts as renamed only.
        let renamed = Set(changes.renamed.map(\.title))
        let changed = changes.changed.count { !renamed.contains($0.title) }
        let counts = [
            ("added", changes.added.count), ("changed", changed),
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
        let diagnostics = report.diagnostics.map { Self.line(of: $0) }
        return [Self.sources(report)] + diagnostics + Self.media(report, verb: "Can show")
    }

    func show(timings: [(stage: String, seconds: Double)]) {
        for (stage, seconds) in timings {
            let time = (seconds * 1000).tenths
            let space = String(repeating: " ", count: max(1, 17 - stage.count - time.count))
            Self.write("\(stage)\(space)\(time) ms\n")
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

    /// Clears the line of the progress, before a result is printed.
    func endProgress() {
        if showsProgress { Self.write("\r\u{1B}[K") }
    }

    /// The maximum number of characters of a message; a name may have millions.
    private static let maximumLength = 4_000

    /// Returns the text with control characters and bidirectional formatting replaced by U+FFFD,
    /// and without the middle if it is very long.
    ///
    /// Names of files and notes could otherwise send commands to the terminal, or fill it.
    static func printable(_ text: String) -> String {
        let all = text.unicodeScalars
        guard all.count <= maximumLength else {
            let parts = [all.prefix(maximumLength / 4), all.suffix(maximumLength / 8)]
            return parts.map { printable(String($0)) }.joined(separator: " […] ")
        }
        let scalars = all.map { scalar in
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

    static func print(_ table: TextTable) throws { try print(table.text(current.resultStyle)) }

    /// Asks a question to be answered with yes or no.
    ///
    /// - Returns: True for `y` or `yes`; nil if standard input or standard error is not a terminal.
    static func confirmed(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else { return nil }
        write(question + " [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    private static func write(_ text: String) { LocalFiles.writeError(text) }
}
