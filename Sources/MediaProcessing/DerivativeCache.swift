import ContentHashing
import Foundation
import LocalFiles
import OutputPlan
import PhotoMessages
import Synchronization

/// What workers made, by the key of content and recipe, in a folder that only this program writes.
struct DerivativeCache: Sendable {
    private let folder: String

    /// The facts about a derivation, besides the files that were made.
    ///
    /// Facts that cannot be decoded, such as those of earlier versions, count as missing.
    enum Facts: Codable {
        /// The digests of the files, by the names of the recipes.
        case derived(DerivedPictures, digests: [String: ContentDigest])
        case cleaned(CleanCopy, digest: ContentDigest)
        /// Found so by a worker that greets in this way; another one may do better.
        case undecodable(reason: String, by: WorkerCapabilities)
    }

    init(_ folder: String) {
        self.folder = folder
    }

    private static let written = Mutex(0)
    private static let factsEnding = ".facts"

    func path(of key: Fingerprint) -> String { folder + "/" + key.text }

    /// Where a worker is to write the file of a key: a name of its own each time, since a worker
    /// of a run that was killed may still be writing.
    func unfinished(_ key: Fingerprint) -> String {
        let number = Self.written.withLock { number in
            number += 1
            return number
        }
        return "\(path(of: key)).\(ProcessInfo.processInfo.processIdentifier)-\(number).new"
    }

    /// Whether the file of a key is there and has the right size. Does not read it.
    func holds(_ key: Fingerprint, byteCount: Int) -> Bool {
        guard let status = try? LocalFiles.status(path(of: key)) else { return false }
        return status.isFile && status.size == byteCount
    }

    /// Whether a file is there and its content has the right digest. Reads all of it.
    func isIntact(_ file: DerivedFile) -> Bool {
        (try? ContentDigest(ofFileAt: path(of: file.key))) == file.digest
    }

    func prepareFolder() throws(MediaProcessorError) {
        try inCache { () throws(FileError) in try LocalFiles.makeFolder(folder) }
    }

    /// Takes over a file that a worker finished; a damaged file of that key keeps its inode, which
    /// published trees may share, and loses its name.
    func keep(
        _ key: Fingerprint, writtenTo written: String
    ) throws(MediaProcessorError) -> DerivedFile {
        try inCache { () throws(FileError) in
            let digest = try ContentDigest(ofFileAt: written)
            try LocalFiles.rename(written, to: path(of: key))
            return DerivedFile(key: key, digest: digest)
        }
    }

    /// Removes what is known of a derivation, so that its files are made again.
    func forget(_ derivation: Fingerprint) throws(MediaProcessorError) {
        try inCache { () throws(FileError) in
            try LocalFiles.remove(path(of: derivation) + Self.factsEnding)
        }
    }

    func facts(_ derivation: Fingerprint) -> Facts? {
        guard let bytes = try? LocalFiles.read(path(of: derivation) + Self.factsEnding) else {
            return nil
        }
        return try? JSONDecoder().decode(Facts.self, from: Data(bytes))
    }

    func keep(_ facts: Facts, _ derivation: Fingerprint) throws(MediaProcessorError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(facts) else { return }
        try inCache { () throws(FileError) in
            try LocalFiles.replace(path(of: derivation) + Self.factsEnding, Array(json))
        }
    }

    /// Removes what has none of these names.
    func prune(keeping names: Set<String>) throws(MediaProcessorError) {
        try inCache { () throws(FileError) in
            guard try LocalFiles.status(folder) != nil else { return }
            for entry in try LocalFiles.entries(of: folder) {
                let isFacts = entry.name.hasSuffix(Self.factsEnding)
                let key = isFacts ? String(entry.name.dropLast(Self.factsEnding.count)) : entry.name
                if !names.contains(key) { try LocalFiles.remove(folder + "/" + entry.name) }
            }
        }
    }
}
