/// The places of the samples of a track in its file (ISO/IEC 14496-12, sections 8.7.3 to 8.7.5).
struct MovieSamples {
    /// The boxes of the sample table; empty for a track without one.
    let table: [MovieBox]
    let file: RecordingFile

    private static let unknown = WorkerError.undecodable(
        "it contains a track that is neither film nor sound, or is damaged, and its data cannot be found"
    )
    /// The maximum size of a list, far more than that of a day of film.
    private static let maximumSize = 64 << 20

    /// A list of numbers, read at once.
    private struct List {
        let bytes: [UInt8]
        /// The number of entries, limited to those that fit.
        let count: Int

        func number(at offset: Int, width: Int = 4) -> Int {
            bytes[offset..<offset + width].number()
        }
    }

    private func list(_ name: String, header: Int, entry: Int) throws -> List? {
        guard let box = table.first(where: { $0.name == name }) else { return nil }
        guard box.content.count >= header, box.content.count <= Self.maximumSize else {
            throw WorkerError.undecodable("a list in it is cut off")
        }
        let list = List(bytes: try file.bytes(box.content), count: 0)
        return List(
            bytes: list.bytes,
            count: min(list.number(at: header - 4), (box.content.count - header) / entry))
    }

    /// The name of the codec; nil if there is none.
    func codec() throws -> String? {
        guard let description = table.first(where: { $0.name == "stsd" }),
            description.content.count >= 16
        else { return nil }
        return try file.name(at: description.content.lowerBound + 12)
    }

    /// Returns the ranges of the samples, those of one chunk together.
    ///
    /// - Throws: ``WorkerError/undecodable(_:)`` if they are not in the file.
    func ranges() throws -> [Range<Int>] {
        guard !table.isEmpty else { return [] }
        let short = try list("stco", header: 8, entry: 4)
        let long = try list("co64", header: 8, entry: 8)
        let small = try smallSizes()
        guard let sizes = try list("stsz", header: 12, entry: 4) ?? small,
            let runs = try list("stsc", header: 8, entry: 12), let offsets = short ?? long
        else { throw Self.unknown }
        let width = short == nil ? 8 : 4
        let equalSize = sizes.number(at: 4)
        let sampleCount = equalSize > 0 ? sizes.number(at: 8) : sizes.count
        var sample = 0
        var run = 0
        var perChunk = 0
        var ranges: [Range<Int>] = []
        for chunk in 0..<offsets.count {
            // Each run contains the number of its first chunk, from 1, and the number of samples
            // per chunk.
            while run < runs.count, runs.number(at: 8 + 12 * run) <= chunk + 1 {
                perChunk = runs.number(at: 12 + 12 * run)
                run += 1
            }
            let count = min(perChunk, sampleCount - sample)
            let start = offsets.number(at: 8 + width * chunk, width: width)
            guard equalSize == 0 || count <= file.count / equalSize else { throw Self.unknown }
            let size =
                equalSize > 0
                ? equalSize * count
                : (sample..<sample + count).reduce(0) { $0 + sizes.number(at: 12 + 4 * $1) }
            guard start >= 0, size <= file.count, start <= file.count - size else {
                throw Self.unknown
            }
            sample += count
            if size > 0 { ranges.append(start..<start + size) }
        }
        return ranges
    }

    /// Returns the compact list of sizes as the other list of them; nil if there is none.
    private func smallSizes() throws -> List? {
        guard let box = table.first(where: { $0.name == "stz2" }), box.content.count >= 12,
            box.content.count <= Self.maximumSize / 8
        else { return nil }
        let bytes = try file.bytes(box.content)
        let bits = Int(bytes[7])
        guard [4, 8, 16].contains(bits) else { throw RecordingChunks.damaged }
        let stored = List(bytes: bytes, count: 0)
        let count = min(stored.number(at: 8), (bytes.count - 12) * 8 / bits)
        var list = [UInt8](repeating: 0, count: 12)
        for index in 0..<count {
            let byte = 12 + index * bits / 8
            let size =
                bits == 16
                ? stored.number(at: byte, width: 2)
                : bits == 8 ? Int(bytes[byte]) : Int(bytes[byte]) >> (index % 2 == 0 ? 4 : 0) & 15
            list += size.big()
        }
        return List(bytes: list, count: count)
    }
}
