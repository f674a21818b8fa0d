import LocalFiles

/// A file with a password in its first line.
enum PasswordFile {
    /// The reason why a file has no password, as a clause.
    struct Problem: Error {
        let reason: String
    }

    /// The maximum size of a password in bytes.
    static let maximumSize = 4_096

    static func password(in file: String) throws(Problem) -> String {
        let bytes: [UInt8]
        do throws(FileError) {
            let open = try OpenFile(file)
            bytes = try LocalFiles.read(open, count: min(try open.status().size, maximumSize))
        } catch {
            throw Problem(reason: error.reason)
        }
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else { throw Problem(reason: "its first line is empty") }
        return String(decoding: line, as: UTF8.self)
    }
}
