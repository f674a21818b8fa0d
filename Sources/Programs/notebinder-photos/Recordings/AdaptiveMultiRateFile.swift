import NoteModel

/// An AMR file (RFC 4867, section 5), which consists of frames of speech and nothing else.
struct AdaptiveMultiRateFile {
    let file: RecordingFile

    /// The sizes of frames without their first byte, by type; nil for types that are not used.
    private static let narrowSizes: [Int?] =
        [12, 13, 15, 17, 19, 20, 26, 31, 5] + [Int?](repeating: nil, count: 6) + [0]
    private static let wideSizes: [Int?] =
        [17, 23, 32, 36, 40, 46, 50, 58, 60, 5] + [Int?](repeating: nil, count: 4) + [0, 0]

    func parts() throws -> RecordingParts {
        let head = try file.bytes(0..<9)
        let isWide = head.starts(with: "#!AMR-WB\n".utf8)
        guard isWide || head.starts(with: "#!AMR\n".utf8) else {
            throw WorkerError.undecodable("it has several channels, which are not read")
        }
        var offset = isWide ? 9 : 6
        var frames = 0
        while offset < file.count {
            // More than a day of speech.
            frames += 1
            guard frames < 5_000_000 else {
                throw WorkerError.undecodable("it is in too many pieces")
            }
            let type = try file.number(at: offset, 1)
            guard type & 0x83 == 0,
                let size = (isWide ? Self.wideSizes : Self.narrowSizes)[type >> 3 & 15]
            else { throw RecordingChunks.damaged }
            offset += 1 + size
        }
        guard offset == file.count else { throw RecordingChunks.damaged }
        return RecordingParts(
            kept: [.original(0..<file.count)],
            facts: RecordingFacts(seconds: nil, playedBy: .none))
    }
}
