import Foundation
import LocalFiles
import MediaProcessing
import NoteModel
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Recordings, built box by box from the formats' specifications, and vector drawings, with the
/// copies that are made of them for the site.
@Suite(.tags(.acceptance))
struct CleanCopyTests {
    let folder = TemporaryFolder()
    private let processor: MediaProcessor

    init() throws {
        processor = MediaProcessor(cache: folder.path + "/cache", worker: Places.photoWorker)
    }

    private func prepare(_ bytes: [UInt8]) throws -> (prepared: PreparedMedium, copy: [UInt8]) {
        // The recording is in the middle of a file, as in an archive.
        let path = try folder.write([1, 2, 3] + bytes + [4, 5], to: "recording")
        let stored = StoredBytes(file: path, range: 3..<bytes.count + 3)
        let prepared = try processor.prepare(try processor.identify(stored), as: .recording)
        guard let playable = prepared.playable else { return (prepared, []) }
        return (prepared, try processor.bytes(of: playable.file))
    }

    /// Returns a track of some samples of four bytes, all in one chunk.
    private func track(
        _ handler: String, codec: String, chunk: Int, samples: Int, extra: [UInt8] = []
    ) -> [UInt8] {
        let stamps = big(0x1234_5678) + big(0x1234_5678)
        let alias = box("alis", big(1) + Array("/Volumes/SECRET/clip.mov".utf8))
        let entry = [UInt8](repeating: 0, count: handler == "vide" ? 78 : 28)
        let table = box(
            "stbl",
            box("stsd", big(0) + big(1) + big(8 + entry.count) + Array(codec.utf8) + entry),
            box("stsz", big(0) + big(4) + big(samples)),
            box("stsc", big(0) + big(1) + big(1) + big(samples) + big(1)),
            box("stco", big(0) + big(1) + big(chunk)))
        return box(
            "trak", box("tkhd", big(0) + stamps + [UInt8](repeating: 0, count: 72)),
            box(
                "mdia", box("mdhd", big(0) + stamps + big(600) + big(1200) + big(0)),
                box("hdlr", big(0) + big(0) + Array(handler.utf8) + big(0)),
                box(
                    "minf", box("dinf", box("dref", big(0) + big(1), alias)),
                    box("udta", Array("SECRET".utf8)), table)),
            extra)
    }

    /// Returns a movie whose second track holds positions.
    private func movie(
        brand: String, handler: String, codec: String, places placeHandler: String = "meta",
        samplesAt distance: Int = 0
    ) -> [UInt8] {
        let kind = box("ftyp", Array(brand.utf8) + big(0))
        let sound = Array("SOUNDSOUND12".utf8)
        let places = Array("SECRETPLACES".utf8)
        let start = kind.count + 8
        let stamps = big(0x1234_5678) + big(0x1234_5678)
        return kind + box("mdat", sound + places)
            + box(
                "moov",
                box(
                    "mvhd",
                    big(0) + stamps + big(600) + big(27_000) + [UInt8](repeating: 0, count: 80)),
                track(handler, codec: codec, chunk: start, samples: 3),
                track(
                    placeHandler, codec: "mebx", chunk: start + sound.count + distance, samples: 3,
                    extra: box("udta", Array("SECRET".utf8))),
                box("udta", big(31) + [0xA9] + Array("xyz+43.46+011.88/SECRET".utf8)),
                box("meta", Array("com.apple.quicktime.location.ISO6709 SECRET iPhone".utf8)))
            + box("uuid", Array("SECRET-XMP-PACKET-".utf8))
    }

    @Test(arguments: [
        ("M4A ", "soun", "mp4a", RecordingKind.m4a, false, BrowserSupport.all),
        ("qt  ", "vide", "avc1", .mp4, true, .all), ("qt  ", "soun", "lpcm", .mov, false, .safari),
        ("isom", "vide", "hvc1", .mp4, true, .some), ("M4A ", "soun", "alac", .m4a, false, .safari),
        ("3gp4", "soun", "samr", .m4a, false, .none),
    ])
    func stripsMovieMetadataAndReportsBrowserSupport(
        brand: String, handler: String, codec: String, kind: RecordingKind, isVideo: Bool,
        support: BrowserSupport
    ) throws {
        let original = movie(brand: brand, handler: handler, codec: codec)
        let (prepared, copy) = try prepare(original)
        let playable = try #require(prepared.playable, "\(prepared.outcome)")
        #expect(playable.kind == kind && playable.isVideo == isVideo)
        #expect(playable.playedBy == support)
        #expect(playable.seconds == 45)
        #expect(playable.carriesPosition)
        // No offsets change, the sound stays, and private data is gone.
        #expect(copy.count == original.count)
        #expect(copy.has("SOUNDSOUND12"))
        for secret in ["SECRET", "ISO6709", "iPhone", "xyz", "\u{12}4Vx"] {
            #expect(!copy.has(secret), "\(secret)")
        }
    }

    @Test func stripsLocationsFromSubtitlesAndExtraHeaders() throws {
        let whole = movie(brand: "qt  ", handler: "vide", codec: "avc1", places: "sbtl")
        let another = box("moov", box("udta", Array("SECRET".utf8)))
        let (prepared, copy) = try prepare(whole + another)
        #expect(prepared.playable?.kind == .mp4)
        #expect(!copy.has("SECRET"))
        #expect(copy.count == whole.count + another.count)
    }

    /// Positions that cannot be found cannot be removed, so the movie is not published.
    @Test func refusesMoviesWhoseLocationsCannotBeFound() throws {
        let astray = movie(brand: "qt  ", handler: "vide", codec: "avc1", samplesAt: 100_000)
        let fragmented =
            movie(brand: "isom", handler: "vide", codec: "avc1")
            + box("moof", box("mfhd", big(0) + big(1)))
        for bytes in [astray, fragmented] {
            let failure = try prepare(bytes).prepared.failure
            #expect(failure?.reason.contains("neither film nor sound") == true)
        }
    }

    @Test func stripsMetadataFromWAV() throws {
        let sound = [UInt8](repeating: 7, count: 16_000)
        let format =
            little(1, count: 2) + little(1, count: 2) + little(8_000) + little(16_000)
            + little(2, count: 2) + little(16, count: 2)
        func chunk(_ name: String, content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(content.count) + content
        }
        let body =
            Array("WAVE".utf8) + chunk("bext", content: Array("SECRET".utf8))
            + chunk("fmt ", content: format)
            + chunk("LIST", content: Array("INFOSECRET".utf8)) + chunk("data", content: sound)
            + chunk("id3 ", content: Array("SECRET".utf8))
        let wave = Array("RIFF".utf8) + little(body.count) + body
        let (prepared, copy) = try prepare(wave)
        #expect(prepared.playable?.seconds == 1)
        #expect(prepared.playable?.playedBy == .all)
        #expect(!copy.has("SECRET"))
        #expect(copy.has(sound))
        #expect(copy.count == 12 + 24 + 8 + sound.count)
        // A recorder that was interrupted has not filled in the sizes.
        let open =
            Array("WAVE".utf8) + chunk("fmt ", content: format) + Array("data".utf8) + little(0)
        let stopped = try prepare(Array("RIFF".utf8) + little(0) + open + sound)
        #expect(stopped.prepared.playable?.seconds == 1)
        #expect(stopped.copy.has(sound))
    }

    @Test func stripsMetadataFromCoreAudio() throws {
        func chunk(_ name: String, content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + big(content.count, count: 8) + content
        }
        let description =
            big(Int(bitPattern: UInt(Double(44_100).bitPattern)), count: 8) + Array("lpcm".utf8)
            + big(0) + big(2) + big(1) + big(1) + big(16)
        let sound = big(0) + [UInt8](repeating: 7, count: 88_200)
        let file =
            Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", content: description)
            + chunk("info", content: Array("SECRET recorded on SECRET".utf8))
            + chunk("data", content: sound)
        let (prepared, copy) = try prepare(file)
        // A rate close to zero would give an endless duration, so there is none.
        let odd =
            chunk("desc", content: big(1, count: 8) + description.dropFirst(8))
            + chunk("data", content: sound)
        let endless = try prepare(Array("caff".utf8) + [0, 1, 0, 0] + odd)
        #expect(endless.prepared.playable != nil)
        #expect(endless.prepared.playable?.seconds == nil)
        #expect(prepared.playable?.seconds == 1)
        #expect(prepared.playable?.playedBy == .all && prepared.playable?.kind == .wav)
        #expect(!copy.has("SECRET"))
    }

    /// The samples of a WAVE file have the lowest byte first and, if they are single bytes, no sign.
    @Test(
        arguments: [
            (8, 0, [1, 2, 255, 128], [129, 130, 127, 0]), (16, 0, [1, 2, 3, 4], [2, 1, 4, 3]),
            (16, 2, [1, 2, 3, 4], [1, 2, 3, 4]), (24, 0, [1, 2, 3, 4, 5, 6], [3, 2, 1, 6, 5, 4]),
            (32, 1, [1, 2, 3, 4], [4, 3, 2, 1]), (32, 0, [1, 2, 3, 4, 9], [4, 3, 2, 1]),
        ] as [(Int, Int, [UInt8], [UInt8])])
    func publishesLinearSoundAsWAVWithoutLoss(
        bits: Int, flags: Int, samples: [UInt8], expected: [UInt8]
    ) throws {
        let (prepared, copy) = try prepare(
            coreAudio(flags: flags, unit: bits / 8, bits: bits, samples: samples))
        let head =
            Array("WAVEfmt ".utf8) + little(16) + little(flags & 1 == 1 ? 3 : 1, count: 2)
            + little(1, count: 2) + little(44_100) + little(44_100 * bits / 8)
            + little(bits / 8, count: 2) + little(bits, count: 2) + Array("data".utf8)
            + little(expected.count)
        let size = little(head.count + expected.count + expected.count % 2)
        #expect(copy == Array("RIFF".utf8) + size + head + expected)
        #expect(prepared.playable?.kind == .wav && prepared.playable?.playedBy == .all)
    }

    /// Returns a Core Audio file with linear PCM, in units of as many bytes as a sample has.
    private func coreAudio(
        rate: Double = 44_100, flags: Int = 0, unit: Int, channels: Int = 1, bits: Int,
        samples: [UInt8]
    ) -> [UInt8] {
        func chunk(_ name: String, content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + big(content.count, count: 8) + content
        }
        let description =
            big(Int(bitPattern: UInt(rate.bitPattern)), count: 8) + Array("lpcm".utf8)
            + big(flags) + big(unit * channels) + big(1) + big(channels) + big(bits)
        return Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", content: description)
            + chunk("data", content: big(0) + samples)
    }

    /// A sample of 24 bits fills four bytes from the highest on.
    @Test func keepsTheLengthOfSamplesInLargerUnits() throws {
        let file = coreAudio(unit: 4, bits: 24, samples: [1, 2, 3, 0, 5, 6, 7, 0])
        let (prepared, copy) = try prepare(file)
        #expect(prepared.playable?.kind == .wav && prepared.playable?.playedBy == .all)
        #expect(copy.suffix(8) == [0, 3, 2, 1, 0, 7, 6, 5])
        // Browsers do not play floating-point numbers of eight bytes.
        let long = coreAudio(flags: 1, unit: 8, bits: 64, samples: [UInt8](repeating: 1, count: 16))
        #expect(try prepare(long).prepared.playable?.playedBy == .safari)
    }

    @Test func reportsSoundWithoutRateOrChannels() throws {
        for (rate, channels) in [(0.0, 1), (44_100, 0), (.infinity, 1), (.nan, 1)] {
            let file = coreAudio(
                rate: rate, unit: 2, channels: channels, bits: 16, samples: [1, 2, 3, 4])
            #expect(try prepare(file).prepared.playable == nil)
        }
    }

    @Test func stripsTagsFromMP3() throws {
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 20] + Array("TIT2SECRETSECRET1234".utf8)
        let sound: [UInt8] = [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 9, count: 413)
        let old = Array("TAG".utf8) + Array("SECRET".utf8) + [UInt8](repeating: 0, count: 119)
        let items = Array("SECRET".utf8)
        let ape = { (name: String) in
            Array(name.utf8) + little(2000) + little(items.count + 32) + little(1)
                + [UInt8](repeating: 0, count: 12)
        }
        let lyrics = Array("LYRICSBEGINSECRET000017LYRICS200".utf8)
        let (prepared, copy) = try prepare(
            tag + tag + sound + ape("APETAGEX") + items + ape("APETAGEX") + lyrics + old)
        #expect(prepared.format == .recording(.mp3) && prepared.playable?.playedBy == .all)
        #expect(!copy.has("SECRET"))
        #expect(copy == sound)
    }

    @Test(arguments: [
        "00000014667479706d703432000000006d703432", "000000146674797071742020", "63616666000100",
        "524946461000000057415645", "0000000c66747970717420200000ffff6d6f6f76",
        "000000106674797071742020000000000000000f6d6f6f760000000874726b",
    ])
    func reportsTruncatedRecordings(hexadecimal: String) throws {
        var bytes: [UInt8] = []
        var digits = hexadecimal[...]
        while !digits.isEmpty {
            bytes.append(try #require(UInt8(digits.prefix(2), radix: 16)))
            digits = digits.dropFirst(2)
        }
        let failure = try #require(try prepare(bytes).prepared.failure)
        #expect(!failure.reason.contains("worker"))
    }

    @Test func stripsScriptsAndPathsFromSVG() throws {
        let svg = """
            \u{FEFF} <?xml version="1.0"?>
            <!-- SECRET -->
            <!DOCTYPE svg [ <!-- it's SECRET --> <!ENTITY a "SECRET>"> ]>
            <svg xmlns="http://www.w3.org/2000/svg" inkscape:export-filename="/home/SECRET/a.png" \
            onload="alert('SECRET')" future-path="SECRET" viewBox='0 0 2 > 2'><metadata><rdf:RDF>SECRET</rdf:RDF>\
            <metadata>SECRET</metadata></metadata><script>SECRET <b></script><new>SECRET</new>
            <sodipodi:namedview id="SECRET"/><desc>SECRET</desc>\
            <x:script>SECRET</x:script><svg:script>SECRET</svg:script>\
            <set attributeName="onload" to="SECRET"/><style>a{fill:url(file:///SECRET)}</style>\
            <style>a{fill:url(#b)}</style><path aria-label="SECRET" data-name="SECRET" \
            style="fill:url(http://SECRET)" d="M0"/>\
            <image xlink:href="data:image/jpeg;base64,SECRET" href='/home/SECRET'/><use href="#a"/>\
            <a href="https://SECRET"><circle r="1"/></a>\
            <g xmlns:x="&ns_SECRET;" fill="&#35;a&amp;"/><rect width="1" onclick="SECRET"/><text>Kept &lt;</text>
            </svg>
            """
        let prepared = try processor.photo(Array(svg.utf8), in: folder)
        #expect(prepared.format == .photo(.svg))
        let copy = try processor.bytes(of: try #require(prepared.drawing))
        let text = try #require(String(validating: copy, as: UTF8.self))
        #expect(!text.contains("SECRET"))
        #expect(text.contains("viewBox='0 0 2 > 2'") && text.contains("<rect width=\"1\"/>"))
        #expect(
            text.contains("<use href=\"#a\"/><a><circle r=\"1\"/></a><g fill=\"&#35;a&amp;\"/>"))
        #expect(text.contains("<style>a{fill:url(#b)}</style><path d=\"M0\"/>"))
        #expect(text.contains("<text>Kept &lt;</text>") && text.contains("</svg>"))
    }

    /// Illustrator writes the names of its namespaces as entities.
    @Test func writesSVGThatXMLParsersAccept() throws {
        let head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
        let svg =
            Array(
                (head + "<!DOCTYPE svg [<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">]>"
                    + "<svg xmlns=\"&ns_svg;\" width=\"9\"><text>caf").utf8) + [0xE9]
            + Array("</text></svg>".utf8)
        let drawing = try #require(try processor.photo(svg, in: folder).drawing)
        let parser = XMLParser(data: Data(try processor.bytes(of: drawing)))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    @Test(arguments: ["<svg", "<svg><metadata>", "<svg a=\"", "<svg><!-- "])
    func reportsUnterminatedDrawings(text: String) throws {
        let failure = try #require(try processor.photo(Array(text.utf8), in: folder).failure)
        #expect(failure.end == nil)
    }
}
