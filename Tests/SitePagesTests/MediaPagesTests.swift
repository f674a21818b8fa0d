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
    private func recording(_ name: String, caption: String? = nil) -> Medium {
        Medium(
            .recording, name: name, caption: caption,
            content: .stored(StoredBytes(file: "/" + name, range: 0..<1)))
    }

    private static let sides = [1600, 640, 320]

    private func original(_ name: String) -> OriginalBytes {
        OriginalBytes(digest: ContentDigest(of: Array(name.utf8)), count: 1_234_567)
    }

    /// Returns the files of a site whose photos have 1,600 × 1,200 pixels and three sizes.
    ///
    /// - Parameter outcomes: Other outcomes than decoded photos, by the names of the photos.
    private func site(
        _ notes: [Note], outcomes: [String: PreparedMedium.Outcome] = [:],
        playedBy: BrowserSupport = .all
    ) throws -> [String: String] {
        var media: [Medium.Identity: PreparedMedium] = [:]
        for photo in notes.flatMap(\.photos) {
            guard let identity = photo.identity, let name = photo.name else { continue }
            let derivatives = Self.sides.map { side in
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
                        isVideo: kind == .mp4, seconds: 3_725.4, playedBy: playedBy,
                        carriesPosition: false)))
        }
        return try renderedSite(notes, media: PreparedMedia(media))
    }

    private func page(
        _ note: Note, outcomes: [String: PreparedMedium.Outcome] = [:],
        playedBy: BrowserSupport = .all
    ) throws -> String {
        let pages = try site([note], outcomes: outcomes, playedBy: playedBy)
        return try #require(pages["notes/a-note.html"])
    }

    /// Returns the paths of a photo in its three sizes.
    private func paths(of name: String) -> [String] {
        Self.sides.map { "photos/\(Fingerprint(ofLines: [name, "\($0)"]).short)-\($0).jpg" }
    }

    @Test func showsReferencedPhotosInlineAndOthersBelow() throws {
        let lost = Medium(.photo, name: "lost.jpg", content: .missing)
        let pages = try site([
            .made(
                body: "one\n\n![The second](b.jpg)\n\ntwo ![](9)",
                photos: [.made("a.jpg"), .made("b.jpg"), lost])
        ])
        let page = try #require(pages["notes/a-note.html"])
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
        let page = try page(.made(photos: [.made("a.jpg")]))
        let names = paths(of: "a.jpg").map { "../" + $0 }
        let srcset = zip(names, Self.sides).map { "\($0) \($1)w" }.joined(separator: ", ")
        #expect(page.contains("srcset=\"\(srcset)\""))
        #expect(page.contains("href=\"\(names[0])\""))
        #expect(page.contains("<img class=\"c-520\""))
        #expect(page.contains("<dialog class=\"viewer\""))
        // The first photo is not loaded lazily, and there is no other.
        #expect(!page.contains("loading=\"lazy\""))
    }

    @Test func assignsOneIdentifierToARepeatedPhoto() throws {
        let page = try page(
            .made(body: "![](a.jpg) ![](1) [![](a.jpg)](b)", photos: [.made("a.jpg")]))
        #expect(page.components(separatedBy: "id=\"photo-1\"").count == 2)
        #expect(page.components(separatedBy: "<img").count == 4)
    }

    /// The alternative text is a caption or empty, and never the name of a file.
    @Test(arguments: [
        ("", nil, ""), ("", "The lake", "The lake"), ("Words", "The lake", "Words"),
        ("IMG_1.jpg", nil, ""), ("IMG_1.JPG", "The lake", "The lake"), ("", "a.jpg", ""),
        ("", "DSC 12.heic", ""), ("", "2", ""), ("  ", nil, ""),
    ])
    func showsCaptionsButNotFileNames(text: String, caption: String?, expected: String) throws {
        let page = try page(
            .made(body: "![\(text)](a.jpg)", photos: [.made("a.jpg", caption: caption)]))
        #expect(page.contains("alt=\"\(expected)\""))
        let below = try self.page(.made(photos: [.made("a.jpg", caption: caption)]))
        let isShown = caption.map { Medium.shownCaption($0) != nil } ?? false
        #expect(below.contains("<figcaption") == isShown)
    }

    @Test func reportsPhotosThatCannotBeShown() throws {
        let page = try page(
            .made(photos: [.made("a.jpg"), .made("b.jpg")]),
            outcomes: [
                "a.jpg": .unreadable(reason: "torn", workerEnd: nil), "b.jpg": .noDecoder,
            ])
        #expect(page.contains("Photo cannot be shown: a.jpg, JPEG"))
        #expect(page.contains("Photo cannot be shown: b.jpg, JPEG"))
        #expect(!page.contains("<img") && !page.contains("<dialog"))
    }

    /// In the text, alone below it, and beside another photo.
    @Test func showsVectorDrawingsWithADownloadLink() throws {
        let drawing = Medium.made("plan.svg")
        for photos in [[drawing], [drawing, .made("a.jpg")]] {
            for body in ["", "![Plan](plan.svg)"] {
                let page = try page(.made(body: body, photos: photos))
                #expect(page.ranges(of: "<img").count == photos.count)
                #expect(page.ranges(of: "download=\"plan.svg\">Download</a>").count == 1)
            }
        }
    }

    @Test func offersUnrenderedVectorDrawingsAsDownloads() throws {
        let note = Note.made(body: "![Plan](plan.svg)", photos: [.made("plan.svg")])
        let pages = try site([note], outcomes: ["plan.svg": .noDecoder])
        let page = try #require(pages["notes/a-note.html"])
        let name = "photos/\(Fingerprint(ofLines: ["7"]).short)-drawing.bin"
        #expect(page.contains("<a href=\"../\(name)\" download=\"plan.svg\">Download</a>"))
        #expect(!page.contains("<img"))
        #expect(pages[name] != nil)
        #expect(pages["photos.html"] == nil)
    }

    @Test func playsRecordingsInTheTextAndBelow() throws {
        let note = Note.made(
            body: "Listen: ![A song](song.m4a)",
            recordings: [recording("song.m4a"), recording("clip.mp4", caption: "The dog")])
        let pages = try site([note])
        let page = try #require(pages["notes/a-note.html"])
        let song = "../recordings/\(ContentDigest(of: Array("song.m4a".utf8)).short).m4a"
        #expect(
            page.contains(
                "<audio aria-label=\"song.m4a\" controls preload=\"metadata\" src=\"\(song)\">"))
        #expect(page.contains("download=\"song.m4a\">Download</a> M4A, 1:02:05, 1.2 MB"))
        #expect(page.contains("A song</b>") && page.contains("The dog</b>"))
        #expect(page.components(separatedBy: "<video").count == 2)
        #expect(pages.keys.count { $0.hasPrefix("recordings/") } == 2)
    }

    @Test func linksOnlyToPublishedMedia() throws {
        let page = try page(
            .made(
                body: "[Hear](song.m4a) [see](a.jpg) [else](b.jpg)", photos: [.made("a.jpg")],
                recordings: [recording("song.m4a")]))
        let song = "../recordings/\(ContentDigest(of: Array("song.m4a".utf8)).short).m4a"
        let large = paths(of: "a.jpg")[0]
        #expect(page.contains("<a href=\"\(song)\">Hear</a> <a href=\"../\(large)\">see</a>"))
        #expect(page.contains("</a> else</p>"))
    }

    @Test(arguments: [
        (BrowserSupport.safari, "Only Safari"), (.some, "Not every browser"),
        (.none, "Browsers do not"),
    ])
    func warnsAboutLimitedBrowserSupport(support: BrowserSupport, words: String) throws {
        #expect(
            try page(.made(recordings: [recording("a.caf")]), playedBy: support).contains(words))
    }

    @Test func showsAllPhotosByMonthNewestFirst() throws {
        let pages = try site([
            .made(
                "July", created: .day(2014, month: 7, day: 9),
                photos: [.made("a.jpg", caption: "Lake")]),
            .made(
                "August", created: .day(2014, month: 8, day: 18),
                photos: [.made("b.jpg"), .made("c.jpg")]),
            .made("Undated", photos: [.made("d.jpg")]),
            .made("Without", created: .day(1970, month: 1, day: 2)),
            .made("July too", created: .day(2014, month: 7, day: 11), photos: [.made("e.jpg")]),
        ])
        let sheet = try #require(pages["photos.html"])
        let query = HTMLQuery(sheet)
        #expect(query.all("h2").map(\.text) == ["August 2014", "July 2014", "Without a date"])
        #expect(sheet.contains("5 photos"))
        let photographs = query.all("a").filter { $0.attributes["class"] == "r-13 s-33" }
        let places = [
            "august.html#photo-1", "august.html#photo-2", "july-too.html#photo-1",
            "july.html#photo-1", "undated.html#photo-1",
        ]
        #expect(photographs.map { $0.attributes["href"] } == places.map { "notes/" + $0 })
        #expect(pages["index.html"]?.contains("href=\"photos.html\"") == true)
        // What the viewer shows of a photo, and from which it takes the large picture.
        #expect(
            sheet.contains("title=\"July\" data-date=\"9 July 2014\"><img class=\"c-520\" src=\""))
        let names = zip(paths(of: "a.jpg"), Self.sides).map { "\($0) \($1)w" }
        #expect(sheet.contains("srcset=\"\(names.joined(separator: ", "))\""))
        #expect(sheet.contains("alt=\"Lake\""))
        #expect(!sheet.contains("style="))
    }

    /// Photos below a text are in rows, whose classes hold their ratios.
    @Test func setsAspectRatiosOfPhotosBelowTheText() throws {
        let page = try page(.made(photos: ["a.jpg", "b.jpg", "c.jpg"].map { .made($0) }))
        #expect(page.components(separatedBy: "<figure class=\"r-13 s-33\">").count == 4)
        #expect(page.contains("<div class=\"photos n-"))
        let alone = try self.page(.made(photos: [.made("a.jpg")]))
        #expect(alone.contains("<div class=\"photos\">"))
    }

    /// The two sides of a napkin: a picture hides the drawing at first, and without a picture there
    /// is nothing to flip to.
    @Test(arguments: [true, false])
    func collapsesDrawingsOnlyBesidePhotos(hasPicture: Bool) throws {
        var napkin = Note.made(photos: hasPicture ? [.made("a.jpg")] : [])
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
        let page = try page(.made(photos: [.made("a.jpg")]))
        let scripts = page.components(separatedBy: "<script src=\"").dropFirst()
        #expect(scripts.count == 3)
        #expect(scripts.last?.contains("data-viewer=\"../assets/viewer-") == true)
        let sizes = ["start.js", "keys.js", "photos.js"].compactMap {
            DefaultTemplates.assets[$0]?.count
        }
        #expect(sizes.count == 3 && sizes.reduce(0, +) < 12_000)
    }
}
