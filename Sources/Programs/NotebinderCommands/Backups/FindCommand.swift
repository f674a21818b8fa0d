import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteArchives
import NoteModel
import PhoneBackups
import Platform

struct FindCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Show what notes are in a backup, a container of an app, or a folder.",
        discussion: """
            Looks into a backup of an iPhone or iPad or a folder of backups, a container that Xcode, \
            iMazing or a simulator has made, a folder of iCloud Drive, or any other folder, and \
            shows the apps with notes, how many there are, and the command to run next. It changes \
            none of them.

            Exit status: 0 notes were found; 1 failed, or there are none; 64 wrong usage; 77 the \
            password is wrong, or needed.
            """)

    @Argument(help: "The backup, container, ZIP file or folder to search.", completion: .file())
    var path: String

    @OptionGroup var password: PasswordOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let messages = Messages.current
        let finder = NotesFinder(password: password.readerIfGiven)
        let findings = try finder.findings(at: path)
        messages.endProgress()
        if json {
            try Messages.print(JSONValue.array(findings.map(Self.json)).indented)
        } else {
            try Self.show(findings, messages, passwordFile: password.file)
        }
        if findings.allSatisfy({ $0.counts.files == 0 }) {
            if findings.allSatisfy({ $0.remark == nil }) {
                messages.show(error: "\(path) has no notes that Notebinder can read.")
            }
            throw ExitCode(findings.contains(where: \.needsPassword) ? 77 : 1)
        }
    }

    private static func show(
        _ findings: [Finding], _ messages: Messages, passwordFile: String?
    ) throws {
        let rows = findings.filter { $0.counts.files + $0.counts.uncounted > 0 }.map { finding in
            [
                finding.app ?? Messages.printable(finding.path), finding.device ?? finding.kind,
                finding.date.map { day($0) } ?? "", counts(finding.counts),
                sizeText(ofBytes: finding.size),
            ]
        }
        let table = TextTable(
            [
                ("App", .left), ("Device", .left), ("Date", .left), ("Found", .left),
                ("Size", .right),
            ], rows: rows)
        try Messages.print(table)
        for finding in findings where !finding.counts.folders.isEmpty {
            try Messages.print("\n")
            try Messages.print(self.table(of: finding.counts.folders))
        }
        for finding in findings {
            if let remark = finding.remark {
                let isNamed = remark.hasPrefix(finding.path)
                messages.show(
                    Messages.printable(
                        isNamed ? remark : "\(finding.app ?? finding.path): \(remark)"))
            }
        }
        // A command with control characters would not do what it appears to do.
        let all = complete(findings.map(\.command), passwordFile: passwordFile)
        let commands = all.filter { command in
            !command.isEmpty && command.allSatisfy { Messages.printable($0) == $0 }
        }.map { "  notebinder " + $0.map { LocalFiles.shellQuoted($0) }.joined(separator: " ") }
        if !commands.isEmpty {
            messages.show("Next:\n" + commands.joined(separator: "\n"))
        }
    }

    private static func table(of folders: [FolderTally]) -> TextTable {
        TextTable(
            [("Account", .left), ("Folder", .left), ("Notes", .right), ("Not read", .left)],
            rows: folders.map { tally in
                let unread = FolderTally.Fate.allCases.dropFirst().compactMap { fate in
                    tally.counts[fate].map { "\($0) \(fate.rawValue)" }
                }
                return [
                    Messages.printable(tally.account ?? ""),
                    Messages.printable(tally.folders.joined(separator: " › ")),
                    String(tally.counts[.read] ?? 0), unread.joined(separator: ", "),
                ]
            })
    }

    /// Returns commands with the file of the password and, for several extractions, a folder for
    /// each.
    private static func complete(_ commands: [[String]], passwordFile: String?) -> [[String]] {
        let extractions = commands.count { $0.first == "extract" }
        var number = 0
        return commands.map { command in
            guard command.first == "extract" else { return command }
            number += 1
            return command
                + (extractions > 1 ? ["--to", number == 1 ? "MyNotes" : "MyNotes-\(number)"] : [])
                + (passwordFile.map { ["--password-file", $0] } ?? [])
        }
    }

    private static func counts(_ counts: Finding.Counts) -> String {
        let kinds: [Note.Kind] = [.note, .deck, .napkin, .lecture]
        var parts = kinds.compactMap { kind in
            counts.notes[kind].map { Messages.counted($0, kind.rawValue) }
        }
        if counts.uncounted > 0 { parts.append(Messages.counted(counts.uncounted, "other file")) }
        return parts.isEmpty ? "no notes" : parts.joined(separator: ", ")
    }

    private static func day(_ seconds: Double) -> String {
        CivilTime(Date(timeIntervalSince1970: seconds)).dateText
    }

    private static func json(of tally: FolderTally) -> JSONValue {
        func count(_ fate: FolderTally.Fate) -> JSONValue { .integer(tally.counts[fate] ?? 0) }
        return .object([
            ("account", .string(tally.account)),
            ("folder", .array(tally.folders.map { .string($0) })),
            ("notes", count(.read)), ("locked", count(.locked)), ("inCloud", count(.inCloud)),
            ("damaged", count(.damaged)), ("inTrash", count(.inTrash)),
            ("deleted", count(.deleted)),
        ])
    }

    private static func json(of finding: Finding) -> JSONValue {
        func count(_ kind: Note.Kind) -> JSONValue { .integer(finding.counts.notes[kind] ?? 0) }
        return .object([
            ("path", .string(finding.path)), ("kind", .string(finding.kind)),
            ("app", .string(finding.app)), ("device", .string(finding.device)),
            ("date", .string(finding.date.map { day($0) })),
            ("notes", count(.note)), ("decks", count(.deck)),
            ("napkins", count(.napkin)), ("lectures", count(.lecture)),
            ("files", .integer(finding.counts.files)),
            ("folders", .array(finding.counts.folders.map(json))),
            ("notCounted", .integer(finding.counts.uncounted)), ("size", .integer(finding.size)),
            ("command", .array(finding.command.map { .string($0) })),
            ("remark", .string(finding.remark)),
        ])
    }
}
