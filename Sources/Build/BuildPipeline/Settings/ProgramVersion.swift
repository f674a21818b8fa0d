import LocalFiles
import Platform

/// The version of this program, as people see it and as the cache compares it.
package enum ProgramVersion {
    /// The version number, by Semantic Versioning 2.0.0, which `--version` prints.
    package static let text = "0.1.0"

    /// The version with the ``BuildIdentifier`` of the executable `notebinder`, so that a copy of
    /// the program, or the same package installed again, reuses what this one has computed. Results
    /// of any other build are not reused. A program without an identifier has its size and its
    /// modification time instead.
    static let build: String = {
        let path = LocalFiles.executable
        if let identifier = BuildIdentifier.find(in: path) { return "\(text) \(identifier)" }
        guard let status = try? LocalFiles.status(path) else { return text }
        return "\(text) \(status.size) \(status.modified)"
    }()
}

/// The identifier that the linker has computed from the content of a program, as `Package.swift`
/// requests. All copies of the program have it, also those without symbols.
///
/// Sources: System V ABI, “Program Header” and “Note Section”, for files of 64 bits; the note
/// `NT_GNU_BUILD_ID` of the GNU linkers (`--build-id`).
enum BuildIdentifier {
    private static let headerSize = 64
    private static let segmentSize = 56
    private static let noteSegment = 4
    private static let buildIdentifierType = 3
    private static let maximumNotesSize = 1 << 16
    /// The least number of bytes of an identifier that tells builds apart.
    private static let leastSize = 8

    /// Returns the identifier of a program in hexadecimal digits; nil for one without an identifier,
    /// such as a program of a Mac.
    static func find(in path: String) -> String? {
        guard let file = try? OpenFile(path),
            let header = try? LocalFiles.read(file, count: headerSize), header.count == headerSize,
            header.starts(with: [0x7F] + Array("ELF".utf8) + [2, 1]),
            number(2, at: 54, in: header) == segmentSize
        else { return nil }
        let count = number(2, at: 56, in: header) * segmentSize
        let table =
            (try? LocalFiles.read(file, count: count, at: number(8, at: 32, in: header))) ?? []
        for segment in stride(from: 0, to: table.count - segmentSize + 1, by: segmentSize)
        where number(4, at: segment, in: table) == noteSegment {
            let size = min(number(8, at: segment + 32, in: table), maximumNotesSize)
            let start = number(8, at: segment + 8, in: table)
            guard let notes = try? LocalFiles.read(file, count: size, at: start) else { continue }
            if let found = identifier(in: notes) { return found }
        }
        return nil
    }

    private static func identifier(in notes: [UInt8]) -> String? {
        var offset = 0
        while offset + 12 <= notes.count {
            let nameSize = number(4, at: offset, in: notes)
            let contentSize = number(4, at: offset + 4, in: notes)
            let name = offset + 12
            let content = name + (nameSize + 3) / 4 * 4
            let end = content + contentSize
            guard end <= notes.count else { return nil }
            if number(4, at: offset + 8, in: notes) == buildIdentifierType,
                notes[name..<name + nameSize].elementsEqual("GNU\0".utf8), contentSize >= leastSize
            {
                return notes[content..<end].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                    .joined()
            }
            offset = content + (contentSize + 3) / 4 * 4
        }
        return nil
    }

    /// Returns a number of several bytes, the least significant first, limited to 32 bits.
    private static func number(_ width: Int, at offset: Int, in bytes: [UInt8]) -> Int {
        let value = bytes[offset..<offset + width].reversed().reduce(0 as UInt64) {
            $0 << 8 | UInt64($1)
        }
        return Int(min(value, UInt64(UInt32.max)))
    }
}
