package import Hashing
import LocalFiles
import NoteModel
package import OutputPlan
import OutputTree

/// The ledger of earlier publications, in which addresses keep their notes. The file is parsed only
/// when it is needed.
struct LedgerFile: Sendable {
    /// The digest of the file, on which the assigned addresses depend; that of no bytes if there is
    /// no file.
    let digest: ContentDigest
    private let path: String
    private let bytes: [UInt8]?
    /// The path of the file that was read, if the owner has decided since to keep it at `path`; nil
    /// otherwise.
    private let former: String?
    private let cache: BuildCache
    /// True if a damaged ledger is replaced by a new one (`--new-ledger`) and not reported as an
    /// error.
    private let startsNewLedger: Bool

    private static let step = "ledger"

    /// Reads the ledger at a path; nil stands for one that does not exist yet.
    ///
    /// - Throws: ``UserFacingError`` for a file that cannot be read.
    init(_ path: String?) throws {
        self.init(
            path: path ?? "", bytes: try path.flatMap { try Self.bytes(at: $0) },
            cache: BuildCache())
    }

    fileprivate init(
        path: String, bytes: [UInt8]?, former: String? = nil, cache: BuildCache,
        startsNewLedger: Bool = false
    ) {
        digest = ContentDigest(of: bytes ?? [])
        (self.path, self.bytes, self.former) = (path, bytes, former)
        self.cache = cache
        self.startsNewLedger = startsNewLedger
    }

    /// Returns the content of a ledger file; nil if there is none.
    fileprivate static func bytes(at path: String) throws -> [UInt8]? {
        do {
            return try LocalFiles.status(path) == nil ? nil : try LocalFiles.read(path)
        } catch {
            throw UserError(
                "The permalink ledger \(path) cannot be read: \(error.reason).",
                "Check that you may read it.")
        }
    }

    /// True if the file has to be written although no address has changed, since its owner wants it
    /// elsewhere.
    var isMoving: Bool { former != nil }

    /// True if there is no ledger file, so that this is the first publication or a new beginning.
    var isMissing: Bool { bytes == nil }

    /// Returns the ledger of earlier publications; nil if a new one begins.
    ///
    /// - Throws: ``UserFacingError`` for a damaged file that is not to be replaced: guessing would
    ///   give addresses to other notes.
    func ledger() throws -> PermalinkLedger? {
        guard let bytes else { return nil }
        do {
            return try cache.value(Self.step, name: "", input: Fingerprint(of: digest)) {
                try PermalinkLedger(document: bytes)
            }
        } catch let fault as PermalinkLedger.DocumentError {
            guard !startsNewLedger else { return nil }
            throw UserError("\(former ?? path) \(fault.problem).", Self.advice)
        }
    }

    fileprivate static let advice =
        "Restore it from a backup or from version control, or start a new one with notebinder build --new-ledger: former addresses of renamed notes then stop working."

    /// Returns the bytes of a new ledger. Its entries are put into the cache as well, so that the
    /// next run need not parse them.
    static func document(of ledger: PermalinkLedger, _ cache: BuildCache) -> [UInt8] {
        let document = ledger.document
        _ = cache.value(step, name: "", input: Fingerprint(of: ContentDigest(of: document))) {
            ledger
        }
        return document
    }
}

extension LedgerFile {
    /// Writes the bytes of a new ledger durably: it has to be on the disk before pages with new
    /// addresses are.
    ///
    /// - Throws: ``UserFacingError`` for a file that another run has changed since it was read, and
    ///   for one that cannot be written.
    func replace(by document: [UInt8]) throws {
        guard try Self.bytes(at: path) == (isMoving ? nil : bytes) else {
            throw UserError(
                "Another run has changed the permalink ledger \(path) in the meantime; nothing was published.",
                "Run the build again.", exitStatus: 75)
        }
        do {
            try LocalFiles.replaceDurably(path, bytes: document)
            if let former { try LocalFiles.remove(former) }
        } catch {
            throw UserError(
                "The permalink ledger \(path) cannot be written: \(error.reason); nothing was published.",
                "Check that you may write into its folder.")
        }
    }
}

extension OutputFolder {
    /// Returns the ledger of earlier publications; an empty one before the first.
    ///
    /// - Parameters:
    ///   - cache: Parsed ledgers are kept there.
    ///   - startsNewLedger: True if a missing or damaged ledger is replaced by a new one.
    /// - Throws: ``UserFacingError`` for a file that cannot be read, and for one that is missing
    ///   although trees have been published: every publication writes it first.
    func readLedger(
        _ cache: BuildCache = BuildCache(), startsNewLedger: Bool = false
    ) throws -> LedgerFile {
        let parent = LocalFiles.folder(of: ledger)
        if ledger != ownLedger, try LocalFiles.status(parent)?.isFolder != true {
            throw UserError(
                "The folder \(parent), in which the permalink ledger is to be, does not exist.",
                "Is a disk missing? Otherwise create the folder, or correct “ledger” in the configuration."
            )
        }
        var (bytes, former) = (try LedgerFile.bytes(at: ledger), nil as String?)
        if bytes == nil, ledger != ownLedger {
            bytes = try LedgerFile.bytes(at: ownLedger)
            former = bytes == nil ? nil : ownLedger
        }
        guard try bytes != nil || startsNewLedger || publishedTrees().isEmpty else {
            throw UserError(
                "The permalink ledger \(ledger) is missing, although this notebook has been published before; nothing was published.",
                LedgerFile.advice)
        }
        return LedgerFile(
            path: ledger, bytes: bytes, former: former, cache: cache,
            startsNewLedger: startsNewLedger)
    }
}

extension PermalinkLedger: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(list: entries) { writer, entry in
            writer.write(
                entry.identity, entry.path, entry.former, entry.title, entry.source,
                entry.beginning, entry.isPresent)
        }
    }

    package init(from reader: inout ByteReader) throws {
        self.init(
            try reader.list {
                Entry(
                    identity: try $0.value(), path: try $0.value(), former: try $0.value(),
                    title: try $0.value(), source: try $0.value(), beginning: try $0.value(),
                    isPresent: try $0.value())
            })
    }
}
