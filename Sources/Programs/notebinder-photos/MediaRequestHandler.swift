import LocalFiles
import NoteModel
import Platform

/// Handles the requests to a worker.
struct MediaRequestHandler {
    /// The maximum number of pixels of a photo, in all frames together: more than those of any
    /// camera, fewer than those of a decompression bomb.
    private static let maximumPixels = 300_000_000
    /// The maximum number of frames of an animation, and of their pixels, which are all in memory
    /// at once.
    private static let (maximumFrames, maximumMovingPixels) = (1_500, 100_000_000)
    /// The maximum number of bytes of all pixels: four for each of ``maximumPixels``.
    private static let maximumBytes = 4 * maximumPixels

    func reply(to request: MediaRequest) -> MediaReply {
        do {
            switch request {
            case .derive(let request): return .derived(try derive(request))
            case .clean(let request): return try MetadataStripper(request: request).make()
            case .draw(let request):
                try draw(request)
                return .drawn
            case .render(let request): return .drawing(try render(request))
            case .measure(let request):
                return .measured(
                    try Picture.pageSizes(ofPDF: request.source.bytes()))
            }
        } catch {
            return MediaReply(after: error)
        }
    }

    private func derive(_ request: DeriveRequest) throws -> DecodedPhoto {
        var bytes = try request.source.bytes()
        guard !bytes.isEmpty else { throw WorkerError.undecodable("it is empty") }
        // A copy may lack only the end marker; if more is missing, the decoder reports it.
        if bytes.starts(with: [0xFF, 0xD8]), !bytes.suffix(2).elementsEqual([0xFF, 0xD9]) {
            bytes += [0xFF, 0xD9]
        }
        bytes = try readable(bytes, request: request)
        return try bytes.withUnsafeBytes { try derive($0, request: request) }
    }

    /// Returns an SVG drawing or a bitmap as a PNG, or as the picture in the bitmap; any other
    /// unchanged.
    private func readable(_ bytes: [UInt8], request: DeriveRequest) throws -> [UInt8] {
        switch PhotoKind(prefix: Array(bytes.prefix(1024))) {
        case .svg:
            let drawing = try CleanPhoto.copy(of: bytes, kind: .svg)
            let side = request.recipes.map(\.maximumSide).max() ?? 0
            return try Picture.drawing(drawing, side: side, maximumScale: 2).png()
        case .bmp:
            let file = try BitmapFile(bytes)
            if let embedded = file.embedded { return embedded }
            try requireBearableSize(
                file.width, height: file.height, frames: 1, bytesPerPixel: file.bands)
            let pixels = try file.pixels()
            let picture = try Picture.of(
                pixels, width: file.width, height: file.height, bands: file.bands)
            return try picture.png()
        default: return bytes
        }
    }

    /// Throws an error for a picture that has more frames or pixels than a worker decodes.
    private func requireBearableSize(
        _ width: Int, height: Int, frames: Int, bytesPerPixel: Int
    ) throws {
        guard frames <= Self.maximumFrames else {
            throw WorkerError.undecodable(
                "it has \(frames) frames; the limit is \(Self.maximumFrames)")
        }
        let pixels = width * height * frames
        let most = min(
            frames > 1 ? Self.maximumMovingPixels : Self.maximumPixels,
            Self.maximumBytes / max(1, bytesPerPixel))
        guard pixels <= most else {
            let size = "\(width) × \(height)" + (frames > 1 ? " × \(frames)" : "")
            throw WorkerError.undecodable(
                "it has \(size) pixels; the limit is \(most / 1_000_000) million")
        }
    }

    private func derive(
        _ bytes: UnsafeRawBufferPointer, request: DeriveRequest
    ) throws -> DecodedPhoto {
        try PictureParts.requireFew(in: bytes, maximumFrames: Self.maximumFrames)
        let head = try Picture.head(of: bytes)
        let (width, height, frames) = (head.width, head.height, head.announcedFrames)
        try requireBearableSize(
            width, height: height, frames: frames, bytesPerPixel: head.bytesPerPixel)
        let exif = ExifBlock(head.metadata("exif-data") ?? [])
        let colours: Picture.Colours? = head.metadata("icc-profile-data").map {
            ColourProfile(bytes: $0).isWide ? .wide : .standard
        }
        // An orientation in the archive overrides that of the file. HEIF decoders have already
        // applied the transformations in the file. Stacked frames are never turned.
        let isUpright = frames > 1 || HEIFTransforms.areApplied(in: bytes)
        let given = isUpright ? 1 : request.orientation
        let orientation = given ?? head.orientation
        let writer = PictureWriter(
            quality: width * height > 0 ? JPEGQuality.estimate(bytes) : nil,
            isDrawn: !bytes.starts(with: [0xFF, 0xD8]) && !HEIFTransforms.isHEIF(bytes),
            words: ExifBlock.keeping(request.kept, exif: exif, iptc: head.metadata("iptc-data")),
            isWide: colours == .wide)
        var derivatives: [Derivative] = []
        var previous: Picture?
        for (index, recipe) in request.recipes.enumerated() {
            let isLast = index == request.recipes.count - 1
            let isMoving = frames > 1 && !isLast
            let side = recipe.longestSide(of: PixelSize(width: width, height: height))
            if let previous {
                // One animation is enough; the still is another picture.
                let isSame =
                    previous.frameCount > 1
                    ? isMoving : max(previous.width, previous.height) <= side
                if isSame { continue }
            }
            let picture =
                try previous?.still().shrunk(side: side)
                ?? Picture.shrunk(
                    bytes, side: side, isMoving: isMoving, turns: given == nil, colours: colours
                ).upright(from: given ?? 1).withoutIdleAlpha()
            derivatives.append(
                try writer.write(
                    picture, recipe: recipe, request: request,
                    isAsLarge: picture.width * picture.height >= width * height))
            previous = picture
        }
        let isTurned = orientation >= 5
        return DecodedPhoto(
            size: PixelSize(width: isTurned ? height : width, height: isTurned ? width : height),
            carriesPosition: exif.hasPosition || head.xmpContains("GPSLatitude"),
            colour: try previous?.still().shrunk(side: 320).dominantColour
                ?? Colour(red: 0, green: 0, blue: 0),
            isAnimated: frames > 1 && derivatives.count > 1, derivatives: derivatives,
            upright: try upright(
                bytes, request: request, isTurned: isUpright, own: head.orientation))
    }

    /// Writes the copy of a photo that other programs show upright, if one is needed.
    ///
    /// - Parameters:
    ///   - isTurned: True if decoders turn the picture already, or if it is an animation.
    ///   - own: The orientation in the file.
    private func upright(
        _ bytes: UnsafeRawBufferPointer, request: DeriveRequest, isTurned: Bool, own: Int
    ) throws -> UprightCopy? {
        guard let orientation = request.orientation, !isTurned, orientation != own else {
            return nil
        }
        let copy: (bytes: [UInt8], kind: PhotoKind)
        do {
            copy = try UprightCopying(orientation: orientation).copy(of: bytes)
        } catch let error as Picture.PictureError {
            return .failed(reason: error.reason)
        }
        let key = UprightCopy.key(request.derivation)
        try copy.bytes.write(toPath: request.path(of: key))
        return .made(DerivedFile(key: key, bytes: copy.bytes), kind: copy.kind)
    }

    private func render(_ request: RenderRequest) throws -> DerivedFile {
        let bytes = try request.source.bytes()
        let picture =
            if let page = request.page {
                try Picture.page(page, ofPDF: bytes, side: request.side)
            } else {
                try Picture.drawing(bytes, side: request.side)
            }
        let png = try picture.png()
        try png.write(toPath: request.path)
        return DerivedFile(key: request.key, bytes: png)
    }

    private func draw(_ request: DrawRequest) throws {
        do {
            let picture = try Picture.drawing(
                request.svg, width: request.width, isTransparent: request.isTransparent
            ).stored(in: request.orientation)
            if request.writesOrientation { picture.setOrientation(request.orientation) }
            if let position = request.position {
                picture.setPosition(latitude: position.latitude, longitude: position.longitude)
            }
            try picture.write(request.path)
        } catch let error as Picture.PictureError {
            throw WorkerError.unwritable("\(request.path): \(error.reason)")
        }
    }
}

extension MediaReply {
    /// Creates the reply to a request that failed.
    fileprivate init(after error: any Error) {
        self =
            switch error {
            case WorkerError.undecodable(let reason): .undecodable(reason: reason)
            case WorkerError.unreadable(let reason): .unreadable(reason: reason)
            case WorkerError.unwritable(let reason): .failed(reason: reason)
            case let error as Picture.PictureError:
                error.isOfMemory
                    ? .unreadable(reason: error.reason) : .undecodable(reason: error.reason)
            case let error as FileError where error.isOfWriting:
                .failed(reason: "\(error.path): \(error.reason)")
            case let error as FileError:
                .unreadable(reason: "its file cannot be read: \(error.reason)")
            default: .unreadable(reason: "\(error)")
            }
    }
}

/// The reason why a request failed.
enum WorkerError: Error {
    /// The bytes cannot be decoded. The reason completes "NAME cannot be shown: …".
    case undecodable(String)
    /// The bytes cannot be read or decoded at the moment: the file is missing or memory is short. A
    /// retry may succeed. The reason completes the same sentence.
    case unreadable(String)
    /// The picture cannot be written. The reason contains the path of the file.
    case unwritable(String)
}

extension [UInt8] {
    func write(toPath path: String) throws {
        let file = try OpenFile(path, access: .rewrite)
        try file.truncate(to: 0)
        try file.writeAll(self, synchronizing: false)
    }
}

extension StoredBytes {
    /// Returns all bytes.
    func bytes() throws -> [UInt8] { try RecordingFile(reading: self).bytes(0..<count) }
}
