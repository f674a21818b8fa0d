import FileFormats
import LocalFiles
import TestSupport
import Testing

extension TemporaryFolder {
    /// Writes a ZIP file of some members in place of the last one, and returns its path.
    func zip(_ members: [(String, [UInt8])], to name: String = "made.zip") throws -> String {
        let file = path + "/" + name
        try LocalFiles.remove(file)
        var zip = try ZipWriter(file)
        for (name, bytes) in members { try zip.add(name, bytes: bytes) }
        try zip.finish()
        return file
    }
}

extension ZipReader {
    func content(of member: Member) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(member) { bytes += $0 }
        return bytes
    }
}
