import NoteModel
import Platform

/// Encodes and writes the pictures of one photo.
struct PictureWriter {
    /// The quality of a JPEG, 1 to 100; nil for other formats, or if it cannot be estimated.
    let quality: Int?
    /// True if the photo may be a drawing or a screenshot, with letters and sharp lines.
    let isDrawn: Bool
    /// The metadata to keep.
    let words: ExifBlock
    let isWide: Bool

    /// Encodes a picture and writes it to a file of the request.
    ///
    /// - Parameter isAsLarge: True if the picture is as large as the photo.
    func write(
        _ picture: Picture, recipe: DerivativeRecipe, request: DeriveRequest, isAsLarge: Bool
    ) throws -> Derivative {
        // Compression artefacts are most visible on letters and lines.
        let wantedQuality = isDrawn ? max(recipe.quality, 90) : recipe.quality
        // A higher quality cannot restore what the photo's own compression lost.
        let quality =
            isAsLarge ? min(wantedQuality, self.quality ?? wantedQuality) : wantedQuality
        let (bytes, fileExtension) = try encoded(picture, quality: quality)
        let key = recipe.key(request.derivation)
        try bytes.write(toPath: request.path(of: key))
        return Derivative(
            file: DerivedFile(key: key, bytes: bytes),
            size: PixelSize(width: picture.width, height: picture.height),
            fileExtension: fileExtension)
    }

    /// Encodes a picture as JPEG, or as WebP if it is transparent or animated; as PNG, a still, if
    /// libvips has no WebP encoder.
    private func encoded(
        _ picture: Picture, quality: Int
    ) throws -> (bytes: [UInt8], fileExtension: String) {
        let profile = isWide ? picture.metadata("icc-profile-data") : nil
        let exif = words.bytes
        let bytes: [UInt8]?
        let fileExtension: String
        do {
            if !picture.hasAlpha, picture.frameCount == 1 {
                bytes = EncodedPicture.jpeg(
                    try picture.jpeg(quality: quality, hasFullColour: isDrawn),
                    profile: profile, exif: exif)
                fileExtension = "jpg"
            } else if Picture.libraryHas("webpsave_buffer") {
                bytes = EncodedPicture.webp(
                    try picture.webp(quality: quality), size: (picture.width, picture.height),
                    hasAlpha: picture.hasAlpha, profile: profile, exif: exif)
                fileExtension = "webp"
            } else {
                bytes = EncodedPicture.png(try picture.still().png())
                fileExtension = "png"
            }
        } catch let error as Picture.PictureError {
            throw WorkerError.unreadable(error.reason)
        }
        guard let bytes else {
            throw WorkerError.unreadable("it could not be encoded as \(fileExtension)")
        }
        return (bytes, fileExtension)
    }
}
