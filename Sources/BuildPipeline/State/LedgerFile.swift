import LocalFiles
package import NoteAddresses
import OutputPlan
import OutputTree
package import StoredValues

extension OutputFolder {
    /// The ledger of earlier publications; an empty one before the first.
    ///
    /// - Parameter memory: What is read there is not taken apart again.
    /// - Throws: ``BuildFailure`` for a file that is no ledger: guessing would give addresses to
    ///   other notes.
    func readLedger(remembering memory: RunMemory = RunMemory()) throws -> AddressLedger {
        let bytes: [UInt8]
        do throws(FileError) {
            guard try LocalFiles.status(ledger) != nil else { return AddressLedger() }
            bytes = try LocalFiles.read(ledger)
        } catch {
            throw BuildFailure(
                "The ledger of addresses \(ledger) cannot be read: \(error.reason). Check that it may be read by you."
            )
        }
        do throws(AddressLedger.Fault) {
            var parts = KeyParts("ledger")
            parts.add(ProgramVersion.build)
            parts.add(ContentKey(of: bytes))
            return try memory.value(parts.key) { () throws(AddressLedger.Fault) in
                try AddressLedger(document: bytes)
            }
        } catch {
            throw BuildFailure(
                "\(ledger) \(error.problem). Bring it back from a backup or from version control; without it addresses begin anew: then remove it."
            )
        }
    }

    /// Writes the ledger, unless it says the same already.
    func write(_ new: AddressLedger, replacing old: AddressLedger) throws(FileError) {
        guard new != old else { return }
        try LocalFiles.replaceDurably(ledger, new.document)
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
