import Hashing
import LocalFiles
import NoteModel
import Platform
import Synchronization

/// The results of workers, by fingerprint of content and recipe, in a folder that only this program
/// writes.
struct DerivativeCache: Sendable {
    let folder: String

    /// The facts about a derivation, apart from its files.
    ///
    /// Facts that cannot be decoded, such as those of earlier versions, count as missing.
    enum Facts: Codable {
        case derived(DecodedPhoto)
        case drawing(DerivedFile)
        case playable(PlayableRecording)
        /// A worker with these capabilities could not decode the bytes; another one may.
        case undecodable(reason: String, by: WorkerCapabilities)
        /// A worker with these capabilities exceeded its processor time.
        case tookTooLong(reason: String, by: WorkerCapabilities)
    }

    private static let written = Mutex(0)
    private static let factsEnding = ".facts"

    func path(of key: Fingerprint) -> String { folder + "/" + key.text }

    /// Returns the path to which a worker writes the file of a key. It is different each time,
    /// since a worker of an earlier run that was killed may still be writing.
    func unfinished(_ key: Fingerprint) -> String {
        let number = Self.written.withLock { number in
            number += 1
            return number
        }
        return "\(path(of: key)).\(ProcessInfo.processInfo.processIdentifier)-\(number).new"
    }

    /// True if a file exists and has the right size. Does not read it.
    func holds(_ file: DerivedFile) -> Bool {
        guard let status = try? LocalFiles.status(path(of: file.key)) else { return false }
        return status.isFile && status.size == file.byteCount
    }

    /// True if a file exists and its content has the right digest. Reads all of it.
    func isIntact(_ file: DerivedFile) -> Bool {
        (try? ContentDigest(ofFileAt: path(of: file.key))) == file.digest
    }

    /// Moves a file that a worker finished into the cache. A damaged file of that key is replaced
    /// by renaming, so that published trees that share its inode are not affected.
    func keep(_ file: DerivedFile, writtenTo written: String) throws {
        try LocalFiles.rename(written, to: path(of: file.key))
    }

    /// Removes the facts about a derivation, so that its files are made again.
    func forget(_ derivation: Fingerprint) throws {
        try LocalFiles.remove(path(of: derivation) + Self.factsEnding)
    }

    func facts(_ derivation: Fingerprint) -> Facts? {
        guard let bytes = try? LocalFiles.read(path(of: derivation) + Self.factsEnding) else {
            return nil
        }
        return try? JSONDecoder().decode(Facts.self, from: Data(bytes))
    }

    func keep(_ facts: Facts, derivation: Fingerprint) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(facts) else { return }
        // Another thread may keep the same facts.
        let written = unfinished(derivation)
        try LocalFiles.create(written, bytes: Array(json))
        try LocalFiles.rename(written, to: path(of: derivation) + Self.factsEnding)
    }

    /// Removes all files and facts that were written before a date, except those with the given
    /// keys.
    func prune(keeping names: Set<String>, writtenBefore date: Date) throws {
        guard try LocalFiles.status(folder) != nil else { return }
        for entry in try LocalFiles.entries(of: folder) {
            let isFacts = entry.name.hasSuffix(Self.factsEnding)
            let key = isFacts ? String(entry.name.dropLast(Self.factsEnding.count)) : entry.name
            let path = folder + "/" + entry.name
            guard !names.contains(key), let status = try LocalFiles.status(path),
                Double(status.modified) / 1e9 < date.timeIntervalSince1970
            else { continue }
            try LocalFiles.remove(path)
        }
    }
}
