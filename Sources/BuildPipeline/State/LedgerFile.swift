import LocalFiles
package import NoteAddresses
import OutputPlan
import OutputTree
package import StoredValues

/// The ledger of earlier publications, taken apart when somebody asks what is in it.
struct LedgerFile: Sendable {
    /// Of all that it says.
    let key: ContentKey
    private let path: String
    private let bytes: [UInt8]?
    private let memory: RunMemory
    /// True if a damaged ledger is replaced by a new one.
    private let startsNewLedger: Bool

    /// The ledger before the first publication.
    init() { self.init(path: "", nil, RunMemory()) }

    fileprivate init(
        path: String, _ bytes: [UInt8]?, _ memory: RunMemory, startsNewLedger: Bool = false
    ) {
        key = bytes.map(Self.key) ?? KeyParts("no ledger").key
        self.path = path
        self.bytes = bytes
        self.memory = memory
        self.startsNewLedger = startsNewLedger
    }

    /// True if there is no ledger file.
    var isMissing: Bool { bytes == nil }

    /// The ledger of earlier publications; nil where a new one begins.
    ///
    /// - Throws: ``BuildFailure`` for a damaged file that is not to be replaced: guessing would give
    ///   addresses to other notes.
    func ledger() throws -> AddressLedger? {
        guard let bytes else { return nil }
        do throws(AddressLedger.Fault) {
            return try memory.value(key) { () throws(AddressLedger.Fault) in
                try AddressLedger(document: bytes)
            }
        } catch {
            guard !startsNewLedger else { return nil }
            throw BuildFailure("\(path) \(error.problem). \(Self.advice)")
        }
    }

    fileprivate static let advice =
        "Restore it from a backup or from version control, or start a new one with notebinder build --new-ledger: former addresses of renamed notes then stop working."

    fileprivate static func key(of bytes: [UInt8]) -> ContentKey {
        var parts = KeyParts("ledger")
        parts.add(ProgramVersion.build)
        parts.add(ContentKey(of: bytes))
        return parts.key
    }
}

extension OutputFolder {
    /// The ledger of earlier publications; an empty one before the first.
    ///
    /// - Parameters:
    ///   - memory: What is read there is not taken apart again.
    ///   - startsNewLedger: Whether a new one begins where it is missing or damaged.
    /// - Throws: ``BuildFailure`` for a file that cannot be read, and for one that is missing although
    ///   trees have been published: every publication writes it first.
    func readLedger(
        remembering memory: RunMemory = RunMemory(), startsNewLedger: Bool = false
    ) throws -> LedgerFile {
        let isLost: Bool
        do throws(FileError) {
            if try LocalFiles.status(ledger) != nil {
                return LedgerFile(
                    path: ledger, try LocalFiles.read(ledger), memory,
                    startsNewLedger: startsNewLedger)
            }
            isLost = startsNewLedger ? false : !(try publishedTrees().isEmpty)
        } catch {
            throw BuildFailure(
                "The ledger of addresses \(ledger) cannot be read: \(error.reason). Check that it may be read by you."
            )
        }
        guard !isLost else {
            throw BuildFailure(
                "The ledger of addresses \(ledger) is missing, although this notebook has been published before; nothing was published. \(LedgerFile.advice)"
            )
        }
        return LedgerFile()
    }

    /// Writes the ledger.
    func write(_ new: WrittenLedger) throws(FileError) {
        try LocalFiles.replaceDurably(ledger, new.document)
    }
}

/// The bytes of a new ledger.
struct WrittenLedger: Sendable {
    fileprivate let document: [UInt8]

    /// - Parameter memory: Saves the next run from taking it apart.
    init(_ ledger: AddressLedger, remembering memory: RunMemory) {
        document = ledger.document
        var writer = ByteWriter(capacity: document.count)
        writer.write(ledger)
        memory.keep(LedgerFile.key(of: document), writer.bytes)
    }
}

extension AddressLedger: StoredValue {
    package func write(to writer: inout ByteWriter) {
        writer.write(list: entries) { writer, entry in
            writer.write(entry.identity)
            writer.write(entry.path)
            writer.write(entry.former)
            writer.write(entry.title)
            writer.write(entry.source)
            writer.write(entry.beginning)
            writer.write(entry.isPresent)
        }
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        self.init(
            try reader.list { reader throws(UnreadableValue) in
                Entry(
                    identity: try reader.string(), path: try reader.string(),
                    former: try reader.strings(), title: try reader.string(),
                    source: try reader.string(), beginning: try reader.string(),
                    isPresent: try reader.bool())
            })
    }
}
