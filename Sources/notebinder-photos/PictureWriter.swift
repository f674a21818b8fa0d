import Foundation
import PhotoMessages

/// Encodes pictures of one photo and writes them.
struct PictureWriter {
    /// What of the photo's own file decides how its pictures are encoded.
    struct Source {
        /// Of a JPEG: how strongly it was compressed.
        let quality: Int?
        /// Whether it may be a drawing or a picture of a screen, with letters and sharp lines.
        let isDrawn: Bool
        /// Words of its metadata to keep.
        let words: ExifBlock
    }

    let source: Source
    let isWide: Bool

    /// - Parameter isAsLarge: Whether the picture was not shrunk.
    func write(
        _ picture: Picture, _ wanted: WantedPicture, isAsLarge: Bool
    ) throws(WorkerError) -> WrittenPicture {
        // Letters and lines show what compression does before anything else.
        let wantedQuality = source.isDrawn ? max(wanted.quality, 90) : wanted.quality
        // Bytes cannot bring back what the photo's own compression took.
        let quality =
            isAsLarge ? min(wantedQuality, source.quality ?? wantedQuality) : wantedQuality
        let (bytes, fileExtension) = try encoded(picture, quality)
        let path = "\(wanted.path).\(fileExtension)"
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw .unwritable("\(path): \(error.localizedDescription)")
        }
        return WrittenPicture(
            width: picture.width, height: picture.height, fileExtension: fileExtension,
            byteCount: bytes.count)
    }

    /// JPEG, but for what it cannot carry: transparency and motion go into WebP.
    private func encoded(
        _ picture: Picture, _ quality: Int
    ) throws(WorkerError) -> (bytes: [UInt8], fileExtension: String) {
        let profile = isWide ? picture.metadata("icc-profile-data") : nil
        let exif = source.words.bytes
        let bytes: [UInt8]?
        let fileExtension: String
        do throws(Picture.PictureError) {
            if !picture.hasAlpha, picture.frameCount == 1 {
                bytes = EncodedPicture.jpeg(
                    try picture.jpeg(quality: quality, hasFullColour: source.isDrawn),
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
        } catch {
            throw .unreadable(error.reason)
        }
        guard let bytes else { throw .unreadable("it could not be encoded as \(fileExtension)") }
        return (bytes, fileExtension)
    }
}
