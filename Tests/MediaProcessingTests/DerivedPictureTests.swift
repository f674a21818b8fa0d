import LocalFiles
import MediaProcessing
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Pictures that other programs wrote, and their derivatives as another library reads them.
@Suite(.tags(.acceptance), .enabled(if: Places.python != nil, "needs the Python of make test"))
struct DerivedPictureTests {
    private let folder = TemporaryFolder()
    private let processor: MediaProcessor
    private static let recipes = [
        DerivativeRecipe(name: "large", maximumSide: 64, quality: 90),
        DerivativeRecipe(name: "middle", maximumSide: 48, quality: 90),
        DerivativeRecipe(name: "small", maximumSide: 16, quality: 90),
    ]

    init() throws {
        let script = Places.package + "/Tests/TestSupport/make-pictures.py"
        let run = try FinishedProgram(Places.python ?? "", arguments: [script, folder.path])
        try #require(run.status == 0, "\(run.errors)")
        processor = MediaProcessor(cache: folder.path + "/cache", worker: Places.photoWorker)
    }

    private func photo(
        _ name: String, turned: Medium.Orientation? = nil, by other: MediaProcessor? = nil,
        largest: Int = 64
    ) throws -> PreparedMedium {
        let path = folder.path + "/" + name
        let stored = StoredBytes(file: path, range: 0..<(try folder.bytes(name).count))
        let processor = other ?? processor
        return try processor.prepare(
            processor.identify(stored), as: .photo, turned: turned,
            recipes: Self.recipes.filter { $0.maximumSide <= largest })
    }

    /// - Parameter largest: The side of the largest picture; 64 is the size of the fixtures.
    private func prepare(
        _ name: String, turned: Medium.Orientation? = nil, kept: Set<PreservedMetadata> = [],
        largest: Int = 64
    ) throws -> (decoded: DecodedPhoto, pictures: [ForeignPicture], bytes: [[UInt8]]) {
        let processor = MediaProcessor(
            cache: folder.path + "/cache", worker: Places.photoWorker, kept: kept)
        let photo = try photo(name, turned: turned, by: processor, largest: largest)
        let decoded = try #require(photo.decoded, "\(photo.outcome)")
        return (
            decoded,
            try decoded.derivatives.map { try ForeignPicture(processor.file(of: $0.file)) },
            try decoded.derivatives.map { try processor.bytes(of: $0.file) }
        )
    }

    @Test(arguments: [
        "private.jpg", "private.webp", "private.png", "private.tiff", "iptc.jpg", "xmp.jpg",
        "moving.gif", "moving.webp", "cmyk.jpg", "deep.png", "grey.png", "transparent.png",
    ])
    func carriesNothingPrivate(name: String) throws {
        let (_, pictures, bytes) = try prepare(name)
        for (picture, bytes) in zip(pictures, bytes) {
            #expect(picture.metadata == [] && picture.exif == [:] && picture.profile == 0)
            for secret in [
                "SECRET", "Secret", "SERIAL", "MAKERNOTE", "Exif", "EXIF", "XMP", "GPS", "8BIM",
                "Ana", "Credit", "ICC",
            ] {
                #expect(!bytes.has(secret), "\(secret)")
            }
        }
    }

    @Test(arguments: [
        ("private.jpg", true), ("private.webp", true), ("xmp.jpg", true), ("narrow.jpg", false),
        ("moving.webp", true), ("moving.gif", false),
    ])
    func detectsLocationDataInTheOriginal(name: String, carries: Bool) throws {
        #expect(try prepare(name).decoded.carriesPosition == carries)
    }

    @Test(arguments: ["private.jpg", "private.webp", "private.png", "private.tiff"])
    func appliesTheOrientationOnce(name: String) throws {
        // EXIF orientation 6: the left side of the stored picture is its top.
        for (turned, expected) in [
            (nil, ["blue", "red", "white", "green"]),
            (Medium.Orientation.right, ["blue", "red", "white", "green"]),
            (.up, ["red", "green", "blue", "white"]),
            (.down, ["white", "blue", "green", "red"]),
        ] {
            for largest in [64, 48] {
                let (decoded, pictures, _) = try prepare(name, turned: turned, largest: largest)
                #expect(pictures.map(\.corners).allSatisfy { $0 == expected }, "\(pictures)")
                let isTall = turned == nil || turned == .right
                #expect(
                    decoded.size == PixelSize(width: isTall ? 32 : 64, height: isTall ? 64 : 32))
                #expect(pictures.first?.width == (isTall ? largest / 2 : largest))
                #expect(pictures.map(\.exif).allSatisfy { $0.isEmpty })
            }
        }
    }

    @Test func keepsSelectedMetadata() throws {
        let artist = "315"
        let copyright = "33432"
        let both = try prepare("private.jpg", kept: [.copyright, .credit]).pictures
        #expect(
            both.allSatisfy {
                $0.exif == [artist: "Ana Artist", copyright: "(c) 2014 Ana Mueller"]
            })
        let one = try prepare("private.webp", kept: [.copyright]).pictures
        #expect(one.allSatisfy { $0.exif == [copyright: "(c) 2014 Ana Mueller"] })
        let agency = try prepare("iptc.jpg", kept: [.credit])
        #expect(agency.pictures.allSatisfy { $0.exif == [artist: "Credit Agency"] })
        #expect(!agency.bytes.contains { $0.has("SECRET") })
        let moving = try prepare("moving.webp", kept: [.copyright]).pictures
        #expect(moving.allSatisfy { $0.exif == [copyright: "(c) 2014 Ana Mueller"] })
        #expect(moving.first?.frames == 12)
    }

    @Test func keepsMotionAndMakesAStill() throws {
        for name in ["moving.gif", "moving.webp"] {
            let pictures = try prepare(name).pictures
            #expect(pictures.map(\.format) == ["WEBP", "JPEG"])
            #expect(pictures.map(\.frames) == [12, 1])
            #expect(pictures.map(\.width) == [64, 16])
        }
    }

    @Test func keepsTransparencyAndDropsUnusedAlpha() throws {
        let transparent = try prepare("transparent.png").pictures
        #expect(transparent.first?.format == "WEBP" && transparent.first?.isTransparent == true)
        let opaque = try prepare("opaque.png").pictures
        #expect(opaque.allSatisfy { $0.format == "JPEG" })
        #expect(opaque.first?.corners == ["red", "green", "blue", "white"])
    }

    @Test(arguments: [64, 48])
    func keepsWideGamutsAndConvertsOthersToSRGB(largest: Int) throws {
        let wide = try prepare("wide.jpg", largest: largest).pictures
        #expect(wide.allSatisfy { $0.profile > 300 && $0.metadata == ["icc_profile"] })
        #expect(wide.first?.corners == ["red", "green", "blue", "white"])
        let transparent = try prepare("wide-transparent.png", largest: largest).pictures
        #expect(transparent.first?.format == "WEBP")
        #expect(transparent.allSatisfy { $0.profile > 300 })
        for name in ["narrow.jpg", "cmyk.jpg", "grey.png", "deep.png"] {
            let pictures = try prepare(name, largest: largest).pictures
            #expect(pictures.allSatisfy { $0.profile == 0 })
        }
        // The blue of CMYK is darker.
        let inks = try prepare("cmyk.jpg", largest: largest).pictures.first?.corners
        #expect(inks?[0] == "red" && inks?[1] == "green" && inks?[3] == "white")
    }

    /// A ramp of greys and two colours stay the same, with a profile and without.
    @Test(arguments: ["ramp.png", "ramp-srgb.png"])
    func preservesColours(name: String) throws {
        let corners = try prepare(name).pictures[0].exactCorners
        let expected = [[20, 20, 20], [49, 49, 49], [0, 0, 255], [76, 6, 255]]
        for (corner, expected) in zip(corners, expected) {
            for (value, wanted) in zip(corner, expected) {
                #expect(abs(value - wanted) <= 4, "\(corner) for \(expected)")
            }
        }
    }

    @Test func makesEachSizeOnceAndNoneLargerThanThePhoto() throws {
        let sizes = try prepare("rough.jpg").decoded.derivatives.map(\.size)
        #expect(sizes.map(\.width) == [64, 48, 16])
        let twice = [
            DerivativeRecipe(name: "a", maximumSide: 500, quality: 80),
            DerivativeRecipe(name: "b", maximumSide: 100, quality: 80),
        ]
        let grey = try processor.photo(folder.bytes("grey.png"), in: folder, recipes: twice)
        #expect(grey.decoded?.derivatives.map(\.size) == [PixelSize(width: 64, height: 32)])
    }

    /// The photo has quality 30, so that its copy in full size is not written at quality 90.
    @Test func doesNotExceedTheQualityOfTheOriginal() throws {
        let bytes = try prepare("rough.jpg").bytes[0].count
        #expect(bytes < 800)
    }

    @Test func findsTheColourOfMostPixels() throws {
        let moving = try prepare("moving.gif").decoded.colour
        #expect(moving.red < 40 && moving.green > 235 && (110...145).contains(moving.blue))
    }

    /// The copies as shown by Pillow, which does not know the archive.
    @Test func makesCopiesThatOtherProgramsShowUpright() throws {
        var compared: [String] = []
        for name in [
            "plain.jpg", "private.jpg", "untagged.jpg", "full.jpg", "broken-exif.jpg",
            "padded.jpg", "little.jpg", "iptc.jpg", "wide.jpg", "plain.tiff", "private.tiff",
            "packed.tiff", "opaque.png", "transparent.png", "palette.png", "bits.png", "grey.png",
            "deep.png", "private.png", "wide-transparent.png", "plain.webp", "private.webp",
            "still.gif",
        ] {
            for number in 1...8 {
                let photo = try photo(name, turned: Medium.Orientation(rawValue: number))
                let upright = try #require(photo.decoded, "\(name)").upright
                let copy = upright?.file.map { processor.file(of: $0) } ?? folder.path + "/" + name
                compared.append("\(folder.path)/\(name):\(number):\(copy)")
                if let file = upright?.file { #expect(processor.isIntact(file)) }
                guard name == "plain.jpg" || name == "opaque.png" else { continue }
                #expect((upright == nil) == (number == 1), "nothing is to be turned")
            }
        }
        let script = Places.package + "/Tests/TestSupport/compare-upright.py"
        let run = try FinishedProgram(Places.python ?? "", arguments: [script] + compared)
        #expect(run.status == 0 && run.output == "", "\(run.output)\(run.errors)")
    }

    /// HEIC has its own way to rotate a picture (`irot`), which not all programs support, nor do
    /// they support the format.
    @Test func makesPNGCopiesOfHEIC() throws {
        guard try processor.workerGreeting().kinds.contains("heic") else { return }
        let decoded = try #require(try photo("plain.heic", turned: .right).decoded)
        guard case .made(let file, .png)? = decoded.upright else {
            Issue.record("there is no copy, or of another kind")
            return
        }
        let picture = try ForeignPicture(processor.file(of: file))
        #expect(picture.corners == ["blue", "red", "white", "green"])
        #expect(picture.width == 32 && picture.height == 64)
    }

    @Test func skipsUprightCopiesOfOrientedAndMovingPhotos() throws {
        for (name, orientation) in [
            ("private.jpg", Medium.Orientation.right), ("plain.jpg", nil), ("private.jpg", nil),
            ("moving.gif", .right), ("moving.webp", .down),
        ] {
            let decoded = try #require(try photo(name, turned: orientation).decoded)
            #expect(decoded.upright == nil, "\(name)")
        }
    }

    /// Formats that other programs write and photos never have, although libvips can load most of
    /// them.
    @Test func decodesOnlyPhotoFormats() throws {
        for name in [
            "other.pdf", "other.ppm", "other.jp2", "other.ico", "other.pcx",
            "other.hdr", "other.fits", "other.csv", "other.mat", "other.btf", "other.xpm",
        ] {
            #expect(PhotoKind(prefix: Array(try folder.bytes(name).prefix(1024))) == nil)
            #expect(
                try photo(name).outcome
                    == .unreadable(reason: "its bytes are of no kind that is decoded here"),
                "\(name)")
        }
    }

    @Test func decodesABitmapOfAnotherProgram() throws {
        let picture = try #require(try photo("other.bmp").decoded?.derivatives.first)
        let shown = try ForeignPicture(processor.file(of: picture.file))
        #expect(shown.corners == ["red", "green", "blue", "white"])
    }

    @Test func reportsAnEndlessAnimation() throws {
        let failure = try #require(try photo("endless.gif").failure)
        #expect(failure.reason.contains("1600 frames") && failure.end == nil)
    }
}
