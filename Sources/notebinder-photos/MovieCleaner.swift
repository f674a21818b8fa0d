import NoteModel
import PhotoMessages

/// Takes out of a file of QuickTime's family (ISO/IEC 14496-12; Apple, QuickTime File Format)
/// all that is neither sound, film nor subtitles: positions, names of devices, titles, dates, and
/// tracks of such.
struct MovieCleaner {
    private let file: PatchedFile

    init(_ file: PatchedFile) {
        self.file = file
    }

    private struct Box {
        let name: String
        let start: Int
        let content: Range<Int>
    }

    /// Boxes deep enough to be looked into, and no deeper.
    private static let outer: Set<String> = [
        "ftyp", "moov", "mdat", "moof", "mfra", "sidx", "styp", "free", "skip", "wide",
    ]

    func clean() throws(BenchError) -> CleanCopy {
        let boxes = try boxes(in: 0..<file.count)
        guard let movie = boxes.first(where: { $0.name == "moov" }) else {
            throw .undecodable("it has no list of what it holds; it may be cut off")
        }
        var facts = Facts()
        for box in boxes where !Self.outer.contains(box.name) { try remove(box, &facts) }
        // What lies around the boxes that are left is nobody's.
        for box in boxes where box.name == "free" || box.name == "skip" {
            try file.blank(box.content)
        }
        for box in try self.boxes(in: movie.content) {
            switch box.name {
            case "mvhd": facts.seconds = try cleanHeader(box)
            case "trak": try cleanTrack(box, &facts)
            case "mvex", "iods": break
            default: try remove(box, &facts)
            }
        }
        guard facts.hasTrack else { throw .undecodable("it holds neither sound nor film") }
        return CleanCopy(
            carriedPosition: facts.carriedPosition,
            recording: RecordingFacts(
                isVideo: facts.isVideo, seconds: facts.seconds, playedBy: facts.playedBy))
    }

    private struct Facts {
        var carriedPosition = false
        var isVideo = false
        var hasTrack = false
        var seconds: Double?
        var playedBy = BrowserSupport.all

        mutating func needs(_ browsers: BrowserSupport) {
            let order: [BrowserSupport] = [.all, .some, .safari, .none]
            let rank = { order.firstIndex(of: $0) ?? 0 }
            if rank(browsers) > rank(playedBy) { playedBy = browsers }
        }
    }

    private func boxes(in range: Range<Int>) throws(BenchError) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, boxes.count < 100_000 {
            var size = try file.number(at: offset, 4)
            var header = 8
            if size == 1 {
                size = try file.number(at: offset + 8, 8)
                header = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= header, size <= range.upperBound - offset else {
                // QuickTime ends some lists with four zeros.
                if try file.number(at: offset, 4) == 0 { break }
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

    private func remove(_ box: Box, _ facts: inout Facts) throws(BenchError) {
        if !facts.carriedPosition, box.content.count < 1 << 20 {
            let bytes = try file.bytes(box.content)
            facts.carriedPosition =
                contains(bytes, Array("ISO6709".utf8)) || contains(bytes, [0xA9, 0x78, 0x79, 0x7A])
        }
        try file.overwrite(at: box.start + 4, with: Array("free".utf8))
        try file.blank(box.content)
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.dropLast(part.count - 1).contains { bytes[$0...].starts(with: part) }
    }

    /// Zeroes when a movie, a track or its media was made and changed.
    ///
    /// - Returns: Its length in seconds, which headers of movies tell.
    @discardableResult
    private func cleanHeader(_ box: Box) throws(BenchError) -> Double? {
        let isLong = try file.bytes(box.content.lowerBound..<box.content.lowerBound + 1) == [1]
        let times = box.content.lowerBound + 4
        let size = isLong ? 8 : 4
        try file.blank(times..<times + 2 * size)
        guard box.name == "mvhd" else { return nil }
        let scale = try file.number(at: times + 2 * size, 4)
        let length = try file.number(at: times + 2 * size + 4, size)
        return scale > 0 && length > 0 ? Double(length) / Double(scale) : nil
    }

    private func cleanTrack(_ track: Box, _ facts: inout Facts) throws(BenchError) {
        let boxes = try boxes(in: track.content)
        let media = try boxes.first { $0.name == "mdia" }.map { media throws(BenchError) in
            try self.boxes(in: media.content)
        }
        let handler = try media?.first { $0.name == "hdlr" }.map { box throws(BenchError) in
            try file.name(at: box.content.lowerBound + 8)
        }
        let table = try sampleTable(media ?? [])
        guard let handler, ["vide", "soun", "text", "sbtl", "subt", "clcp"].contains(handler) else {
            // Positions over time, and what else a camera writes down.
            facts.carriedPosition = facts.carriedPosition || handler == "meta"
            try blankSamples(of: table)
            try remove(track, &facts)
            return
        }
        for box in boxes {
            switch box.name {
            case "tkhd": try cleanHeader(box)
            case "mdia", "edts", "tref", "tapt", "load", "clip": break
            default: try remove(box, &facts)
            }
        }
        for box in media ?? [] where box.name == "mdhd" { try cleanHeader(box) }
        for box in media ?? [] where !["mdhd", "hdlr", "minf", "elng"].contains(box.name) {
            try remove(box, &facts)
        }
        guard handler == "vide" || handler == "soun" else { return }
        facts.hasTrack = true
        if handler == "vide" { facts.isVideo = true }
        if let description = table.first(where: { $0.name == "stsd" }),
            description.content.count >= 16
        {
            facts.needs(Self.browsers(of: try file.name(at: description.content.lowerBound + 12)))
        }
    }

    private func sampleTable(_ media: [Box]) throws(BenchError) -> [Box] {
        guard let information = media.first(where: { $0.name == "minf" }),
            let table = try boxes(in: information.content).first(where: { $0.name == "stbl" })
        else { return [] }
        return try boxes(in: table.content)
    }

    /// The browsers that decode what a sample description names.
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

extension MovieCleaner {
    /// Overwrites all samples of a track.
    private func blankSamples(of table: [Box]) throws(BenchError) {
        guard let sizes = table.first(where: { $0.name == "stsz" })?.content,
            let runs = table.first(where: { $0.name == "stsc" })?.content,
            let offsets = table.first(where: { $0.name == "stco" || $0.name == "co64" })
        else { return }
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
            // Runs tell the number of the first chunk, from 1, that has so many samples.
            while run < runCount,
                try file.number(at: runs.lowerBound + 8 + 12 * run, 4) <= chunk + 1
            {
                perChunk = try file.number(at: runs.lowerBound + 12 + 12 * run, 4)
                run += 1
            }
            var start = try file.number(
                at: offsets.content.lowerBound + 8 + width * chunk, width)
            for _ in 0..<min(perChunk, sampleCount - sample) {
                let size =
                    equalSize > 0
                    ? equalSize : try file.number(at: sizes.lowerBound + 12 + 4 * sample, 4)
                guard start >= 0, size <= file.count, start <= file.count - size else { return }
                try file.blank(start..<start + size)
                start += size
                sample += 1
            }
        }
    }

    /// A count of entries that a box can hold.
    private func count(_ box: Range<Int>, at offset: Int, entry: Int) throws(BenchError) -> Int {
        guard box.count >= offset + 4 else { throw .undecodable("a list in it is cut off") }
        return min(
            try file.number(at: box.lowerBound + offset, 4), (box.count - offset - 4) / entry)
    }
}
