import LocalFiles
import TestSupport
import Testing

@testable import OutputTree

/// Random sequences of what runs and owners do to a tree, compared with a model of it.
@Suite(.tags(.fast))
struct RandomPublicationsTests {
    private static let planned = [
        "a", "b", "c", "c/x", "c/x/y", "e/f", "e/f/g", "e/h", "e/h.html", "z/é", "z/日/1",
    ]
    private static let own = ["own.txt", "e/own.txt", "own/deep/1", "own/deep/2", "z/own"]

    /// The model: what the tree has to hold, and what it can go back to.
    private struct Model {
        struct Generation {
            let files: [String: String]
            let isDamaged: Bool
        }

        /// The published files; nil before the first publication.
        var files: [String: String]?
        /// The files that were written into the tree by others.
        var own: [String: String] = [:]
        /// The paths of published files that somebody has changed or removed.
        var damaged: Set<String> = []
        var generations: [Generation] = []

        mutating func publish(_ next: [String: String]) {
            if let files {
                let isRepair = files == next && !damaged.isEmpty
                if files != next, !isRepair {
                    generations.append(Generation(files: files, isDamaged: !damaged.isEmpty))
                }
            }
            (files, damaged) = (next, [])
        }
    }

    private let site = PublishedSite()

    /// Returns a random plan near the last one, without a file that is also a folder.
    private func files(after last: [String: String], random: inout SeededGenerator) -> [String:
        String]
    {
        var files = last
        for _ in 0..<random.number(in: 0...4) {
            let path = random.pick(Self.planned)
            if random.number(in: 1...3) == 1 {
                files[path] = nil
            } else {
                for other in files.keys
                where other.hasPrefix(path + "/") || path.hasPrefix(other + "/") {
                    files[other] = nil
                }
                files[path] = "text \(random.number(in: 0...3))"
            }
        }
        return files
    }

    private func publish(_ model: inout Model, random: inout SeededGenerator, comment: Comment)
        throws
    {
        let next = files(after: model.files ?? [:], random: &random)
        let before = model.files == nil ? nil : try site.contents()
        let folder = try OutputFolder(NotebookPlace(site.output))
        let result = try site.publish(
            PublishedSite.files(next), in: folder, isFull: random.number(in: 1...5) == 1)
        let old = model.files ?? [:]
        #expect(Set(result.added) == Set(next.keys).subtracting(old.keys), comment)
        #expect(Set(result.removed) == Set(old.keys).subtracting(next.keys), comment)
        let changed = next.keys.filter {
            old[$0] != nil && (old[$0] != next[$0] || model.damaged.contains($0))
        }
        #expect(Set(result.changed) == Set(changed), comment)
        #expect(Set(result.foreign) == Set(model.own.keys), comment)
        let after = try site.contents()
        for (path, file) in before?.files ?? [:]
        where old[path] == next[path] && !model.damaged.contains(path) {
            #expect(after.files[path] == file, "\(comment): \(path) is another file")
        }
        model.publish(next)
        try folder.pruneGenerations(keeping: 2)
        model.generations = model.generations.suffix(2)
        if result.needsSwap { try expectNoEmptyFolders(comment) }
    }

    private func expectNoEmptyFolders(_ comment: Comment) throws {
        var folders: Set<String> = [], parents: Set<String> = []
        _ = try ListedTree(site.live).forEach { entry in
            let path = String(decoding: entry.path, as: UTF8.self)
            parents.insert(LocalFiles.folder(of: path))
            if entry.status.isFolder { folders.insert(path) }
        }
        #expect(folders.isSubset(of: parents), comment)
    }

    private func rollBack(_ model: inout Model, comment: Comment) throws {
        guard let last = model.generations.last else {
            #expect(try site.rollBack() == [], comment)
            return
        }
        if last.isDamaged {
            #expect(throws: OutputTreeError.self, comment) { try site.rollBack() }
            return
        }
        #expect(try site.rollBack() == ["site"], comment)
        model.generations.removeLast()
        (model.files, model.damaged) = (last.files, [])
    }

    private func change(_ model: inout Model, random: inout SeededGenerator) throws {
        let path = random.pick(Self.own)
        switch random.number(in: 0...3) {
        case 0:
            try LocalFiles.remove(site.live + "/" + path)
            model.own[path] = nil
        case 1:
            guard let paths = model.files?.keys.sorted(), !paths.isEmpty else { return }
            let path = random.pick(paths)
            if Bool.random(using: &random) {
                try site.write("scribble", to: path)
            } else {
                try LocalFiles.remove(site.live + "/" + path)
            }
            model.damaged.insert(path)
        default:
            let text = "own \(random.number(in: 0...2))"
            try site.write(text, to: path)
            model.own[path] = text
        }
    }

    private func expectTree(_ model: Model, _ comment: Comment) throws {
        guard let files = model.files else { return }
        var texts = try site.texts()
        for path in model.damaged { texts[path] = files[path] }
        #expect(texts == files.merging(model.own) { $1 }, comment)
        #expect(try site.problems().count == model.damaged.count, comment)
    }

    @Test(arguments: 1...25) func matchesTheModel(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var model = Model()
        for step in 0..<30 {
            let comment = "seed \(seed), step \(step)" as Comment
            switch model.files == nil ? 0 : random.number(in: 0...7) {
            case 0...3: try publish(&model, random: &random, comment: comment)
            case 4: try rollBack(&model, comment: comment)
            default: try change(&model, random: &random)
            }
            try expectTree(model, comment)
        }
    }
}
