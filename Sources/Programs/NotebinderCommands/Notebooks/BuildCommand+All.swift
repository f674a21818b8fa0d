import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel
import Platform

extension BuildCommand {
    /// Builds the notebooks of all configurations that match a pattern and belong to this part of
    /// the work, and prints a line of JSON for each.
    ///
    /// - Throws: `ExitCode` with the worst status; ``UserError`` if nothing matches.
    func runAll(_ pattern: String) async throws {
        let shard = try shard ?? .scheduled()
        let all = Self.paths(matching: pattern)
        guard !all.isEmpty else {
            throw UserError(
                "No configuration matches \(pattern).",
                "Quote the pattern, as in --all '/srv/*/notebinder.yml'.")
        }
        var statuses: [Int32] = []
        for path in all where shard.contains(LocalFiles.absolute(path)) {
            for line in await lines(of: path) {
                statuses.append(line.exitStatus)
                try Messages.print(line.bytes)
            }
        }
        let status = statuses.worstStatus
        if status != 0 { throw ExitCode(status) }
    }

    /// The result of one notebook.
    private struct Line {
        let path: String
        var edition: String?
        var outcome: Build.Outcome?
        var failure: (any Error)?
        var seconds = 0.0

        var exitStatus: Int32 { failure?.exitStatus ?? outcome?.exitStatus ?? 1 }

        var bytes: [UInt8] {
            let state =
                failure != nil
                ? "failed" : outcome?.isPublished == true ? "published" : "unchanged"
            let problems = outcome.map { ($0.report?.diagnostics ?? $0.remaining).count }
            var bytes: [UInt8] = []
            JSONValue.object([
                ("configuration", .string(path)), ("edition", .string(edition)),
                ("status", .string(state)), ("exitStatus", .integer(Int(exitStatus))),
                ("seconds", .real((seconds * 1_000).rounded() / 1_000)),
                ("notes", outcome.map { .integer($0.notes) } ?? .null),
                ("problems", problems.map { .integer($0) } ?? .null),
                ("message", .string(failure?.message)),
            ]).append(to: &bytes)
            return bytes + [0x0A]
        }
    }

    /// Builds the notebook of a configuration, or its editions.
    private func lines(of path: String) async -> [Line] {
        let start = ContinuousClock.now
        var building = building
        building.reading.shared.config = path
        var lines: [Line] = []
        do {
            let options = try options(of: building, config: path)
            for (options, result) in try await building.run(options) {
                var line = Line(path: path, edition: options.edition)
                switch result {
                case .success(let outcome):
                    line.outcome = outcome
                    messages.show(outcome, of: options, heading: path + ": ")
                case .failure(let error): line.failure = error
                }
                lines.append(line)
            }
        } catch {
            lines = [Line(path: path, failure: error)]
        }
        let spent = (ContinuousClock.now - start).components
        let seconds = Double(spent.seconds) + Double(spent.attoseconds) / 1e18
        for index in lines.indices {
            // The time of editions, which are built together, is shared.
            lines[index].seconds = seconds / Double(lines.count)
            if let failure = lines[index].failure {
                // Errors of a configuration begin with its path.
                let isNamed = failure.message.hasPrefix(path)
                messages.show(error: (isNamed ? "" : path + ": ") + failure.message)
            }
        }
        return lines
    }

    /// Returns the paths that match a pattern of the shell, sorted.
    private static func paths(matching pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, GLOB_BRACE | GLOB_TILDE, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { index in
            found.gl_pathv[index].map { String(cString: $0) }
        }
    }
}
