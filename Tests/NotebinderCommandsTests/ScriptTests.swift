import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// The scripts of the folder `Scripts`, which show what commands print.
@Suite(.tags(.acceptance))
struct ScriptTests {
    @Test func findsTheScripts() {
        #expect(ScriptScenario.all.count > 60)
    }

    /// Ends at the first command that prints something else: what follows may depend on it.
    @Test(arguments: ScriptScenario.all)
    func printsWhatTheScriptShows(scenario: ScriptScenario) throws {
        let folder = TemporaryFolder(isInMemory: true)
        for file in scenario.files { try file.write(to: folder) }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for step in scenario.steps {
            let run = try FinishedProgram(
                "/bin/sh", arguments: ["-c", step.command], in: folder.path, input: step.input,
                environment: ["PATH": Places.products + ":" + path])
            var errors = run.errors
            if run.status == 64, let usage = errors.firstRange(of: /\n(?:Help|Usage):/) {
                errors.removeSubrange(usage.lowerBound...)
            }
            let found = [(">", run.output), ("!", errors)].flatMap { sign, text -> [String] in
                var lines = text.replacing(folder.path, with: "$PWD").components(separatedBy: "\n")
                if lines.last == "" { lines.removeLast() }
                return lines.map { $0.isEmpty ? sign : sign + " " + $0 }
            }
            if run.status == step.status, try step.accepts(found) { continue }
            let missing = step.expected.filter { !found.contains($0) }.map { "- " + $0 }
            let added = found.filter { !step.expected.contains($0) }.map { "+ " + $0 }
            Issue.record(
                """
                $ \(step.command)
                status \(run.status), not \(step.status)
                \((missing + added).joined(separator: "\n"))
                """, sourceLocation: step.location)
            return
        }
    }
}

/// A part of a script: commands in a folder of their own, and what they print.
///
/// A script reads like a manual, in which some lines begin with a sign:
///
///     ## A note that does not exist      a scenario, which begins in a new folder
///     $ notebinder show bread [1]        a command of the shell, with its status if that is not 0
///     < text                             its standard input
///     > text                             its whole standard output
///     ! text                             then its whole standard error, without the usage
///
/// `...` is any text within a line and, after a space at the end of a line, any further lines.
/// `$PWD` is the folder. A heading may end in the path of what its commands need:
/// `(needs /dev/full)`.
///
/// Sections at the end are files with which every scenario begins: `-- a.md --` precedes the text
/// of a file, `-- a.png (4x2) --` makes a picture, and `-- a.data (archive) --` an archive of notes,
/// each of which is a line such as `Title: Body`.
struct ScriptScenario: Sendable, CustomTestStringConvertible {
    /// A command, and what is expected of it.
    struct Step: Sendable {
        let location: SourceLocation
        let command: String
        let status: Int32
        var input = ""
        var expected: [String] = []

        /// Returns true if the command printed what is expected.
        func accepts(_ found: [String]) throws -> Bool {
            let patterns = expected.map { line in
                NSRegularExpression.escapedPattern(for: line + "\n").replacing(
                    #" \.\.\."# + "\n", with: "(?: .*)?\n(?:\(line.prefix(1))(?: .*)?\n)*"
                ).replacing(#"\.\.\."#, with: ".*")
            }
            let text = found.map { $0 + "\n" }.joined()
            return try NSRegularExpression(pattern: patterns.joined() + #"\z"#).firstMatch(
                in: text, options: .anchored, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    /// A file with which a scenario begins.
    struct File: Sendable {
        let path: String
        let kind: String
        var lines: [Substring] = []

        func write(to folder: TemporaryFolder) throws {
            switch kind {
            case "": try folder.write(lines.map { "\($0)\n" }.joined(), to: path)
            case "archive":
                let created = Date(timeIntervalSince1970: 1e9)
                let notes = lines.compactMap { $0.wholeMatch(of: /(.+?): (.+)/) }.map {
                    ArchivedNote(title: String($0.1), body: String($0.2), created: created)
                }
                try folder.write(
                    notes.count == 1
                        ? NoteArchiveWriter.archive(notes[0]) : NoteArchiveWriter.archive(notes),
                    to: path)
            default:
                let size = kind.split(separator: "x").compactMap { Int($0) }
                try folder.write(PNGPicture.quarters(width: size[0], height: size[1]), to: path)
            }
        }
    }

    private static let folder = Places.package + "/Tests/NotebinderCommandsTests/Scripts/"

    /// The scenarios of all scripts that this machine can run.
    static let all: [ScriptScenario] = ((try? LocalFiles.entries(of: folder)) ?? [])
        .flatMap { scenarios(of: $0.name) }

    private let script: String
    private let title: String
    private(set) var steps: [Step] = []
    private(set) var files: [File] = []

    var testDescription: String { "\(script): \(title)" }

    private var canRun: Bool {
        let need = title.firstMatch(of: /\(needs (.+)\)$/)?.1
        return need.map { FileManager.default.fileExists(atPath: String($0)) } ?? true
    }

    private static func scenarios(of script: String) -> [ScriptScenario] {
        let text = String(decoding: (try? LocalFiles.read(folder + script)) ?? [], as: UTF8.self)
        var scenarios: [ScriptScenario] = []
        var files: [File] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().enumerated()
        {
            if let head = line.wholeMatch(of: /-- (.+?)(?: \((.+)\))? --/) {
                files.append(File(path: String(head.1), kind: String(head.2 ?? "")))
            } else if !files.isEmpty {
                files[files.count - 1].lines.append(line)
            } else if line.hasPrefix("## ") {
                scenarios.append(ScriptScenario(script: script, title: String(line.dropFirst(3))))
            } else if !scenarios.isEmpty {
                scenarios[scenarios.count - 1].read(line, at: index + 1)
            }
        }
        for index in scenarios.indices { scenarios[index].files = files }
        return scenarios.filter(\.canRun)
    }

    private mutating func read(_ line: Substring, at number: Int) {
        if let command = line.wholeMatch(of: /\$ (.+?)(?: \[(\d+)\])?/) {
            let location = SourceLocation(
                fileID: "NotebinderCommandsTests/" + script, filePath: Self.folder + script,
                line: number, column: 1)
            let status = command.2.flatMap { Int32($0) } ?? 0
            steps.append(Step(location: location, command: String(command.1), status: status))
        } else if let last = steps.indices.last {
            switch line.first {
            case "<": steps[last].input += "\(line.dropFirst(2))\n"
            case ">", "!": steps[last].expected.append(String(line))
            default: break
            }
        }
    }
}
