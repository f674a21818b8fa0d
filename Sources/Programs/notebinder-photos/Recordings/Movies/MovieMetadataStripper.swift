import NoteModel

/// Removes from a file of the QuickTime family (ISO/IEC 14496-12; Apple, QuickTime File Format)
/// everything but audio, video and subtitles: positions, device names, titles, dates, and the
/// tracks that contain them. It is overwritten in place, so that no offsets change.
struct MovieMetadataStripper {
    private let file: RecordingFile
    private var facts = Facts()
    private var texts = MetadataTexts()
    /// The parts of the file with sound, film and subtitles.
    private var samples: [Range<Int>] = []
    /// The kind of the track that is being cleaned, such as `vide`.
    private var handler = ""

    init(_ file: RecordingFile) {
        self.file = file
    }

    private struct Facts {
        var carriedPosition = false
        var isVideo = false
        var hasTrack = false
        var hasFragments = false
        var seconds: Double?
        var playedBy = BrowserSupport.all

        mutating func needs(_ browsers: BrowserSupport) {
            let order: [BrowserSupport] = [.all, .some, .safari, .none]
            let rank = { order.firstIndex(of: $0) ?? 0 }
            if rank(browsers) > rank(playedBy) { playedBy = browsers }
        }
    }

    mutating func clean() throws -> RecordingFacts {
        let boxes = try keptBoxes(of: "", in: 0..<file.count)
        guard let movie = boxes.first(where: { $0.name == "moov" }) else {
            throw WorkerError.undecodable(
                "its index (`moov`) is missing; the file may be truncated")
        }
        // Whether there are fragments decides how tracks are cleaned.
        for box in boxes.filter({ $0.name != "moov" }) + [movie] { try clean(box) }
        guard facts.hasTrack else {
            throw WorkerError.undecodable("it holds neither sound nor film")
        }
        try cleanData(boxes.filter { $0.name == "mdat" }.map(\.content))
        for box in boxes where ["moov", "moof", "mdat"].contains(box.name) {
            try texts.erase(from: box.content, of: file)
        }
        return RecordingFacts(
            isVideo: facts.isVideo, seconds: facts.seconds, playedBy: facts.playedBy,
            carriesPosition: facts.carriedPosition)
    }

    /// Cleans a box that is kept, and all boxes in it.
    private mutating func clean(_ box: MovieBox) throws {
        switch box.name {
        // The space around the remaining boxes is unused.
        case "free", "skip", "wide": try file.blank(box.content)
        case "ftyp", "styp":
            guard box.content.count <= 256 else { throw RecordingChunks.damaged }
        case "elng":
            guard box.content.count <= 64 else { throw RecordingChunks.damaged }
        case "mvhd": facts.seconds = try cleanHeader(box)
        case "tkhd", "mdhd": try cleanHeader(box)
        case "trak": try cleanTrack(box)
        case "stsd":
            for rest in try SampleDescriptions(file: file, handler: handler).clean(box) {
                try remove(rest)
            }
        case "dref": try blankAliases(box)
        default:
            if box.name == "moof" { facts.hasFragments = true }
            if MovieBoxes.kept[box.name] != nil { try cleanContent(of: box) }
        }
    }

    private mutating func cleanContent(of parent: MovieBox) throws {
        for box in try keptBoxes(of: parent.name, in: parent.content) { try clean(box) }
    }

    /// Returns the boxes to keep in a parent box, and removes the others.
    ///
    /// - Parameter name: The name of the parent box; empty for the file.
    private mutating func keptBoxes(
        of name: String, in range: Range<Int>
    ) throws -> [MovieBox] {
        let kept = MovieBoxes.kept[name] ?? []
        var names: Set<String> = []
        var staying: [MovieBox] = []
        let boxes = try MovieBoxes.read(range, of: file, isFile: name.isEmpty)
        for box in boxes {
            let isFirst = names.insert(box.name).inserted
            if kept.contains(box.name), isFirst || MovieBoxes.repeated.contains(box.name) {
                try MovieBoxes.trim(box, of: file)
                staying.append(box)
            } else {
                try remove(box)
            }
        }
        try file.blank((boxes.last?.content.upperBound ?? range.lowerBound)..<range.upperBound)
        return staying
    }

    private mutating func remove(_ box: MovieBox) throws {
        if !facts.carriedPosition, box.content.count < 1 << 20 {
            let bytes = try file.bytes(box.content)
            facts.carriedPosition =
                contains(bytes, part: Array("ISO6709".utf8))
                || contains(bytes, part: [0xA9, 0x78, 0x79, 0x7A])
        }
        try texts.add(box.content, of: file)
        try file.overwrite(at: box.start + 4, with: Array("free".utf8))
        try file.blank(box.content)
    }

    private func contains(_ bytes: [UInt8], part: [UInt8]) -> Bool {
        bytes.indices.dropLast(part.count - 1).contains { bytes[$0...].starts(with: part) }
    }

    /// Overwrites the media data that belong to no kept track. The samples of fragments have no
    /// offsets of their own, and are kept.
    private mutating func cleanData(_ contents: [Range<Int>]) throws {
        guard !facts.hasFragments else { return }
        // Sorted in place: a hostile movie has some ten million samples.
        samples += contents.gaps(in: 0..<file.count)
        samples.sort { $0.lowerBound < $1.lowerBound }
        var end = 0
        for part in samples {
            if part.lowerBound > end { try file.blank(end..<part.lowerBound) }
            end = max(end, part.upperBound)
        }
        if end < file.count { try file.blank(end..<file.count) }
    }

    /// Overwrites the dates of creation and modification of a movie, a track or its media with
    /// zeros.
    ///
    /// - Returns: The duration in seconds, which only the header of a movie contains; nil if it is
    ///   unknown.
    @discardableResult
    private func cleanHeader(_ box: MovieBox) throws -> Double? {
        let isLong = try file.number(at: box.content.lowerBound, 1) == 1
        let times = box.content.lowerBound + 4
        let size = isLong ? 8 : 4
        try file.blank(times..<times + 2 * size)
        guard box.name == "mvhd" else { return nil }
        let scale = try file.number(at: times + 2 * size, 4)
        let length = try file.number(at: times + 2 * size + 4, size)
        // A length of all ones means that it is unknown.
        guard scale > 0, length > 0, length != (isLong ? -1 : 0xFFFF_FFFF) else { return nil }
        return Double(length) / Double(scale)
    }

    private mutating func cleanTrack(_ track: MovieBox) throws {
        let media = try boxes(in: "mdia", of: MovieBoxes.read(track.content, of: file))
        let handler = try media.first { $0.name == "hdlr" }.map { box in
            try file.name(at: box.content.lowerBound + 8)
        }
        let table = MovieSamples(
            table: try boxes(in: "stbl", of: boxes(in: "minf", of: media)), file: file)
        guard let handler, ["vide", "soun", "clcp"].contains(handler) else {
            // A track of other data that cameras record, such as timed positions, some of them as
            // subtitles.
            guard !facts.hasFragments else {
                throw WorkerError.undecodable(
                    "it is fragmented and contains a track that is neither film nor sound")
            }
            facts.carriedPosition = facts.carriedPosition || handler == "meta"
            for part in try table.ranges() { try file.blank(part) }
            return try remove(track)
        }
        self.handler = handler
        try cleanContent(of: track)
        if !facts.hasFragments { samples += try table.ranges() }
        guard handler != "clcp" else { return }
        facts.hasTrack = true
        if handler == "vide" { facts.isVideo = true }
        if let codec = try table.codec() { facts.needs(Self.browsers(of: codec)) }
    }

    /// Overwrites the data references of old QuickTime files, which contain names of disks and
    /// files.
    private mutating func blankAliases(_ list: MovieBox) throws {
        guard list.content.count >= 8 else { throw RecordingChunks.damaged }
        for entry in try MovieBoxes.read(list.content.dropFirst(8), of: file)
        where entry.content.count > 4 {
            try texts.add(entry.content.dropFirst(4), of: file)
            try file.blank(entry.content.dropFirst(4))
        }
    }

    /// Returns the boxes in the first box of a name; none if there is no such box.
    private func boxes(in name: String, of parents: [MovieBox]) throws -> [MovieBox] {
        guard let parent = parents.first(where: { $0.name == name }) else { return [] }
        return try MovieBoxes.read(parent.content, of: file)
    }

    /// Returns the browsers that decode the codec of a sample description.
    private static func browsers(of codec: String) -> BrowserSupport {
        switch codec {
        case "avc1", "avc3", "mp4a", ".mp3", "Opus", "vp09", "fLaC": .all
        case "av01", "hvc1", "hev1", "ec-3", "ac-3": .some
        case "samr", "sawb", "s263", "QDM2", "qdmc": .none
        default: .safari
        }
    }
}
