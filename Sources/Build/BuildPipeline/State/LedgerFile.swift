package import Hashing
import LocalFiles
import NoteModel
package import OutputPlan
import OutputTree
import Platform

/// The ledger of earlier publications, in which addresses keep their notes. The file is parsed only
/// when it is needed.
struct LedgerFile: Sendable {
    /// The digest of the file, on which the assigned addresses depend; that of no bytes if there is
    /// no file.
    let digest: ContentDigest
    /// The path where the ledger is kept.
    private let path: String
    /// The content of the file at ``path`` when it was read; nil if there was none.
    private let present: [UInt8]?
    private let bytes: [UInt8]?
    /// The path of a ledger in the output folder that goes away, since the configuration names
    /// another one; nil if there is none.
    private let previousPath: String?
    /// True if the ledger is to be kept outside of an output folder that has published nothing yet,
    /// so that it may be that of another notebook.
    let isAdopted: Bool
    private let isConfigured: Bool
    private let cache: BuildCache
    /// True if a damaged ledger is replaced by a new one (`--new-ledger`) and not reported as an
    /// error.
    private let startsNewLedger: Bool

    /// Returns the paths of the pages of the published site.
    private let publishedPages: @Sendable () -> [String]

    private static let step = "ledger"

    /// Reads the ledger of a notebook without an output folder.
    ///
    /// - Parameter path: The path in the configuration; nil for no ledger.
    /// - Throws: ``UserFacingError`` for a file that cannot be read.
    init(_ path: String?) throws {
        let bytes = try path.flatMap { try Self.bytes(at: $0) }
        self.init(path: path ?? "", present: bytes, bytes: bytes, cache: BuildCache())
    }

    fileprivate init(
        path: String, present: [UInt8]?, bytes: [UInt8]?, previousPath: String? = nil,
        isAdopted: Bool = false, isConfigured: Bool = true, cache: BuildCache,
        startsNewLedger: Bool = false, publishedPages: @escaping @Sendable () -> [String] = { [] }
    ) {
        digest = ContentDigest(of: bytes ?? [])
        (self.path, self.present, self.bytes) = (path, present, bytes)
        (self.previousPath, self.isAdopted) = (previousPath, isAdopted)
        (self.isConfigured, self.cache) = (isConfigured, cache)
        (self.startsNewLedger, self.publishedPages) = (startsNewLedger, publishedPages)
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

    /// The path of the file that was read, for messages.
    var source: String { present == nil ? previousPath ?? path : path }

    /// True if the file has to be written although no address has changed, since the one in the
    /// output folder goes away.
    var isMoving: Bool { previousPath != nil }

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
            // A file that the configuration names by mistake is not replaced.
            let isLedger = !isConfigured || PermalinkLedger.isLikely(bytes)
            guard !startsNewLedger || !isLedger || fault.isSound else { return nil }
            throw UserError(
                "\(source) \(fault.problem).",
                fault.advice
                    ?? (isLedger ? Self.advice : "Correct “ledger” in the configuration."))
        }
    }

    /// Requires that a ledger has the addresses of all pages that are published: a ledger of another
    /// notebook, or an older one, would lead readers to other notes.
    ///
    /// - Throws: ``UserFacingError`` for one that lacks some.
    func requirePublishedAddresses(in ledger: PermalinkLedger) throws {
        let pages = publishedPages().filter(PermalinkLedger.isPage)
        guard !pages.isEmpty else { return }
        let known = Set(ledger.entries.flatMap { [$0.path] + $0.former })
        let lost = pages.map { String($0.dropLast(".html".count)) }.filter { !known.contains($0) }
        guard let first = lost.first else { return }
        let others = lost.count == 1 ? "" : " and \(lost.count - 1) more"
        throw UserError(
            "The permalink ledger \(source) lacks addresses that this notebook has published (\(first)\(others)); nothing was published.",
            "If it is that of another notebook, correct “ledger” in the configuration; if it is an older one, restore the latest. To give these addresses up, run `notebinder build --allow-removals`."
        )
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
        // Replacing the file needs no right to write to it.
        guard present == nil || access(path, W_OK) == 0 else {
            throw failure("it is write-protected", advice: "Allow writing to it.")
        }
        do {
            // Other notebooks may share it. A lock on the file would be that of the one it replaces.
            let folder = try OpenFile(LocalFiles.folder(of: path))
            _ = try? folder.lockExclusively(waiting: 60)
            guard try Self.bytes(at: path) == present else {
                throw UserError(
                    "Another run has changed the permalink ledger \(path) in the meantime; nothing was published.",
                    "Run the build again.", exitStatus: 75)
            }
            // It has the titles of notes that are excluded now.
            try LocalFiles.replaceDurably(path, bytes: document, isPrivate: true)
            withExtendedLifetime(folder) {}
        } catch let error as FileError {
            throw failure(
                error.reason,
                advice: error.isDiskFull
                    ? "Make room on its disk." : "Check that you may write into its folder.")
        }
        // One that stays has nothing that the other lacks.
        if let previousPath { try? LocalFiles.remove(previousPath) }
    }

    private func failure(_ reason: String, advice: String) -> UserError {
        UserError(
            "The permalink ledger \(path) cannot be written: \(reason); nothing was published.",
            advice)
    }

    /// Returns true if every address in a ledger is in another one as well.
    fileprivate static func isContained(_ document: [UInt8], in other: [UInt8]) -> Bool {
        func paths(_ document: [UInt8]) -> Set<String>? {
            (try? PermalinkLedger(document: document)).map {
                Set($0.entries.flatMap { [$0.path] + $0.former })
            }
        }
        guard document != other else { return true }
        guard let own = paths(document), let others = paths(other) else { return false }
        return own.isSubset(of: others)
    }
}

extension BuildOptions {
    /// Requires that the configured ledger and the records can be kept at their paths.
    ///
    /// - Throws: ``UserFacingError`` if the folder of one or the target of a link is missing, and if
    ///   it is in the notes folder or in the output folder.
    func requirePlaces() throws {
        if let ledger { try requirePlace(of: "ledger", at: ledger) }
        if let state { try requirePlace(of: "state", at: state) }
    }

    /// Requires that one of them can be kept at its path.
    ///
    /// - Parameter key: `ledger` or `state`.
    /// - Throws: ``UserFacingError``, as ``requirePlaces()``.
    func requirePlace(of key: String, at path: String) throws {
        let name = Self.name(ofPlace: key)
        let parent = LocalFiles.folder(of: LocalFiles.absolute(path))
        guard let folder = LocalFiles.resolved(parent),
            try LocalFiles.status(folder)?.isFolder == true
        else {
            throw UserError(
                "The folder \(parent), in which the \(name) is to be, does not exist.",
                "Is a disk missing? Otherwise create the folder, or correct “\(key)” in the configuration."
            )
        }
        let resolved = LocalFiles.resolved(path)
        if resolved == nil, try LocalFiles.status(path, followingLinks: false) != nil {
            throw UserError(
                "The \(name) \(path) is a link to a place that does not exist.",
                "Is a disk missing? Otherwise correct the link.")
        }
        try requireApart(from: [notes, output])
    }

    /// Requires that the configured ledger and the records are not in any of some folders, and that
    /// they do not contain one.
    ///
    /// - Throws: ``UserFacingError``.
    func requireApart(from folders: [String]) throws {
        for (key, path, own) in [("ledger", ledger, place.ledger), ("state", state, place.records)]
        {
            guard let path else { continue }
            let name = Self.name(ofPlace: key)
            for place in folders {
                let outer = LocalFiles.resolved(place) ?? LocalFiles.absolute(place)
                if own == outer || LocalFiles.isBelow(own, outer) {
                    throw UserError(
                        "The \(name) \(path) is in the folder \(place).",
                        "Keep it outside of the notes and of the output folder: change “\(key)” in the configuration."
                    )
                }
                if LocalFiles.isBelow(outer, own) {
                    throw UserError(
                        "The \(name) \(path) contains the folder \(place), which it would make private.",
                        "Name a folder beside it: change “\(key)” in the configuration.")
                }
            }
        }
    }

    private static func name(ofPlace key: String) -> String {
        key == "state" ? "state folder" : "permalink ledger"
    }
}

extension OutputFolder {
    /// Returns the ledger of earlier publications; an empty one before the first.
    ///
    /// - Parameters:
    ///   - cache: Parsed ledgers are kept there.
    ///   - startsNewLedger: True if a missing or damaged ledger is replaced by a new one.
    /// - Throws: ``UserFacingError`` for a file that cannot be read, for one that is missing
    ///   although trees have been published (every publication writes it first), and for a ledger in
    ///   this folder with addresses that the configured one lacks.
    func readLedger(
        _ cache: BuildCache = BuildCache(), startsNewLedger: Bool = false
    ) throws -> LedgerFile {
        let isConfigured = ledger != defaultLedger
        let present = try LedgerFile.bytes(at: ledger)
        let previous = isConfigured ? try LedgerFile.bytes(at: defaultLedger) : nil
        if let present, let previous, !LedgerFile.isContained(previous, in: present) {
            throw UserError(
                "This notebook has the permalink ledger \(defaultLedger), with addresses that are not in \(ledger); nothing was published.",
                "If both are of this notebook, move the first one to the place of the other. If not, correct “ledger” in the configuration."
            )
        }
        let bytes = present ?? previous
        let isPublished = try !publishedTrees().isEmpty
        guard bytes != nil || startsNewLedger || !isPublished else {
            throw UserError(
                "The permalink ledger \(ledger) is missing, although this notebook has been published before; nothing was published.",
                LedgerFile.advice)
        }
        return LedgerFile(
            path: ledger, present: present, bytes: bytes,
            previousPath: previous == nil ? nil : defaultLedger,
            isAdopted: isConfigured && !isPublished, isConfigured: isConfigured, cache: cache,
            startsNewLedger: startsNewLedger,
            publishedPages: { self.publishedPaths(of: BuildOptions.Format.html.tree) })
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
