import LocalFiles

/// ZIP files beyond 4 GB without ZIP64, as Finder writes them.
///
/// Their offsets and sizes are stored modulo 2³². The whole numbers follow from the places of the
/// members, which come one after the other in the order of the directory.
extension ZipReader {
    /// Returns the members with whole offsets and sizes.
    ///
    /// Nothing states the full size of compressed content above 4 GB. If the compressed data
    /// exceeds 4 GB as well, its size is returned instead.
    ///
    /// - Parameter end: The position of the directory, before which the last member ends.
    static func withWholeNumbers(
        _ members: [Member], in file: borrowing OpenFile, upTo end: Int
    ) throws -> [Member] {
        let damaged = FileError(action: "read", path: file.path, code: FileError.cutOff)
        var starts: [Int] = []
        var least = 0
        for member in members {
            let start = try start(of: member, atLeast: least, in: file, upTo: end)
            starts.append(start)
            least = start + 30 + member.nameBytes.count + member.packedSize
        }
        var whole: [Member] = []
        for (index, member) in members.enumerated() {
            let (start, next) = (starts[index], index + 1 < starts.count ? starts[index + 1] : end)
            let head = try LocalFiles.read(file, count: 30, at: start)
            guard head.count == 30 else { throw damaged }
            let data =
                start + 30 + Int(number(head, position: 26, count: 2))
                + Int(number(head, position: 28, count: 2))
            guard data + member.packedSize <= next else { throw damaged }
            let packed = member.packedSize + (next - data - member.packedSize) / wrap * wrap
            whole.append(
                Member(
                    name: member.name, isInCodePage437: member.isInCodePage437,
                    size: packed > member.packedSize ? packed : member.size,
                    start: start, packedSize: packed, sum: member.sum, method: member.method,
                    isSpecial: member.isSpecial))
        }
        return whole
    }

    private static let wrap = 1 << 32
    /// The maximum number of places at which a member is looked for: those of 1 TB.
    private static let maximumPlaces = 256

    /// Returns the offset of a member: the first one with its name, among those that equal the
    /// offset in the directory modulo 2³².
    private static func start(
        of member: Member, atLeast least: Int, in file: borrowing OpenFile, upTo end: Int
    ) throws -> Int {
        let name = member.nameBytes
        var place = member.start
        if place < least { place += (least - place + wrap - 1) / wrap * wrap }
        for _ in 0..<maximumPlaces where place < end {
            let head = try LocalFiles.read(file, count: 30 + name.count, at: place)
            if head.starts(with: [0x50, 0x4B, 0x03, 0x04]), head.dropFirst(30).elementsEqual(name) {
                return place
            }
            place += wrap
        }
        throw FileError(action: "read", path: file.path, code: FileError.cutOff)
    }
}
