import MediaModel
import NoteModel

/// Removes from a file of the QuickTime family (ISO/IEC 14496-12; Apple, QuickTime File Format)
/// everything but audio, video and subtitles: positions, device names, titles, dates, and the
/// tracks that contain them.
struct MovieMetadataStripper {
    private let file: PatchedFile

    init(_ file: PatchedFile) {
        self.file = file
    }

    private struct Box {
        let name: String
        let start: Int
        let content: Range<Int>
    }

    /// The names of the boxes to keep, by the name of their parent; all other boxes are removed.
    /// The empty name is the file itself.
    private static let kept: [String: Set<String>] = [
        "": [
            "ftyp", "moov", "mdat", "moof", "mfra", "sidx", "styp", "free", "skip", "wide",
        ],
        "moov": ["mvhd", "trak", "mvex", "iods"],
        "mvex": ["mehd", "trex"],
        "mfra": ["tfra", "mfro"],
        "trak": ["tkhd", "mdia", "edts", "tref"],
        "edts": ["elst"],
        "mdia": ["mdhd", "hdlr", "minf", "elng"],
        "minf": ["vmhd", "smhd", "gmhd", "hdlr", "dinf", "stbl"],
        "dinf": ["dref"],
        "stbl": [
            "stsd", "stts", "ctts", "cslg", "stss", "stps", "sdtp", "stsc", "stsz", "stz2", "stco",
            "co64", "sbgp", "sgpd", "subs",
        ],
        "moof": ["mfhd", "traf"],
        "traf": ["tfhd", "tfdt", "trun", "sbgp", "sgpd", "saiz", "saio", "senc", "subs"],
    ]

    /// The boxes of which each parent may contain only one.
    private static let single: Set<String> = [
        "mvhd", "mvex", "tkhd", "mdia", "edts", "mdhd", "hdlr", "minf", "dinf", "dref", "stbl",
        "stsd",
    ]

    func clean() throws(WorkerError) -> RecordingFacts {
        var facts = Facts()
        let boxes = try keptBoxes(of: "", in: 0..<file.count, &facts)
        let movies = boxes.filter { $0.name == "moov" }
        guard let movie = movies.first else {
            throw .undecodable("it has no list of what it holds; it may be cut off")
        }
        for another in movies.dropFirst() { try remove(another, facts: &facts) }
        // The space around the remaining boxes is unused.
        for box in boxes where ["free", "skip", "wide"].contains(box.name) {
            try file.blank(box.content)
        }
        try file.blank((boxes.last?.content.upperBound ?? 0)..<file.count)
        for index in boxes where index.name == "mfra" {
            _ = try keptBoxes(of: "mfra", in: index.content, &facts)
        }
        for fragment in boxes where fragment.name == "moof" {
            facts.hasFragments = true
            for part in try keptBoxes(of: "moof", in: fragment.content, &facts)
            where part.name == "traf" {
                _ = try keptBoxes(of: "traf", in: part.content, &facts)
            }
        }
        for box in try keptBoxes(of: "moov", in: movie.content, &facts) {
            if box.name == "mvhd" { facts.seconds = try cleanHeader(box) }
            if box.name == "mvex" { _ = try keptBoxes(of: "mvex", in: box.content, &facts) }
            if box.name == "trak" { try cleanTrack(box, facts: &facts) }
        }
        guard facts.hasTrack else { throw .undecodable("it holds neither sound nor film") }
        return RecordingFacts(
            isVideo: facts.isVideo, seconds: facts.seconds, playedBy: facts.playedBy,
            carriesPosition: facts.carriedPosition)
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

    private func boxes(in range: Range<Int>) throws(WorkerError) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            guard boxes.count < 100_000 else { throw .undecodable("it is in too many pieces") }
            var size = try file.number(at: offset, 4)
            var header = 8
            if size == 1 {
                size = try file.number(at: offset + 8, 8)
                header = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= header, size <= range.upperBound - offset else {
                // After a complete movie there may be other data, which is removed.
                if range.upperBound == file.count, boxes.contains(where: { $0.name == "moov" }) {
                    break
                }
                throw .undecodable("it is cut off, or damaged at byte \(offset)")
            }
            boxes.append(
                Box(
                    name: try file.name(at: offset + 4), start: offset,
                    content: offset + header..<offset + size))
            offset += size
        }
        return boxes
    }

    /// Returns the boxes to keep in a parent box, and removes the others.
    ///
    /// - Parameter name: The name of the parent box; empty for the file.
    private func keptBoxes(
        of name: String, in range: Range<Int>, _ facts: inout Facts
    ) throws(WorkerError) -> [Box] {
        let kept = Self.kept[name] ?? []
        var staying: [Box] = []
        for box in try boxes(in: range) {
            let isAgain =
                Self.single.contains(box.name) && staying.contains { $0.name == box.name }
            if kept.contains(box.name), !isAgain {
                staying.append(box)
            } else {
                try remove(box, facts: &facts)
            }
        }
        return staying
    }

    private func remove(_ box: Box, facts: inout Facts) throws(WorkerError) {
        if !facts.carriedPosition, box.content.count < 1 << 20 {
            let bytes = try file.bytes(box.content)
            facts.carriedPosition =
                contains(bytes, part: Array("ISO6709".utf8))
                || contains(bytes, part: [0xA9, 0x78, 0x79, 0x7A])
        }
        try file.overwrite(at: box.start + 4, with: Array("free".utf8))
        try file.blank(box.content)
    }

    private func contains(_ bytes: [UInt8], part: [UInt8]) -> Bool {
        bytes.indices.dropLast(part.count - 1).contains { bytes[$0...].starts(with: part) }
    }

    /// Overwrites the dates of creation and modification of a movie, a track or its media with
    /// zeros.
    ///
    /// - Returns: The duration in seconds, which only the header of a movie contains; nil if it is
    ///   unknown.
    @discardableResult
    private func cleanHeader(_ box: Box) throws(WorkerError) -> Double? {
        let isLong = try file.bytes(box.content.lowerBound..<box.content.lowerBound + 1) == [1]
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

    private func cleanTrack(_ track: Box, facts: inout Facts) throws(WorkerError) {
        let media = try boxes(in: track.content).first { $0.name == "mdia" }
        let parts =
            try media.map { media throws(WorkerError) in try boxes(in: media.content) } ?? []
        let handler = try parts.first { $0.name == "hdlr" }.map { box throws(WorkerError) in
            try file.name(at: box.content.lowerBound + 8)
        }
        let table = try sampleTable(parts)
        guard let media, let handler, ["vide", "soun", "clcp"].contains(handler) else {
            // A track of other data that cameras record, such as timed positions, some of them as
            // subtitles.
            guard !facts.hasFragments else {
                throw .undecodable(
                    "it is fragmented and contains a track that is neither film nor sound")
            }
            facts.carriedPosition = facts.carriedPosition || handler == "meta"
            try blankSamples(of: table)
            return try remove(track, facts: &facts)
        }
        for box in try keptBoxes(of: "trak", in: track.content, &facts) {
            if box.name == "tkhd" { try cleanHeader(box) }
            if box.name == "edts" { _ = try keptBoxes(of: "edts", in: box.content, &facts) }
        }
        for box in try keptBoxes(of: "mdia", in: media.content, &facts) {
            switch box.name {
            case "mdhd": try cleanHeader(box)
            case "hdlr": try blankName(of: box)
            case "minf": try cleanInformation(box, facts: &facts)
            default: break
            }
        }
        guard handler != "clcp" else { return }
        facts.hasTrack = true
        if handler == "vide" { facts.isVideo = true }
        if let description = table.first(where: { $0.name == "stsd" }),
            description.content.count >= 16
        {
            facts.needs(Self.browsers(of: try file.name(at: description.content.lowerBound + 12)))
        }
    }

    private func cleanInformation(_ box: Box, facts: inout Facts) throws(WorkerError) {
        for part in try keptBoxes(of: "minf", in: box.content, &facts) {
            switch part.name {
            case "hdlr": try blankName(of: part)
            case "stbl": _ = try keptBoxes(of: "stbl", in: part.content, &facts)
            case "dinf":
                for list in try keptBoxes(of: "dinf", in: part.content, &facts) {
                    try blankAliases(list)
                }
            default: break
            }
        }
    }

    /// Overwrites the name of a handler, which some cameras set to their own name.
    private func blankName(of handler: Box) throws(WorkerError) {
        guard handler.content.count > 24 else { return }
        try file.blank(handler.content.lowerBound + 24..<handler.content.upperBound)
    }

    /// Overwrites the data references of old QuickTime files, which contain names of disks and
    /// files.
    private func blankAliases(_ list: Box) throws(WorkerError) {
        guard list.content.count >= 8 else { return }
        for entry in try boxes(in: list.content.lowerBound + 8..<list.content.upperBound)
        where entry.content.count > 4 {
            try file.blank(entry.content.lowerBound + 4..<entry.content.upperBound)
        }
    }

    private func sampleTable(_ media: [Box]) throws(WorkerError) -> [Box] {
        guard let information = media.first(where: { $0.name == "minf" }),
            let table = try boxes(in: information.content).first(where: { $0.name == "stbl" })
        else { return [] }
        return try boxes(in: table.content)
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

// MARK: - Samples

extension MovieMetadataStripper {
    /// Overwrites all samples of a track with zeros.
    private func blankSamples(of table: [Box]) throws(WorkerError) {
        guard !table.isEmpty else { return }
        guard let sizes = table.first(where: { $0.name == "stsz" })?.content,
            let runs = table.first(where: { $0.name == "stsc" })?.content,
            let offsets = table.first(where: { $0.name == "stco" || $0.name == "co64" })
        else { throw Self.unknownSamples }
        let width = offsets.name == "co64" ? 8 : 4
        let chunkCount = try count(offsets.content, at: 4, entry: width)
        let runCount = try count(runs, at: 4, entry: 12)
        let equalSize = try file.number(at: sizes.lowerBound + 4, 4)
        let sampleCount =
            equalSize > 0
            ? try file.number(at: sizes.lowerBound + 8, 4) : try count(sizes, at: 8, entry: 4)
        var sample = 0
        var run = 0
        var perChunk = 0
        for chunk in 0..<chunkCount {
            // Each run contains the number of its first chunk, from 1, and the number of samples
            // per chunk.
            while run < runCount,
                try file.number(at: runs.lowerBound + 8 + 12 * run, 4) <= chunk + 1
            {
                perChunk = try file.number(at: runs.lowerBound + 12 + 12 * run, 4)
                run += 1
            }
            var start = try file.number(at: offsets.content.lowerBound + 8 + width * chunk, width)
            for _ in 0..<min(perChunk, sampleCount - sample) {
                let size =
                    equalSize > 0
                    ? equalSize : try file.number(at: sizes.lowerBound + 12 + 4 * sample, 4)
                guard start >= 0, size <= file.count, start <= file.count - size else {
                    throw Self.unknownSamples
                }
                try file.blank(start..<start + size)
                start += size
                sample += 1
            }
        }
    }

    /// The error for a track whose samples cannot be found, and therefore not be removed.
    private static let unknownSamples = WorkerError.undecodable(
        "it contains a track that is neither film nor sound, and its data cannot be found")

    /// Returns the number of entries in a list, limited to those that fit into its box.
    private func count(_ box: Range<Int>, at offset: Int, entry: Int) throws(WorkerError) -> Int {
        guard box.count >= offset + 4 else { throw .undecodable("a list in it is cut off") }
        return min(
            try file.number(at: box.lowerBound + offset, 4), (box.count - offset - 4) / entry)
    }
}
