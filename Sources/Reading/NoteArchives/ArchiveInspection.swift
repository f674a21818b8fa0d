import KeyedArchives
import LocalFiles
package import NoteModel

/// Describes the contents of an archive, whatever app wrote it.
package enum ArchiveInspection {
    /// An error that prevents a file from being described.
    package struct InspectionError: Error {
        /// The reason, as a phrase that completes "NAME …".
        package let reason: String
    }

    /// Returns a description of a file: the objects of an archive from its roots on or, with
    /// `isPlain`, its raw object table; the entities of a store.
    ///
    /// - Parameter path: Path of any file, inside a notes folder or elsewhere.
    /// - Throws: ``InspectionError`` if the file cannot be read, or is neither an archive nor a
    ///   store.
    package static func description(
        ofFileAt path: String, isPlain: Bool = false
    ) throws(InspectionError) -> JSONValue {
        let bytes: ArchiveBytes
        do throws(FileError) {
            bytes = try ArchiveBytes.ofFile(at: path)
        } catch {
            throw InspectionError(reason: "cannot be read: \(error.reason)")
        }
        if case .database = FileKind(bytes) {
            return try StoreInspection.description(ofStoreAt: path)
        }
        do throws(ArchiveError) {
            guard let kind = FileKind(bytes).notAnArchive else {
                let archive = try KeyedArchive(bytes)
                if isPlain { return try table(of: archive) }
                let source = NotesFolder.SourceFile(name: path, path: path)
                var description = ArchiveDescription(OpenedArchive(archive, of: source))
                return description.whole()
            }
            throw ArchiveError(.otherKind(kind))
        } catch {
            throw InspectionError(reason: error.description)
        }
    }

    private static func table(of archive: KeyedArchive) throws(ArchiveError) -> JSONValue {
        var entries: [JSONValue] = []
        for number in 0..<archive.objectCount {
            do throws(ArchiveError) {
                entries.append(raw(try archive.entry(number)))
            } catch {
                entries.append(.object([("$damaged", .string(error.description))]))
            }
        }
        let top = JSONValue.object(archive.top.map { .init($0.key, value: raw($0.value)) })
        guard !archive.isPlain else { return top }
        return .object([
            ("$archiver", .string(archive.archiver)), ("$top", top), ("$objects", .array(entries)),
        ])
    }

    private static func raw(_ value: PropertyListValue) -> JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(Int(value))
        case .real(let value): .real(value)
        case .date(let seconds): .object([("$date", .real(seconds))])
        case .string(let text): .string(text)
        case .uid(let uid): .object([("$uid", .integer(uid))])
        case .data(let reference): .object([("$data", .integer(reference.count))])
        case .array(let members): .array(members.map(raw))
        case .dictionary(let fields): .object(fields.map { .init($0.key, value: raw($0.value)) })
        }
    }
}
