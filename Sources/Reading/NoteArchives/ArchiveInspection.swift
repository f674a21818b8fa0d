import KeyedArchives
import LocalFiles
package import NoteModel

/// Describes the contents of an archive, whatever app wrote it.
package enum ArchiveInspection {
    /// Returns a description of a file: the objects of an archive from its roots on or, with
    /// `isPlain`, its raw object table; the entities of a store.
    ///
    /// - Parameters:
    ///   - path: Path of any file, inside a notes folder or elsewhere.
    ///   - name: The name of the file in messages.
    /// - Throws: ``UserError`` if the file cannot be read, or is neither an archive nor a store.
    package static func description(
        ofFileAt path: String, named name: String, isPlain: Bool = false
    ) throws -> JSONValue {
        do {
            let bytes = try ArchiveBytes.ofFile(at: path)
            if case .database = FileKind(bytes) {
                return try StoreInspection.description(ofStoreAt: path)
            }
            if let kind = FileKind(bytes).notAnArchive { throw ArchiveError(.otherKind(kind)) }
            let archive = try KeyedArchive(bytes)
            if isPlain { return table(of: archive) }
            let source = NotesFolder.SourceFile(name: path, path: path)
            var description = ArchiveDescription(OpenedArchive(archive, of: source))
            return description.whole()
        } catch let error as FileError {
            throw UserError.unreadable(name, error.reason)
        } catch {
            throw UserError("\(name) \(error).")
        }
    }

    private static func table(of archive: KeyedArchive) -> JSONValue {
        var entries: [JSONValue] = []
        for number in 0..<archive.objectCount {
            do {
                entries.append(raw(try archive.entry(number)))
            } catch {
                entries.append(.object([("$damaged", .string("\(error)"))]))
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
        case .null, .bool, .integer, .real, .string: JSONValue(scalar: value)
        case .date(let seconds): .object([("$date", .real(seconds))])
        case .uid(let uid): .object([("$uid", .integer(uid))])
        case .data(let reference): .object([("$data", .integer(reference.count))])
        case .array(let members): .array(members.map(raw))
        case .dictionary(let fields): .object(fields.map { .init($0.key, value: raw($0.value)) })
        }
    }
}
