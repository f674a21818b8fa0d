import Foundation
import Testing

/// Recordings and a drawing of a few kilobytes, made by the formats' specifications, whose fields
/// for metadata all contain a text.
struct MadeRecording: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// A part of the recording that has to stay in its copy.
    let sound: [UInt8]

    var testDescription: String { name }

    static let all = [wave, aiff, coreAudio, mp3, movie, fragments, speech, drawing]

    /// The text in ASCII, UTF-16 and base64, as it may be in a file.
    static func secrets(_ secret: String) -> [[UInt8]] {
        let wide = secret.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let coded = Data(secret.utf8).base64EncodedString()
        return [Array(secret.utf8), wide, Array(coded.utf8)]
    }

    static let secret = "SECRET-METADATA-43.46"
    private static var text: [UInt8] { secrets(secret).flatMap { $0 + [0, 0] } }

    /// Numbers of a tone, which contain no text.
    private static func tone(_ count: Int) -> [UInt8] {
        (0..<count).map { index in
            let sample = Int(3000 * sin(Double(index) / 9))
            return UInt8(truncatingIfNeeded: sample >> (index % 2 * 8))
        }
    }

    private static func chunk(
        _ name: String, _ content: [UInt8], size: (Int) -> [UInt8], isPadded: Bool = true
    ) -> [UInt8] {
        Array(name.utf8) + size(content.count) + content
            + [UInt8](repeating: 0, count: isPadded ? content.count % 2 : 0)
    }

    private static var wave: Self {
        let sound = tone(2000)
        let format =
            little(1, count: 2) + little(1, count: 2) + little(8000) + little(16_000)
            + little(2, count: 2) + little(16, count: 2)
        let size = { little($0) }
        let list = Array("INFOINAM".utf8) + little(text.count) + text
        let packet = Array("<x:xmpmeta>".utf8) + text
        let chunks = [
            ("bext", text), ("fmt ", format), ("LIST", list), ("data", sound), ("id3 ", tag),
            ("_PMX", packet),
        ]
        let body = Array("WAVE".utf8) + chunks.flatMap { chunk($0.0, $0.1, size: size) }
        return Self(
            name: "WAVE", bytes: Array("RIFF".utf8) + little(body.count) + body, sound: sound)
    }

    private static var aiff: Self {
        let sound = tone(2000)
        let common =
            big(1, count: 2) + big(1000) + big(16, count: 2)
            + [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
        let size = { big($0) }
        let chunks = [
            ("NAME", text), ("ANNO", text), ("COMM", common), ("SSND", big(0, count: 8) + sound),
            ("ID3 ", tag),
        ]
        let body = Array("AIFF".utf8) + chunks.flatMap { chunk($0.0, $0.1, size: size) }
        return Self(
            name: "AIFF", bytes: Array("FORM".utf8) + big(body.count) + body,
            sound: swapped(sound))
    }

    /// Returns samples of two bytes in the other byte order, that of WAVE files.
    private static func swapped(_ sound: [UInt8]) -> [UInt8] {
        stride(from: 0, to: sound.count - 1, by: 2).flatMap { [sound[$0 + 1], sound[$0]] }
    }

    private static var coreAudio: Self {
        let sound = tone(2000)
        let description =
            big(Int(bitPattern: UInt(Double(8000).bitPattern)), count: 8) + Array("lpcm".utf8)
            + big(0) + big(2) + big(1) + big(1) + big(16)
        func part(_ name: String, _ content: [UInt8]) -> [UInt8] {
            chunk(name, content, size: { big($0, count: 8) }, isPadded: false)
        }
        return Self(
            name: "Core Audio",
            bytes: Array("caff".utf8) + [0, 1, 0, 0] + part("desc", description)
                + part("info", big(1) + Array("title".utf8) + [0] + text)
                + part("data", big(0) + sound) + part("uuid", text) + part("free", text),
            sound: swapped(sound))
    }

    /// An ID3v2.3 tag.
    private static var tag: [UInt8] {
        var frames: [UInt8] = []
        for name in ["TIT2", "TPE1", "TXXX", "APIC"] {
            frames += Array(name.utf8) + big(text.count + 1) + [0, 0, 1] + text
        }
        let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
        return Array("ID3".utf8) + [3, 0, 0] + size + frames
    }

    private static var mp3: Self {
        let frame: [UInt8] = [0xFF, 0xFB, 0x30, 0xC0] + tone(152)
        let sound = (0..<12).flatMap { _ in frame }
        let items = Array("TITLE".utf8) + [0] + text
        var ape: [UInt8] = Array("APETAGEX".utf8) + little(2000) + little(items.count + 32)
        ape += little(1) + [UInt8](repeating: 0, count: 12)
        var old: [UInt8] = Array("TAG".utf8) + text
        old = old.prefix(128) + [UInt8](repeating: 0, count: max(0, 128 - old.count))
        return Self(
            name: "MP3", bytes: [tag, sound, ape, items, ape, old].flatMap { $0 }, sound: sound)
    }

    private static func track(
        _ handler: String, codec: String, samples: [UInt8], at chunk: Int
    ) -> [UInt8] {
        let stamps = big(0x1234_5678) + big(0x1234_5678)
        var entry = [UInt8](repeating: 0, count: handler == "vide" ? 78 : 28)
        if handler == "vide" { entry.replaceSubrange(42..<74, with: [21] + text.prefix(31)) }
        let description =
            box(codec, entry, box("avcC", [1, 100, 0, 31]), box("uuid", text), box("name", text))
        return box(
            "trak", box("tkhd", big(0) + stamps + [UInt8](repeating: 0, count: 72)),
            box("meta", text),
            box(
                "mdia", box("mdhd", big(0) + stamps + big(600) + big(1200) + big(0)),
                box("hdlr", big(0) + big(0) + Array(handler.utf8) + big(0, count: 12) + text),
                box(
                    "minf", handler == "vide" ? box("vmhd", big(1) + big(0, count: 8)) : [],
                    box("dinf", box("dref", big(0) + big(1), box("alis", big(1) + text))),
                    box(
                        "stbl", box("stsd", big(0) + big(1), description),
                        box("stts", big(0) + big(1) + big(samples.count / 4) + big(40)),
                        box("stsz", big(0) + big(4) + big(samples.count / 4)),
                        box("stsc", big(0) + big(1) + big(1) + big(samples.count / 4) + big(1)),
                        box("stco", big(0) + big(1) + big(chunk))))),
            box("udta", box("name", text)))
    }

    private static func movieHeader(_ tracks: [UInt8]...) -> [UInt8] {
        let stamps = big(0x1234_5678) + big(0x1234_5678)
        return box(
            "moov",
            box(
                "mvhd",
                big(0) + stamps + big(600) + big(27_000) + [UInt8](repeating: 0, count: 80)),
            tracks.flatMap { $0 },
            box("udta", box("meta", text), big(text.count + 8) + [0xA9] + Array("xyz".utf8) + text))
    }

    private static var movie: Self {
        let (film, sound) = (tone(1600), tone(400))
        let places = Array((text + text).prefix(text.count * 2 / 4 * 4))
        let start = box("ftyp", Array("isom".utf8) + big(0)) + box("free", text)
        let offset = start.count + 8
        return Self(
            name: "MP4",
            bytes: start + box("mdat", film, sound, places)
                + movieHeader(
                    track("vide", codec: "avc1", samples: film, at: offset),
                    track("soun", codec: "mp4a", samples: sound, at: offset + film.count),
                    track("meta", codec: "mebx", samples: places, at: offset + 2000))
                + box("uuid", text),
            sound: film)
    }

    private static var fragments: Self {
        let sound = tone(800)
        let description = movieHeader(track("soun", codec: "mp4a", samples: [], at: 0))
        let fragment = box(
            "moof", box("mfhd", big(0) + big(1)), box("uuid", text),
            box(
                "traf", box("tfhd", big(0) + big(1)),
                box("trun", big(0x200) + big(2) + big(400) + big(400)), box("meta", text)))
        return Self(
            name: "fragments",
            bytes: box("ftyp", Array("isom".utf8) + big(0)) + description + fragment
                + box("mdat", sound) + box("mfra", text),
            sound: sound)
    }

    private static var speech: Self {
        let frame: [UInt8] = [0x3C] + tone(31)
        let sound = (0..<40).flatMap { _ in frame }
        return Self(name: "AMR", bytes: Array("#!AMR\n".utf8) + sound, sound: sound)
    }

    private static var drawing: Self {
        let coded = Data(secret.utf8).base64EncodedString()
        let svg = """
            <?xml version="1.0" encoding="UTF-8"?><!-- \(secret) --><!DOCTYPE svg [<!ENTITY a "\(secret)">]>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org" \
            inkscape:export-filename="/home/\(secret)/a.png" viewBox="0 0 9 9">
            <title>\(secret)</title><desc>\(coded)</desc><metadata><rdf:RDF>\(secret)</rdf:RDF></metadata>
            <style>/* \(secret) */</style><style>.a{fill:red}</style>
            <g inkscape:label='\(secret)' id="a"><title>\(secret)</title><path d="M0 0L9 9"/></g>
            <text x="1">Shown<title>\(secret)</title><desc>\(coded)</desc></text>
            <image href="data:image/png;base64,\(coded)"/><!--\(secret)--><?xpacket \(secret)?>
            <script>\(secret)</script></svg><!-- \(secret) -->
            """
        return Self(
            name: "SVG", bytes: Array(svg.utf8), sound: Array("<path d=\"M0 0L9 9\"/>".utf8))
    }
}

/// Returns the bytes of a number, the highest first.
func big(_ number: Int, count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// Returns the bytes of a number, the lowest first.
func little(_ number: Int, count: Int = 4) -> [UInt8] { big(number, count: count).reversed() }

/// Returns a box of an MPEG-4 file.
func box(_ name: String, _ content: [UInt8]...) -> [UInt8] {
    let content = content.flatMap { $0 }
    return big(content.count + 8) + Array(name.utf8) + content
}
