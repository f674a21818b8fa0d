extension ZipReader {
    /// The maximum ratio of the sizes of all members to their packed sizes, above some size:
    /// archives, photos and recordings become hardly smaller, and texts a tenth.
    private static let (maximumRatio, sizeOfAnyRatio) = (20, 256 << 20)
    /// The minimum mean packed size of members in bytes, above some number: each takes a file and
    /// its examination, and even a short note has more bytes.
    private static let (minimumMeanSize, countOfAnySize) = (128, 20_000)

    /// Requires that unpacking the members takes time and room in proportion to their number and
    /// their packed sizes.
    ///
    /// - Throws: ``ZipError`` for a file that was made to fill disks.
    static func requireBearable(_ members: [Member]) throws(ZipError) {
        try requireFewFolders(members)
        let unpacked = members.reduce(0) { $1.size > .max - $0 ? .max : $0 + $1.size }
        let packed = members.reduce(0) { $0 + $1.packedSize }
        guard members.count <= countOfAnySize + packed / minimumMeanSize else {
            throw ZipError(
                "has \(members.count) files, nearly all of them empty. If you trust it, unpack it and name the folder"
            )
        }
        guard unpacked <= sizeOfAnyRatio + maximumRatio * packed else {
            throw ZipError(
                "would have \(unpacked >> 20) MB unpacked, far more than its size allows. If you trust it, unpack it and name the folder"
            )
        }
    }

    /// Refuses a ZIP file with far more folders than members: each folder would have to be created.
    private static func requireFewFolders(_ members: [Member]) throws(ZipError) {
        var folders: Set<Substring> = []
        for member in members {
            var name = member.name[...]
            while let end = name.utf8.dropLast().lastIndex(of: UInt8(ascii: "/")) {
                name = name[...end]
                guard folders.insert(name).inserted else { break }
            }
        }
        guard folders.count <= 2 * members.count + 1_000 else {
            throw ZipError("has \(folders.count) folders for \(members.count) files")
        }
    }
}
