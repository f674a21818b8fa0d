import LocalFiles
import NoteModel
import OutputTree

/// The way to a server with rsync and ssh: each generation is a folder of its own, in which
/// unchanged files are links to those of the generation before, and a link leads to the latest one,
/// so that the whole site changes in one moment.
///
/// A web server has to serve the folder `current`. A generation is claimed by linking a file to its
/// number, which succeeds for one run only.
struct ServerCarrier: Carrier {
    private let host: String
    private let port: Int?
    private let folder: String
    private let context: CarrierContext
    private let ssh: Tool

    /// The number of generations that are kept on the server.
    private static let keptGenerations = 3
    /// The status of a script on the server that found another content of the generation file.
    private static let otherHost: Int32 = 75

    init(host: String, port: Int?, folder: String, _ context: CarrierContext) throws {
        (self.host, self.port, self.folder, self.context) = (host, port, folder, context)
        ssh = try context.tool("ssh", package: "openssh-client")
    }

    private var options: [String] {
        ["-o", "BatchMode=yes"] + (port.map { ["-p", String($0)] } ?? [])
    }

    /// Runs a script of the server's shell in the folder.
    ///
    /// - Parameter isWriting: True to create the folder; otherwise nothing is run without it.
    private func script(
        _ lines: [String], isWriting: Bool = false, action: String
    ) throws -> [UInt8] {
        let folder = quoted(folder)
        let head = [
            "set -e", isWriting ? "mkdir -p \(folder)" : "[ -d \(folder) ] || exit 0",
            "cd \(folder)",
        ]
        let result = try ssh.run(
            options + [host, "/bin/sh"], input: Array((head + lines).joined(separator: "\n").utf8))
        if result.status == Self.otherHost { throw OtherHost() }
        guard result.status == 0 else {
            throw ssh.failure(result, action: "\(action) on \(host)")
        }
        return result.output
    }

    private func quoted(_ text: String) -> String { LocalFiles.shellQuoted(text) }

    func generation() throws -> [UInt8]? {
        let file = Generation.fileName
        let bytes = try script(
            ["if [ -e \(file) ]; then cat \(file); fi"], action: "read the generation")
        return bytes.isEmpty ? nil : bytes
    }

    func occupied(_ paths: Set<String>, isFirst: Bool) throws -> [String] {
        // A later generation is a folder of its own.
        guard isFirst else { return [] }
        let found = try script(
            ["for name in current generations; do if [ -e $name ]; then echo $name; fi; done"],
            action: "list the folder")
        return String(decoding: found, as: UTF8.self).split(separator: "\n").map { String($0) }
    }

    func carry(
        _ list: UploadList, from old: [UInt8]?, to new: Generation, _ record: inout UploadRecord
    ) throws {
        let number = new.generation
        record.generations.append(new.completed)
        try record.write()
        let expected = old.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let check =
            "[ \"$(cat \(Generation.fileName) 2> /dev/null || true)\" = \(quoted(expected.trimmed)) ] || exit \(Self.otherHost)"
        _ = try script(
            [
                check, "mkdir -p generations claims",
                context.takesOver ? "rm -rf claims/\(number) generations/\(number)" : "",
                // Only one run can give a file this name. One that was killed has it already.
                "echo \(new.run) > claims/\(new.run)",
                "ln claims/\(new.run) claims/\(number) 2> /dev/null || true",
                "rm claims/\(new.run)",
                "[ \"$(cat claims/\(number))\" = \(new.run) ] || exit \(Self.otherHost)",
            ], isWriting: true, action: "claim a generation")
        let rsync = try context.tool("rsync")
        let shell = (["ssh"] + options).map(quoted).joined(separator: " ")
        try rsync.require(
            [
                "-rlts", "--delete", "--partial", "-e", shell,
                "--link-dest=../\(number - 1)", context.site + "/",
                "\(host):\(folder)/generations/\(number)/",
            ], action: "upload files to \(host)")
        context.progress(list.items.count, list.items.count)
        let file = Generation.fileName
        _ = try script(
            [
                check, Self.keepingHidden(number, besides: list, quoted: quoted),
                "printf '%s\\n' \(quoted(String(decoding: new.completed.bytes, as: UTF8.self).trimmed)) > \(file).new",
                "mv \(file).new \(file)",
                "rm -f current.new; ln -s generations/\(number) current.new",
                // A link to a folder is replaced, and nothing is moved into the folder.
                "mv -T current.new current 2> /dev/null || mv -h current.new current",
                "for name in generations/* claims/*; do number=${name##*/}",
                "if [ \"$number\" -le \(number - Self.keptGenerations) ] 2> /dev/null; then rm -rf \"$name\"; fi; done",
            ], isWriting: true, action: "switch to the new generation")
        record.generations = [new.completed]
        record.apply(list)
        try record.write()
    }

    /// Returns the part of a script that links the hidden files of others, such as `.htaccess`, into a
    /// generation. Other files may be pages that another computer has uploaded, and are not kept.
    private static func keepingHidden(
        _ number: Int, besides list: UploadList, quoted: (String) -> String
    ) -> String {
        let removed = list.items.filter { $0.digest == nil }
            .map { "./" + $0.path.split(separator: "/").dropFirst().joined(separator: "/") }
            .filter { $0.contains("/.") }
        let skipping = removed.map { "\(quoted($0))) continue;; " }.joined()
        return """
            if [ -d current ]; then
            (cd current && find . -path '*/.*' ! -type d) | while IFS= read -r name; do
            case $name in \(skipping)esac
            new=generations/\(number)/$name
            if [ ! -e "$new" ]; then
            mkdir -p "${new%/*}"
            ln "current/$name" "$new" 2> /dev/null || cp -p "current/$name" "$new"
            fi; done; fi
            """
    }
}
