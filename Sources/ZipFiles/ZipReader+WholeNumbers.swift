import LocalFiles

/// ZIP files beyond 4 GB without ZIP64, as Finder writes them.
///
/// Their offsets and sizes are those modulo 2³². Members are in the order of the directory and
/// follow each other, so that the whole numbers can be told from their places.
extension ZipReader {
    /// Returns the members with whole offsets and sizes.
    ///
    /// A content that is compressed from more than 4 GB has a size that nothing states: it is given
    /// as the size of the compressed data, if that is larger.
    ///
    /// - Parameter end: The position of the directory, before which the last member ends.
    static func withWholeNumbers(
        _ members: [Member], in file: borrowing OpenFile, upTo end: Int
    ) throws(FileError) -> [Member] {
        let damaged = FileError(action: "read", path: file.path, code: FileError.cutOff)
        var starts: [Int] = []
        for member in members {
            var start = member.start
            if let last = starts.last, start <= last {
                start += (last - start) / wrap * wrap
                if start <= last { start += wrap }
            }
            starts.append(start)
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
                    name: member.name, size: packed > member.packedSize ? packed : member.size,
                    start: start, packedSize: packed, sum: member.sum, method: member.method,
                    isSpecial: member.isSpecial))
        }
        return whole
    }

    private static let wrap = 1 << 32
}
