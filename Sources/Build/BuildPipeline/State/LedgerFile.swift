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
    private let cache: BuildCache
    /// True if a damaged ledger is replaced by a new one (`--new-ledger`) and not reported as an
    /// error.
    private let startsNewLedger: Bool

    private static let step = "ledger"

    /// Creates the ledger before the first publication, which has no file.
    init() { self.init(path: "", bytes: nil, cache: BuildCache()) }

    fileprivate init(
        path: String, bytes: [UInt8]?, cache: BuildCache, startsNewLedger: Bool = false
    ) {
        digest = ContentDigest(of: bytes ?? [])
        self.path = path
        self.bytes = bytes
        self.cache = cache
        self.startsNewLedger = startsNewLedger
    }

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
            throw UserError("\(path) \(fault.problem).", Self.advice)
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
        do {
            if try LocalFiles.status(ledger) != nil {
                return LedgerFile(
                    path: ledger, bytes: try LocalFiles.read(ledger), cache: cache,
                    startsNewLedger: startsNewLedger)
            }
        } catch {
            throw UserError(
                "The permalink ledger \(ledger) cannot be read: \(error.reason).",
                "Check that you may read it.")
        }
        guard try startsNewLedger || publishedTrees().isEmpty else {
            throw UserError(
                "The permalink ledger \(ledger) is missing, although this notebook has been published before; nothing was published.",
                LedgerFile.advice)
        }
        return LedgerFile()
    }

    /// Writes the bytes of a ledger durably: it has to be on the disk before pages with new
    /// addresses are.
    func writeLedger(_ document: [UInt8]) throws {
        try LocalFiles.replaceDurably(ledger, bytes: document)
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
