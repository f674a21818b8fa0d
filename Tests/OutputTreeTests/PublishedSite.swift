import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import TestSupport

@testable import OutputTree

/// An output folder with a tree named `site`, published as a build does it.
struct PublishedSite {
    /// The error of a request for a picture, of which most plans of these tests have none.
    struct NoDerivatives: Error {}

    let folder: TemporaryFolder
    var output: String { folder.path + "/Notebook" }
    var live: String { output + "/site" }
    var records: String { output + "/.notebinder" }

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
    }

    static func plan(_ files: [String: String]) -> TreePlan {
        TreePlan(
            tree: "site",
            files: files.map {
                OutputFile(OutputPath($0.key), content: .bytes(Array($0.value.utf8)))
            })
    }

    /// Publishes a plan in an open folder.
    @discardableResult
    func publish(
        _ plan: TreePlan, in folder: OutputFolder, isFull: Bool = false,
        validator: FileValidator = FileValidator(),
        derivative:
            @escaping @Sendable (DerivedFile) throws -> (
                path: String, digest: ContentDigest
            ) = { _ in throw NoDerivatives() }
    ) throws -> TreeStaging.Result {
        let staging = try TreeStaging(
            plan, replacing: PublishedTree(plan.tree, in: folder), in: folder, isFull: isFull,
            validator: validator, derivative: derivative)
        let result = try staging.complete(staging.placedFiles())
        try staging.publish(result, generation: folder.newGeneration())
        return result
    }

    /// Publishes files in a run of its own.
    @discardableResult
    func publish(_ files: [String: String]) throws -> TreeStaging.Result {
        try publish(Self.plan(files), in: OutputFolder(output))
    }

    /// Completes a publication up to the swap, as a run does that is killed then.
    func stage(_ files: [String: String]) throws {
        let folder = try OutputFolder(output)
        let plan = Self.plan(files)
        let staging = try TreeStaging(
            plan, replacing: PublishedTree(plan.tree, in: folder), in: folder
        ) { _ in throw NoDerivatives() }
        _ = try staging.complete(staging.placedFiles())
    }

    func rollBack(to generation: Int? = nil) throws -> [String] {
        try OutputFolder(output).rollBack(to: generation)
    }

    /// The files of the published tree.
    func contents() throws -> FolderContents { try FolderContents(live) }

    /// The texts of the published tree, by path.
    func texts() throws -> [String: String] {
        try contents().bytes.mapValues { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file into the published tree, as its owner may do, with an inode of its own.
    func write(_ text: String, to name: String) throws {
        try folder.write(text, to: "Notebook/site/" + name)
    }

    /// Returns the differences between the manifest and the files.
    func problems() throws -> Set<TreeVerification.Problem> {
        let verification = try TreeVerification(OutputFolder(lookingAt: output))
        return Set(verification.problems + verification.files.compactMap(verification.problem))
    }

    /// The numbers of the kept generations.
    func generations() throws -> [String] {
        let kept = records + "/kept"
        guard try LocalFiles.status(kept) != nil else { return [] }
        return try LocalFiles.entries(of: kept).map(\.name)
    }
}

extension TreeStaging {
    /// Returns the files of the plan, after placing each.
    func placedFiles() throws -> [StagedFile] {
        try files.indices.map { index in
            var file = files[index]
            file.placement = try place(index)
            return file
        }
    }
}
