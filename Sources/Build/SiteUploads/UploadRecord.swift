import Hashing
import LocalFiles
import OutputTree
import Platform

/// The record of a destination: the generations that this notebook has uploaded, and the files
/// that are there.
struct UploadRecord: Sendable {
    /// The identifier of the notebook.
    let notebook: String
    /// The contents that the generation file may have unless another host has written it: the last
    /// known one, and that which a run was about to write when it was ended.
    var generations: [Generation] = []
    /// The files by their paths.
    var files: [String: UploadList.KnownFile] = [:]

    private let path: String

    private static let header = "notebinder upload record 1"

    /// Reads the record of a destination; an empty one if there is none, or if it is damaged.
    ///
    /// - Parameter records: The folder with the records of a notebook.
    init(of destination: Destination, in records: String) {
        let folder = records + "/uploads"
        path = folder + "/" + ContentDigest(of: Array(destination.text.utf8)).short
        if let known = Self.read(path) {
            (notebook, generations, files) = known
        } else {
            notebook = UUID().uuidString.lowercased()
        }
    }

    private static func read(
        _ path: String
    ) -> (notebook: String, generations: [Generation], files: [String: UploadList.KnownFile])? {
        guard let bytes = try? LocalFiles.read(path), bytes.count > 32 else { return nil }
        var digest = ByteReader(bytes, range: bytes.count - 32..<bytes.count)
        var reader = ByteReader(bytes, range: 0..<bytes.count - 32)
        guard (try? digest.value(ContentDigest.self)) == ContentDigest(of: bytes.dropLast(32)),
            (try? reader.value(String.self)) == header,
            let notebook = try? reader.value(String.self),
            let texts = try? reader.list({ try $0.byteArray() }),
            let files = try? reader.list({ reader in
                (
                    try reader.value(String.self),
                    UploadList.KnownFile(try reader.value(), isInUse: try reader.value())
                )
            })
        else { return nil }
        return (
            notebook, texts.compactMap(Generation.init),
            Dictionary(files, uniquingKeysWith: { $1 })
        )
    }

    /// Records that all files of a list have been uploaded and removed at once.
    mutating func apply(_ list: UploadList) {
        for item in list.items {
            files[item.path] = item.digest.map { UploadList.KnownFile($0, isInUse: true) }
        }
    }

    /// Writes the record durably.
    ///
    /// - Throws: ``FileError``.
    func write() throws {
        var writer = ByteWriter(capacity: files.count * 80 + 512)
        writer.write(Self.header, notebook)
        writer.write(list: generations) { $0.write(bytes: $1.bytes) }
        writer.write(list: files.sorted { $0.key < $1.key }) {
            $0.write($1.key, $1.value.digest, $1.value.isInUse)
        }
        writer.write(ContentDigest(of: writer.bytes))
        try LocalFiles.makePrivateFolders(LocalFiles.folder(of: path))
        try LocalFiles.replaceDurably(path, bytes: writer.bytes, isSynchronizing: true)
    }

    /// The folder for what a carrier keeps of the destination, such as a clone.
    var folder: String { path + ".files" }
}
