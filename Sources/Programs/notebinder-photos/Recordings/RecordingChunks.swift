/// The chunks of a recording in one of the formats that descend from IFF: each a name, a size and
/// the content.
///
/// They must fill the file exactly. Where they do not, a size is damaged, or something was cut out
/// or inserted, and sound cannot be told apart from metadata.
struct RecordingChunks {
    /// The layout of a chunk.
    struct Layout {
        var sizeBytes = 4
        var isLittle = false
        /// True if chunks of odd sizes are followed by a byte.
        var isPadded = true
        /// The name of the chunk with the sound.
        let sound: String
        /// The sizes that the sound has in the file of a recorder that was interrupted.
        var openSizes: Set<Int> = []
    }

    private struct Chunk {
        let name: String
        let content: Range<Int>
    }

    private var chunks: [Chunk] = []
    /// The ranges that are in no kept chunk so far.
    private(set) var dropped: [Range<Int>] = []
    private let file: RecordingFile

    static let damaged = WorkerError.undecodable("it is damaged or cut off")

    /// Reads the chunks from an offset to the end of the file.
    init(_ file: RecordingFile, from start: Int, layout: Layout) throws {
        self.file = file
        let header = 4 + layout.sizeBytes
        var offset = start
        while offset + header <= file.count {
            guard chunks.count < 10_000 else {
                throw WorkerError.undecodable("it is in too many pieces")
            }
            // Padding at the end, as some file systems and programs add it.
            let rest = try file.bytes(offset..<min(file.count, offset + 4096))
            if offset + rest.count == file.count, rest.allSatisfy({ $0 == 0 }) { break }
            let name = try file.name(at: offset)
            var size = try file.number(at: offset + 4, layout.sizeBytes, isLittle: layout.isLittle)
            let content = offset + header
            if name == layout.sound, layout.openSizes.contains(size) { size = file.count - content }
            guard size >= 0, size <= file.count - content, Self.isName(name.utf8) else {
                throw Self.damaged
            }
            chunks.append(Chunk(name: name, content: content..<content + size))
            offset = content + size + (layout.isPadded ? size % 2 : 0)
        }
        // Some writers leave out the byte after the last chunk, or add one too many.
        let rest = try file.bytes(min(offset, file.count)..<file.count)
        guard offset <= file.count + 1, rest.count <= 1 || rest.allSatisfy({ $0 == 0 }) else {
            throw Self.damaged
        }
        if let index = chunks.firstIndex(where: { $0.name == layout.sound }) {
            try cutTrailing(from: index, layout: layout)
        }
    }

    /// Takes the first chunk of a name; nil if there is none.
    mutating func take(_ name: String) -> Range<Int>? {
        guard let index = chunks.firstIndex(where: { $0.name == name }) else { return nil }
        return chunks.remove(at: index).content
    }

    /// The contents of all chunks that were not taken.
    var rest: [Range<Int>] { dropped + chunks.map(\.content) }

    /// Cuts off the chunks that a wrong size has included in the sound: those that end where it
    /// ends.
    private mutating func cutTrailing(from index: Int, layout: Layout) throws {
        let sound = chunks[index]
        let header = 4 + layout.sizeBytes
        let lower = max(sound.content.lowerBound, sound.content.upperBound - 1 << 18)
        let bytes = try file.bytes(lower..<sound.content.upperBound)
        guard bytes.count > header else { return }
        var starts: Set = [bytes.count]
        var first = bytes.count
        for offset in stride(from: bytes.count - header - 1, through: 0, by: -1)
        where Self.isName(bytes[offset..<offset + 4]) {
            let size = bytes[offset + 4..<offset + header].number(isLittle: layout.isLittle)
            guard size > 0, size <= bytes.count else { continue }
            let end = offset + header + size
            if starts.contains(end) || layout.isPadded && starts.contains(end + size % 2) {
                starts.insert(offset)
                first = offset
            }
        }
        guard first < bytes.count else { return }
        dropped.append(lower + first..<sound.content.upperBound)
        chunks[index] = Chunk(name: sound.name, content: sound.content.lowerBound..<lower + first)
    }

    private static func isName(_ name: some Collection<UInt8>) -> Bool {
        name.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
