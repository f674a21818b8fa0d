/// The files with the documents of each biword. They tell a search which documents may contain a
/// phrase, without loading the texts of all that contain its words.
///
/// A file contains the sets of consecutive biwords, separated by bars, each in the format of
/// ``SearchNumbers/set(_:of:)``. All files have the same number of them. There are none if all
/// texts are in few files.
struct BiwordFiles: Sendable {
    /// The contents of the files.
    let files: [[UInt8]]

    /// The size in bytes of most files at most.
    private static let averageSize = 16_000
    /// The number of files of texts that a search may load for a phrase.
    private static let fewTexts = 50

    /// Groups the biwords of chunks by their numbers.
    ///
    /// - Parameters:
    ///   - chunks: The chunks in the order of their documents, each with the number of its first
    ///     document.
    ///   - documents: The number of all documents.
    ///   - texts: The number of files of texts.
    init(_ chunks: [(first: Int, index: InvertedIndex)], documents: Int, texts: Int) {
        guard texts > Self.fewTexts else {
            files = []
            return
        }
        var ends = [Int](repeating: 0, count: BiwordCollector.count)
        for (_, index) in chunks { index.forEachBiword { biword, _ in ends[biword] += 1 } }
        var total = 0
        for biword in ends.indices { (ends[biword], total) = (total, total + ends[biword]) }
        let members = [Int32](unsafeUninitializedCapacity: total) { output, count in
            for (first, index) in chunks {
                index.forEachBiword { biword, document in
                    output.initializeElement(at: ends[biword], to: Int32(first + document))
                    ends[biword] += 1
                }
            }
            count = total
        }
        // A member takes two bytes in most sets.
        var count = 1
        while count * Self.averageSize < 2 * total + BiwordCollector.count { count *= 2 }
        let each = max(1, BiwordCollector.count / count)
        var start = 0
        files = stride(from: 0, to: BiwordCollector.count, by: each).map { first in
            var file: [UInt8] = []
            for biword in first..<first + each {
                if biword > first { file.append(UInt8(ascii: "|")) }
                let set = members[start..<ends[biword]].lazy.map(Int.init)
                file += SearchNumbers.set(set, of: documents)
                start = ends[biword]
            }
            return file
        }
    }
}
