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

    /// The ledger before the first publication.
    init() { self.init(path: "", nil, RunMemory()) }

    fileprivate init(path: String, _ bytes: [UInt8]?, _ memory: RunMemory) {
        key = bytes.map(Self.key) ?? KeyParts("no ledger").key
        self.path = path
        self.bytes = bytes
        self.memory = memory
    }

    /// True if notes were published before.
    var exists: Bool { bytes != nil }

    /// - Throws: ``BuildFailure`` for a file that is no ledger: guessing would give addresses to
    ///   other notes.
    func ledger() throws -> AddressLedger {
        guard let bytes else { return AddressLedger() }
        do throws(AddressLedger.Fault) {
            return try memory.value(key) { () throws(AddressLedger.Fault) in
                try AddressLedger(document: bytes)
            }
        } catch {
            throw BuildFailure(
                "\(path) \(error.problem). Bring it back from a backup or from version control; without it addresses begin anew: then remove it."
            )
        }
    }

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
    /// - Parameter memory: What is read there is not taken apart again.
    /// - Throws: ``BuildFailure`` for a file that cannot be read.
    func readLedger(remembering memory: RunMemory = RunMemory()) throws -> LedgerFile {
        do throws(FileError) {
            guard try LocalFiles.status(ledger) != nil else { return LedgerFile() }
            return LedgerFile(path: ledger, try LocalFiles.read(ledger), memory)
        } catch {
            throw BuildFailure(
                "The ledger of addresses \(ledger) cannot be read: \(error.reason). Check that it may be read by you."
            )
        }
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
