import LocalFiles
import MediaProcessing
import NoteModel
import OutputTree
import Platform

/// The state of an installation and of the folders that a build uses, as `notebinder doctor` shows
/// it.
package struct Doctor: Sendable {
    /// A result of the examination: a part, whether it is sound, and what to do if it is not.
    package struct Finding: Hashable, Sendable {
        /// The part that was examined, such as “photo worker” or “free space”; no two findings have
        /// the same.
        package let part: String
        package let isSound: Bool
        /// The state of the part, with the remedy if it is not sound.
        package let state: String
    }

    package let findings: [Finding]

    /// True if every part is sound, so that a build can be expected to succeed.
    package var isSound: Bool { findings.allSatisfy(\.isSound) }

    /// The findings as indented JSON: an array with an object for each part, in the order of
    /// ``findings``.
    package func json() -> [UInt8] {
        let members = findings.map { finding in
            JSONValue.object([
                ("part", .string(finding.part)), ("isSound", .bool(finding.isSound)),
                ("state", .string(finding.state)),
            ])
        }
        return JSONValue.array(members).indented
    }

    /// Examines an installation without changing anything.
    ///
    /// - Parameters:
    package init(_ options: BuildOptions) {
        findings =
            [Finding(part: "program", isSound: true, state: "Notebinder \(ProgramVersion.text)")]
            + Self.photos(options) + [Self.notes(options.notes)] + Self.output(options)
            + Self.places(options)
    }

    private static func photos(_ options: BuildOptions) -> [Finding] {
        let scratch = ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        do {
            let worker = try MediaProcessor(
                cache: scratch.makeFolder(), worker: options.photoWorker
            ).workerGreeting()
            let kinds = PhotoKind.allCases
            let missing = kinds.filter { !worker.kinds.contains($0.rawValue) }
            let decoded = kinds.map(\.rawValue).filter(worker.kinds.contains)
            return [
                Finding(
                    part: "photo worker", isSound: true,
                    state: "\(options.photoWorker) (libvips \(worker.version))"),
                Finding(
                    part: "photo formats", isSound: missing.isEmpty,
                    state: missing.isEmpty
                        ? decoded.joined(separator: ", ")
                        : "\(decoded.joined(separator: ", ")); not \(missing.map(\.rawValue).joined(separator: ", ")). "
                            + missing[0].decoderAdvice),
                Finding(
                    part: "recordings", isSound: true,
                    state: options.converter == nil
                        ? "as they are; the package ffmpeg would make those play everywhere that few browsers play"
                        : "converted with ffmpeg where few browsers play them"),
            ]
        } catch {
            return [Finding(part: "photo worker", isSound: false, state: "\(error)")]
        }
    }

    private static func notes(_ path: String) -> Finding {
        let path = LocalFiles.absolute(path)
        let problem = problem(at: path, R_OK)
        return Finding(
            part: "notes", isSound: problem == nil,
            state: problem.map { "\(path) \($0). Name the notes folder." } ?? path)
    }

    /// Examines what the configuration puts outside of the output folder.
    private static func places(_ options: BuildOptions) -> [Finding] {
        [("ledger", options.ledger), ("state", options.state)].compactMap { part, path in
            guard let path else { return nil }
            do {
                try options.requirePlace(of: part, at: path)
                let folder = LocalFiles.folder(of: LocalFiles.absolute(path))
                let problem = problem(at: folder, W_OK)
                if part == "ledger" {
                    _ = try LedgerFile(path).ledger()
                } else {
                    try options.place.present.requireKnownState()
                }
                return Finding(
                    part: part, isSound: problem == nil,
                    state: problem.map { "\(folder) \($0). Change “\(part)”." } ?? path)
            } catch {
                return Finding(part: part, isSound: false, state: error.message)
            }
        }
    }

    private static func output(_ options: BuildOptions) -> [Finding] {
        let path = options.place.output
        // A folder that does not exist yet is created in the nearest one that does.
        var existing = path
        while access(existing, F_OK) != 0, existing != "/" {
            existing = LocalFiles.folder(of: existing)
        }
        let problem = problem(at: existing, W_OK)
        var findings = [
            Finding(
                part: "output", isSound: problem == nil,
                state: problem.map { "\(existing) \($0). Choose another folder with --output." }
                    ?? path + (existing == path ? "" : " (new)"))
        ]
        if let bytes = LocalFiles.freeSpace(at: existing) {
            let isEnough = bytes > minimumSpace
            findings.append(
                Finding(
                    part: "free space", isSound: isEnough,
                    state: "\(bytes / 1_000_000) MB"
                        + (isEnough ? "" : ". A build needs room for a second copy of the site.")))
        }
        findings.append(lock(of: options.place))
        return findings
    }

    /// The free space in bytes (100 MB) below which few notebooks can be built, since a tree is
    /// written next to the published one.
    private static let minimumSpace = 100_000_000

    private static func lock(of place: NotebookPlace) -> Finding {
        do {
            let folder = try OutputFolder.existing(at: place)
            return Finding(
                part: "lock", isSound: true,
                state: folder == nil ? "none, because nothing is built yet" : "free")
        } catch {
            return Finding(part: "lock", isSound: false, state: error.message)
        }
    }

    /// Returns why a path does not allow a kind of access, such as `R_OK`; nil if it does.
    private static func problem(at path: String, _ mode: Int32) -> String? {
        guard access(path, mode) != 0 else { return nil }
        return "cannot be used (\(String(cString: strerror(errno))))"
    }
}
