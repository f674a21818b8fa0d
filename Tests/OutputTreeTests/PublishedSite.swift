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

    typealias Derivative = @Sendable (DerivedFile) throws -> (path: String, digest: ContentDigest)

    let folder: TemporaryFolder
    var output: String { folder.path + "/Notebook" }
    var live: String { output + "/site" }
    var records: String { output + "/.notebinder" }

    init(isInMemory: Bool = true) {
        folder = TemporaryFolder(isInMemory: isInMemory)
    }

    static func files(_ texts: [String: String]) -> [OutputFile] {
        texts.map { OutputFile(OutputPath($0.key), content: .bytes(Array($0.value.utf8))) }
    }

    /// Prepares the publication of files in an open folder.
    func staging(
        _ files: [OutputFile], in folder: OutputFolder, isDry: Bool = false, isFull: Bool = false,
        validator: FileValidator = FileValidator(),
        derivative: @escaping Derivative = { _ in throw NoDerivatives() }
    ) throws -> TreeStaging {
        try TreeStaging(
            TreePlan(tree: "site", files: files),
            replacing: PublishedTree("site", in: folder, isDry: isDry), in: folder, isDry: isDry,
            isFull: isFull, validator: validator, derivative: derivative)
    }

    /// Publishes files in an open folder, or in a run of its own.
    @discardableResult
    func publish(
        _ files: [OutputFile], in open: OutputFolder? = nil, isFull: Bool = false,
        validator: FileValidator = FileValidator(),
        derivative: @escaping Derivative = { _ in throw NoDerivatives() }
    ) throws -> TreeStaging.Result {
        let folder = try open ?? OutputFolder(NotebookPlace(output))
        let staging = try staging(
            files, in: folder, isFull: isFull, validator: validator, derivative: derivative)
        let result = try staging.complete(staging.placedFiles())
        try staging.publish(result, generation: folder.newGeneration())
        return result
    }

    @discardableResult
    func publish(_ texts: [String: String]) throws -> TreeStaging.Result {
        try publish(Self.files(texts))
    }

    /// Completes a publication up to the swap, as a run does that is killed then.
    func stage(_ texts: [String: String]) throws {
        let staging = try staging(Self.files(texts), in: OutputFolder(NotebookPlace(output)))
        _ = try staging.complete(staging.placedFiles())
    }

    @discardableResult
    func rollBack(to generation: Int? = nil) throws -> [String] {
        try OutputFolder(NotebookPlace(output)).rollBack(to: generation)
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

    /// Returns the differences between the manifest and the files, a sentence each.
    func problems() throws -> Set<String> {
        let verification = try TreeVerification(OutputFolder(lookingAt: NotebookPlace(output)))
        return Set(verification.problems + verification.files.compactMap(verification.problem))
    }

    /// The numbers of the kept generations.
    func generations() throws -> [String] {
        let kept = records + "/kept"
        guard try LocalFiles.status(kept) != nil else { return [] }
        return try LocalFiles.entries(of: kept).map(\.name)
    }
}

/// Overwrites the beginning of a file in place.
func overwrite(_ path: String, text: String) throws {
    let writer = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try writer.write(contentsOf: Data(text.utf8))
    try writer.close()
}

/// Overwrites a file in place with a text of the same size and sets its time back, so that only its
/// content shows the damage.
func damage(_ path: String, text: String) throws {
    let modified = try LocalFiles.status(path)?.modified ?? 0
    try overwrite(path, text: text)
    try LocalFiles.setModified(path, date: Date(timeIntervalSince1970: Double(modified) / 1e9))
}

extension OutputFile {
    /// Returns a file of a plan whose content is that of a photo, with the digest of a text.
    static func original(_ path: String, from stored: StoredBytes, text: String) -> OutputFile {
        OutputFile(
            OutputPath(path), content: .original(stored, ContentDigest(of: Array(text.utf8))))
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
