import DefaultTemplates
import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import SitePages
import TestSupport
import Testing

/// Photos and recordings on the pages of a site.
@Suite(.tags(.fast))
struct MediaPagesTests {
    private let templates: SiteTemplates

    init() throws {
        templates = try SiteTemplates.standard.get()
    }

    private func photo(_ name: String, caption: String? = nil) -> Medium {
        Medium(
            .photo, name: name, caption: caption,
            content: .stored(StoredBytes(file: "/" + name, range: 0..<1)))
    }

    private func recording(_ name: String, caption: String? = nil) -> Medium {
        Medium(
            .recording, name: name, caption: caption,
            content: .stored(StoredBytes(file: "/" + name, range: 0..<1)))
    }

    private func original(_ name: String) -> OriginalBytes {
        OriginalBytes(digest: ContentDigest(of: Array(name.utf8)), count: 1_234_567)
    }

    /// Returns media with photos of 1,600 × 1,200 pixels in three sizes.
    ///
    /// - Parameter outcomes: Other outcomes, by the names of the photos.
    private func media(
        _ notes: [Note], outcomes: [String: PreparedMedium.Outcome] = [:],
        playedBy: BrowserSupport = .all
    ) throws -> PreparedMedia {
        var media: [Medium.Identity: PreparedMedium] = [:]
        for photo in notes.flatMap(\.photos) {
            guard let identity = photo.identity, let name = photo.name else { continue }
            let derivatives = [1600, 640, 320].map { side in
                Derivative(
                    file: DerivedFile(key: Fingerprint(ofLines: [name, "\(side)"]), bytes: [2]),
                    size: PixelSize(width: side, height: side * 3 / 4), fileExtension: "jpg")
            }
            let decoded = DecodedPhoto(
                size: PixelSize(width: 1600, height: 1200), carriesPosition: true,
                colour: Colour(red: 255, green: 100, blue: 0), derivatives: derivatives)
            media[identity] = PreparedMedium(
                original: original(name), format: .photo(name.hasSuffix("svg") ? .svg : .jpeg),
                derivation: Fingerprint(ofLines: ["derivation"]),
                outcome: outcomes[name] ?? .decoded(decoded),
                drawing: name.hasSuffix("svg")
                    ? DerivedFile(key: Fingerprint(ofLines: ["7"]), bytes: [8]) : nil)
        }
        for recording in notes.flatMap(\.recordings) {
            guard let identity = recording.identity, let name = recording.name else { continue }
            let kind = try #require(RecordingKind(name: name))
            let key = Fingerprint(ofLines: [name])
            media[identity] = PreparedMedium(
                original: original(name), format: .recording(kind), derivation: key,
                outcome: .playable(
                    PlayableRecording(
                        of: kind, file: DerivedFile(key: key, bytes: Array(name.utf8)),
                        isVideo: kind == .mp4,
                        seconds: 3_725.4,
                        playedBy: playedBy, carriesPosition: false)))
        }
        return PreparedMedia(media)
    }

    private func note(
        _ body: String = "", day: Double? = nil, photos: [Medium] = [],
        recordings: [Medium] = [], title: String = "T"
    ) -> Note {
        Note(
            id: NoteID(source: title, index: 0), title: title, body: body,
            created: day.map { Date(timeIntervalSince1970: $0 * 86_400) }, photos: photos,
            recordings: recordings)
    }

    private func page(
        _ note: Note, outcomes: [String: PreparedMedium.Outcome] = [:],
        playedBy: BrowserSupport = .all
    ) throws -> String {
        let media = try media([note], outcomes: outcomes, playedBy: playedBy)
        let pages = try renderedSite([note], templates: templates, media: media)
        return try #require(pages["notes/t.html"])
    }

    @Test func showsPhotosWhereTheTextNamesThemAndTheOthersBelow() throws {
        let note = note(
            "one\n\n![The second](b.jpg)\n\ntwo ![](9)",
            photos: [
                photo("a.jpg"), photo("b.jpg"), Medium(.photo, name: "lost.jpg", content: .missing),
            ])
        let pages = try renderedSite([note], templates: templates, media: try media([note]))
        let page = try #require(pages["notes/t.html"])
        let text = try #require(page.range(of: "alt=\"The second\""))
        let below = try #require(page.range(of: "class=\"photos\""))
        #expect(text.lowerBound < below.lowerBound)
        #expect(page.components(separatedBy: " srcset=").count == 3)
        #expect(page.components(separatedBy: "width=\"1600\" height=\"1200\"").count == 3)
        #expect(page.components(separatedBy: "loading=\"lazy\"").count == 2)
        #expect(page.contains("Photo missing: lost.jpg"))
        #expect(page.contains("id=\"photo-1\"") && page.contains("id=\"photo-2\""))
        #expect(pages.keys.count { $0.hasPrefix("photos/") } == 6)
        #expect(pages["index.html"]?.contains("class=\"thumbnail c-520\"") == true)
    }

    @Test func offersEachSizeByItsWidthAndLinksTheLargest() throws {
        let page = try page(note(photos: [photo("a.jpg")]))
        let names = [1600, 640, 320].map {
            "../photos/\(Fingerprint(ofLines: ["a.jpg", "\($0)"]).short)-\($0).jpg"
        }
        let srcset = zip(names, [1600, 640, 320]).map { "\($0) \($1)w" }.joined(separator: ", ")
        #expect(page.contains("srcset=\"\(srcset)\""))
        #expect(page.contains("href=\"\(names[0])\""))
        #expect(page.contains("<img class=\"c-520\""))
        #expect(page.contains("<dialog class=\"viewer\""))
        // The first photo is not loaded lazily, and there is no other.
        #expect(!page.contains("loading=\"lazy\""))
    }

    @Test func givesOneAddressToAPhotoThatStandsInTheTextTwice() throws {
        let page = try page(note("![](a.jpg) ![](1) [![](a.jpg)](b)", photos: [photo("a.jpg")]))
        #expect(page.components(separatedBy: "id=\"photo-1\"").count == 2)
        #expect(page.components(separatedBy: "<img").count == 4)
    }

    /// The alternative text is a caption or empty, and never the name of a file.
    @Test(arguments: [
        ("", nil, ""), ("", "The lake", "The lake"), ("Words", "The lake", "Words"),
        ("IMG_1.jpg", nil, ""), ("IMG_1.JPG", "The lake", "The lake"), ("", "a.jpg", ""),
        ("", "DSC 12.heic", ""), ("", "2", ""), ("  ", nil, ""),
    ])
    func tellsCaptionsAndNoNamesOfFiles(text: String, caption: String?, expected: String) throws {
        let page = try page(note("![\(text)](a.jpg)", photos: [photo("a.jpg", caption: caption)]))
        #expect(page.contains("alt=\"\(expected)\""))
        let below = try self.page(note(photos: [photo("a.jpg", caption: caption)]))
        let isShown = caption.map { Medium.shownCaption($0) != nil } ?? false
        #expect(below.contains("<figcaption") == isShown)
    }

    @Test func saysWhatCannotBeShown() throws {
        let page = try page(
            note(photos: [photo("a.jpg"), photo("b.jpg")]),
            outcomes: [
                "a.jpg": .unreadable(reason: "torn", workerEnd: nil), "b.jpg": .noDecoder,
            ])
        #expect(page.contains("Photo cannot be shown: a.jpg, JPEG"))
        #expect(page.contains("Photo cannot be shown: b.jpg, JPEG"))
        #expect(!page.contains("<img") && !page.contains("<dialog"))
    }

    /// In the text, alone below it, and beside another photo.
    @Test func showsADrawingInVectorsAndOffersItAsADownload() throws {
        let drawing = photo("plan.svg")
        for photos in [[drawing], [drawing, photo("a.jpg")]] {
            for body in ["", "![Plan](plan.svg)"] {
                let page = try page(note(body, photos: photos))
                #expect(page.ranges(of: "<img").count == photos.count)
                #expect(page.ranges(of: "download=\"plan.svg\">Download</a>").count == 1)
            }
        }
    }

    @Test func offersADrawingInVectorsThatIsNotDrawnAsADownload() throws {
        let note = note("![Plan](plan.svg)", photos: [photo("plan.svg")])
        let media = try media([note], outcomes: ["plan.svg": .noDecoder])
        let pages = try renderedSite([note], templates: templates, media: media)
        let page = try #require(pages["notes/t.html"])
        let name = "photos/\(Fingerprint(ofLines: ["7"]).short)-drawing.bin"
        #expect(page.contains("<a href=\"../\(name)\" download=\"plan.svg\">Download</a>"))
        #expect(!page.contains("<img"))
        #expect(pages[name] != nil)
        #expect(pages["photos.html"] == nil)
    }

    @Test func playsRecordingsInTheTextAndBelow() throws {
        let note = note(
            "Listen: ![A song](song.m4a)",
            recordings: [recording("song.m4a"), recording("clip.mp4", caption: "The dog")])
        let pages = try renderedSite([note], templates: templates, media: try media([note]))
        let page = try #require(pages["notes/t.html"])
        let song = "../recordings/\(ContentDigest(of: Array("song.m4a".utf8)).short).m4a"
        #expect(
            page.contains(
                "<audio aria-label=\"song.m4a\" controls preload=\"metadata\" src=\"\(song)\">"))
        #expect(page.contains("download=\"song.m4a\">Download</a> M4A, 1:02:05, 1.2 MB"))
        #expect(page.contains("A song</b>") && page.contains("The dog</b>"))
        #expect(page.components(separatedBy: "<video").count == 2)
        #expect(pages.keys.count { $0.hasPrefix("recordings/") } == 2)
    }

    @Test func leadsLinksToWhatIsPublished() throws {
        let page = try page(
            note(
                "[Hear](song.m4a) [see](a.jpg) [else](b.jpg)", photos: [photo("a.jpg")],
                recordings: [recording("song.m4a")]))
        let song = "../recordings/\(ContentDigest(of: Array("song.m4a".utf8)).short).m4a"
        let large = "../photos/\(Fingerprint(ofLines: ["a.jpg", "1600"]).short)-1600.jpg"
        #expect(page.contains("<a href=\"\(song)\">Hear</a> <a href=\"\(large)\">see</a>"))
        #expect(page.contains("</a> else</p>"))
    }

    @Test(arguments: [
        (BrowserSupport.safari, "Only Safari"), (.some, "Not every browser"),
        (.none, "Browsers do not"),
    ])
    func saysWhatBrowsersDoNotPlay(support: BrowserSupport, words: String) throws {
        #expect(try page(note(recordings: [recording("a.caf")]), playedBy: support).contains(words))
    }

    @Test func showsAllPhotosByMonthTheLatestFirst() throws {
        let notes = [
            note(day: 16_260, photos: [photo("a.jpg", caption: "Lake")], title: "July"),
            note(day: 16_300, photos: [photo("b.jpg"), photo("c.jpg")], title: "August"),
            note(photos: [photo("d.jpg")], title: "Undated"), note(day: 1, title: "Without"),
            note(day: 16_262, photos: [photo("e.jpg")], title: "July too"),
        ]
        let pages = try renderedSite(notes, templates: templates, media: try media(notes))
        let sheet = try #require(pages["photos.html"])
        let months = sheet.components(separatedBy: "<h2").dropFirst().compactMap {
            $0.split(separator: ">").dropFirst().first?.split(separator: "<").first
        }
        #expect(months == ["August 2014", "July 2014", "Without a date"])
        #expect(sheet.contains("5 photos"))
        let links = sheet.components(separatedBy: "<a class=\"r-13 s-33\" href=\"").dropFirst()
            .compactMap { $0.split(separator: "\"").first }
        #expect(
            links == [
                "notes/august.html#photo-1", "notes/august.html#photo-2",
                "notes/july-too.html#photo-1", "notes/july.html#photo-1",
                "notes/undated.html#photo-1",
            ])
        #expect(pages["index.html"]?.contains("href=\"photos.html\"") == true)
        // What the viewer shows of a photo, and from which it takes the large picture.
        #expect(
            sheet.contains("title=\"July\" data-date=\"9 July 2014\"><img class=\"c-520\" src=\""))
        let names = [1600, 640, 320].map {
            "photos/\(Fingerprint(ofLines: ["a.jpg", "\($0)"]).short)-\($0).jpg \($0)w"
        }
        #expect(sheet.contains("srcset=\"\(names.joined(separator: ", "))\""))
        #expect(sheet.contains("alt=\"Lake\""))
        #expect(!sheet.contains("style="))
    }

    /// Photos below a text are in rows, whose classes hold their ratios.
    @Test func givesPhotosBelowTheTextTheirRatios() throws {
        let page = try page(note(photos: ["a.jpg", "b.jpg", "c.jpg"].map { photo($0) }))
        #expect(page.components(separatedBy: "<figure class=\"r-13 s-33\">").count == 4)
        #expect(page.contains("<div class=\"photos n-"))
        let alone = try self.page(note(photos: [photo("a.jpg")]))
        #expect(alone.contains("<div class=\"photos\">"))
    }

    /// The two sides of a napkin: a picture hides the drawing at first, and without a picture there
    /// is nothing to flip to.
    @Test(arguments: [true, false])
    func showsADrawingWithoutAPictureAtOnce(hasPicture: Bool) throws {
        var napkin = note(photos: hasPicture ? [photo("a.jpg")] : [])
        napkin.drawing = .strokes([
            Stroke(points: [Point(x: 0, y: 0), Point(x: 9, y: 9)], width: 2, colour: "#000000")
        ])
        let page = try page(napkin)
        #expect(page.contains("<details class=\"back\">") == hasPicture)
        #expect(page.contains("<div class=\"back\">") == !hasPicture)
        #expect(page.contains("Show drawing</span>") == hasPicture)
        #expect(page.contains("<svg viewBox"))
    }

    /// Reading loads no viewer: its script comes when a photo is about to be opened.
    @Test func loadsTheViewerOnDemand() throws {
        let page = try page(note(photos: [photo("a.jpg")]))
        let scripts = page.components(separatedBy: "<script src=\"").dropFirst()
        #expect(scripts.count == 3)
        #expect(scripts.last?.contains("data-viewer=\"../assets/viewer-") == true)
        let sizes = ["start.js", "keys.js", "photos.js"].compactMap {
            DefaultTemplates.assets[$0]?.count
        }
        #expect(sizes.count == 3 && sizes.reduce(0, +) < 12_000)
    }
}
