import Hashing
import LocalFiles
import NoteModel
import OutputTree
import Platform

/// The way to a branch of a git repository: each generation is a commit, whose files are taken from
/// the published site without a copy. Files of others in the branch stay as they are.
///
/// A push that would not be a fast-forward is refused by git: then another host has pushed.
struct BranchCarrier: Carrier {
    private let repository: String
    private let branch: String
    private let context: CarrierContext
    private let git: Tool

    /// The name under which the remote branch is kept.
    private static let fetched = "refs/notebinder/fetched"
    /// The file that keeps GitHub Pages from treating the site as a source of Jekyll.
    private static let plainSite = ".nojekyll"

    init(_ branch: String, repository: String, _ context: CarrierContext) throws {
        (self.branch, self.repository, self.context) = (branch, repository, context)
        var git = try context.tool("git")
        let known = ProcessInfo.processInfo.environment
        git.environment = [
            "GIT_DIR": context.folder, "GIT_TERMINAL_PROMPT": "0",
            "GIT_INDEX_FILE": context.folder + "/index", "LC_ALL": "C",
            // What is published are the bytes of the site, whatever its owner has configured.
            "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "core.autocrlf",
            "GIT_CONFIG_VALUE_0": "false", "GIT_CONFIG_KEY_1": "core.hooksPath",
            "GIT_CONFIG_VALUE_1": "/dev/null",
        ]
        for role in ["GIT_AUTHOR_", "GIT_COMMITTER_"] {
            git.environment[role + "NAME"] = known[role + "NAME"] ?? "Notebinder"
            git.environment[role + "EMAIL"] = known[role + "EMAIL"] ?? "notebinder@localhost"
        }
        self.git = git
    }

    func generation() throws -> [UInt8]? {
        if try LocalFiles.status(context.folder + "/HEAD") == nil {
            try LocalFiles.makePrivateFolders(context.folder)
            try git.require(["init", "--quiet", "--bare"], action: "make a repository")
            try LocalFiles.makeFolder(context.folder + "/info")
            try LocalFiles.replace(
                context.folder + "/info/attributes", bytes: Array("* -text -filter -ident\n".utf8))
        }
        let found = try git.require(
            ["ls-remote", repository, "refs/heads/" + branch], action: "reach \(shown)")
        guard !found.isEmpty else {
            _ = try git.run(["update-ref", "-d", Self.fetched])
            return nil
        }
        try git.require(
            [
                "fetch", "--quiet", "--depth", "1", repository,
                "+refs/heads/\(branch):\(Self.fetched)",
            ], action: "fetch the branch \(branch)")
        let file = try git.run(["cat-file", "blob", Self.fetched + ":" + Generation.fileName])
        return file.status == 0 ? file.output : nil
    }

    func occupied(_ paths: Set<String>, isFirst: Bool) throws -> [String] {
        let files = try git.run(["ls-tree", "-r", "-z", "--name-only", Self.fetched])
        guard files.status == 0 else { return [] }
        return files.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            .filter(paths.contains)
    }

    func carry(
        _ list: UploadList, from old: [UInt8]?, to new: Generation, _ record: inout UploadRecord
    ) throws {
        record.generations.append(new.completed)
        try record.write()
        let parent = try git.run(["rev-parse", "--verify", "--quiet", Self.fetched])
        let parents = parent.status == 0 ? ["-p", Self.fetched] : []
        try git.require(
            parents.isEmpty ? ["read-tree", "--empty"] : ["read-tree", Self.fetched],
            action: "read the branch")
        let (removed, added) = (
            list.items.filter { $0.digest == nil }, list.items.filter { $0.digest != nil }
        )
        try git.require(
            [
                "--work-tree", context.site, "add", "--force", "--pathspec-from-file=-",
                "--pathspec-file-nul",
            ],
            input: Self.paths(added.map { ":(literal)" + $0.path }), action: "add files")
        try git.require(
            ["--work-tree", context.site, "update-index", "--force-remove", "-z", "--stdin"],
            input: Self.paths(removed.map(\.path)),
            action: "remove files")
        for (name, bytes) in [(Generation.fileName, new.completed.bytes), (Self.plainSite, [])] {
            let blob = try text(["hash-object", "-w", "--stdin"], input: bytes)
            try git.require(
                [
                    "--work-tree", context.site, "update-index", "--add", "--cacheinfo",
                    "100644,\(blob),\(name)",
                ],
                action: "add \(name)")
        }
        let tree = try text(["write-tree"])
        let commit = try text(
            ["commit-tree", tree, "-m", "Publish generation \(new.generation)"] + parents)
        let push = try git.run(["push", "--quiet", repository, "\(commit):refs/heads/\(branch)"])
        context.progress(list.items.count, list.items.count)
        guard push.status == 0 else {
            let isRefused =
                push.errors.contains("[rejected]") || push.errors.contains("non-fast-forward")
            throw isRefused
                ? OtherHost() as any Error : git.failure(push, action: "push to \(shown)")
        }
        record.generations = [new.completed]
        record.apply(list)
        try record.write()
    }

    /// The repository for messages.
    private var shown: String {
        Destination.withoutPassword(repository)
    }

    private func text(_ arguments: [String], input: [UInt8] = []) throws -> String {
        let output = try git.require(arguments, input: input, action: arguments[0])
        return String(decoding: output, as: UTF8.self).trimmed
    }

    private static func paths(_ paths: [String]) -> [UInt8] {
        paths.flatMap { Array($0.utf8) + [0] }
    }
}
