import LocalFiles
import MediaProcessing
import NoteModel

/// The pictures of the sample notes: scenes rendered from the SVG files of this target, and stored
/// as cameras store them.
struct SamplePictures {
    let processor: MediaProcessor
    /// The folder in which the pictures are rendered, which other parts of the sample may use as
    /// well.
    let folder: String

    /// A scene, and how it was photographed.
    struct Shot {
        /// The SVG file of the scene.
        let scene: String
        /// The orientation of the camera (EXIF, 1 to 8).
        var orientation = 1
        var position: DrawRequest.Position?
        /// True for a PNG without orientation metadata, as phones make it.
        var isPNG = false
        /// True for ink on a transparent background.
        var isInk = false
        /// The width in pixels; nil for 900 (PNG) or 1,600 (JPEG).
        var width: Int?
    }

    /// Renders a picture and returns the bytes of the file.
    func bytes(of shot: Shot) throws -> [UInt8] {
        let path = "\(folder)/picture.\(shot.isPNG ? "png" : "jpg")"
        try processor.draw(
            DrawRequest(
                svg: shot.scene,
                width: shot.width ?? (shot.isPNG ? 900 : 1600), path: path,
                orientation: shot.orientation, writesOrientation: !shot.isPNG,
                position: shot.position, isTransparent: shot.isInk))
        defer { try? LocalFiles.remove(path) }
        return try LocalFiles.read(path)
    }
}
