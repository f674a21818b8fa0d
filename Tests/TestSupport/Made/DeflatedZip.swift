import FileFormats

/// ZIP files with compressed members, which the program reads and does not write.
package enum DeflatedZip {
    /// Returns a ZIP file (PKWARE's APPNOTE 6.3.10) whose members all contain as many zeros.
    package static func bytes(ofZeros count: Int, in names: [String]) -> [UInt8] {
        var gzip: [UInt8] = []
        var deflater = Deflater()
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var left = count
        repeat {
            let part = min(left, zeros.count)
            left -= part
            zeros.withUnsafeBytes { buffer in
                deflater.update(.init(rebasing: buffer[..<part]), isLast: left == 0) { gzip += $0 }
            }
        } while left > 0
        // A header of ten bytes; the sum and the size at the end (RFC 1952).
        let (data, sum) = (
            Array(gzip[10..<gzip.count - 8]), Array(gzip[gzip.count - 8..<gzip.count - 4])
        )
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for name in names {
            let fields =
                [20, 0, 0, 0, 8, 0, 0, 0, 0, 0] + sum + little(data.count, 4) + little(count, 4)
                + little(name.utf8.count, 2) + [0, 0]
            directory +=
                [0x50, 0x4B, 1, 2, 20, 0] + fields + [UInt8](repeating: 0, count: 10)
                + little(bytes.count, 4) + Array(name.utf8)
            bytes += [0x50, 0x4B, 3, 4] + fields + Array(name.utf8) + data
        }
        let end =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(names.count, 2) + little(names.count, 2)
            + little(directory.count, 4) + little(bytes.count, 4) + [0, 0]
        return bytes + directory + end
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
