import BuildPipeline
import BuildTestSupport
import LocalFiles
import TestSupport

extension OracleChange {
    /// Damage to the records of a build, except the permalink ledger, which cannot be replaced.
    static let ofRecords = [
        OracleChange("remove a record", weight: 2) { notebook, random in
            guard let name = try record(of: notebook, &random) else { return nil }
            try LocalFiles.remove(notebook.records + "/" + name)
            return name
        },
        OracleChange("cut off a record", weight: 2) { notebook, random in
            guard let name = try record(of: notebook, &random) else { return nil }
            let bytes = try LocalFiles.read(notebook.records + "/" + name)
            let count = random.pick([0, bytes.count / 2, max(0, bytes.count - 1)])
            try FileWriting.overwrite(
                notebook.records + "/" + name, bytes: Array(bytes.prefix(count)))
            return "\(name) after \(count) bytes"
        },
        OracleChange("flip bytes of a record", weight: 3) { notebook, random in
            guard let name = try record(of: notebook, &random) else { return nil }
            try FileWriting.flipBytes(of: notebook.records + "/" + name, &random)
            return name
        },
        OracleChange("take a record of another notebook", weight: 2) { notebook, random in
            guard let name = try record(of: notebook, &random) else { return nil }
            let other = notebook.otherOutput + "/.notebinder/" + name
            guard try LocalFiles.status(other) != nil else { return nil }
            try LocalFiles.remove(notebook.records + "/" + name)
            try LocalFiles.copy(other, to: notebook.records + "/" + name)
            return name
        },
        OracleChange("remove all records", weight: 1) { notebook, _ in
            for name in try recordNames(of: notebook) {
                try LocalFiles.remove(notebook.records + "/" + name)
            }
            return ""
        },
        OracleChange("remove the derivatives", weight: 1) { notebook, _ in
            try LocalFiles.remove(notebook.records + "/cache")
            return ""
        },
        OracleChange("damage a derivative", weight: 2) { notebook, random in
            let folder = notebook.records + "/cache"
            guard try LocalFiles.status(folder) != nil else { return nil }
            let names = try LocalFiles.files(below: folder).sorted()
            guard !names.isEmpty else { return nil }
            let name = random.pick(names)
            // A published picture may be a hard link to the same file.
            notebook.hasTouchedTrees = true
            switch random.number(in: 0...2) {
            case 0: try LocalFiles.remove(folder + "/" + name)
            case 1: try FileWriting.overwrite(folder + "/" + name, bytes: [])
            default: try FileWriting.flipBytes(of: folder + "/" + name, &random)
            }
            return name
        },
    ]

    /// Returns the names of the files that a build keeps for itself but can do without.
    private static func recordNames(of notebook: OracleNotebook) throws -> [String] {
        let needed = ["format", "lock", "ledger.json"]
        return try LocalFiles.entries(of: notebook.records)
            .filter { $0.kind == .file && !needed.contains($0.name) }.map(\.name).sorted()
    }

    private static func record(
        of notebook: OracleNotebook, _ random: inout SeededGenerator
    ) throws -> String? {
        let names = try recordNames(of: notebook)
        return names.isEmpty ? nil : random.pick(names)
    }

    /// Changes that others make to the published trees.
    static let ofTrees = [
        OracleChange("flip bytes of a published file", weight: 3) { notebook, random in
            guard let path = try published(by: &notebook, &random) else { return nil }
            try FileWriting.flipBytes(of: notebook.build.output + "/" + path, &random)
            return path
        },
        OracleChange("cut off a published file", weight: 2) { notebook, random in
            guard let path = try published(by: &notebook, &random) else { return nil }
            let file = notebook.build.output + "/" + path
            let bytes = try LocalFiles.read(file)
            try FileWriting.overwrite(file, bytes: Array(bytes.prefix(bytes.count / 3)))
            return path
        },
        OracleChange("remove a published file", weight: 3) { notebook, random in
            guard let path = try published(by: &notebook, &random) else { return nil }
            try LocalFiles.remove(notebook.build.output + "/" + path)
            return path
        },
        OracleChange("remove a published folder", weight: 1) { notebook, random in
            guard let path = try published(by: &notebook, &random) else { return nil }
            let folder = LocalFiles.folder(of: path)
            try LocalFiles.remove(notebook.build.output + "/" + folder)
            notebook.foreign = notebook.foreign.filter { !$0.hasPrefix(folder + "/") }
            return folder
        },
        OracleChange("put a file of one's own into a tree", weight: 1) { notebook, random in
            let format = random.pick(notebook.options.formats.map(\.folder).sorted())
            let path = "\(format)/theirs/\(random.number(in: 0...3)).txt"
            try FileWriting.write(
                Array("theirs".utf8), to: notebook.build.output + "/" + path, random: &random)
            notebook.foreign.insert(path)
            notebook.hasTouchedTrees = true
            return path
        },
    ]

    /// Returns the path of a random published file, which is about to be changed; nil if there is
    /// none.
    private static func published(
        by notebook: inout OracleNotebook, _ random: inout SeededGenerator
    ) throws -> String? {
        let tree = random.pick(notebook.options.formats.map(\.folder).sorted())
        guard try LocalFiles.status(notebook.build.output + "/" + tree) != nil else { return nil }
        let paths = try LocalFiles.files(below: notebook.build.output + "/" + tree)
            .map { "\(tree)/\($0)" }.filter { !notebook.foreign.contains($0) }.sorted()
        guard !paths.isEmpty else { return nil }
        notebook.hasTouchedTrees = true
        return random.pick(paths)
    }
}
