import LocalFiles
import MediaProcessing
import NoteModel

/// The pictures of the sample notes: scenes rendered from the SVG files of this target, and stored
/// as cameras store them.
struct SamplePictures {
    private let processor: MediaProcessor
    /// The folder in which the pictures are rendered.
    let folder: String

    /// A scene, and how it was photographed.
    struct Shot {
        let scene: Scene
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

    enum Scene: String {
        case lake, harbour, cypresses, tart, train, market, desk, cat, shelf

        var svg: String {
            let bytes =
                switch self {
                case .lake: PackageResources.lake_svg
                case .harbour: PackageResources.harbour_svg
                case .cypresses: PackageResources.cypresses_svg
                case .tart: PackageResources.tart_svg
                case .train: PackageResources.train_svg
                case .market: PackageResources.market_svg
                case .desk: PackageResources.desk_svg
                case .cat: PackageResources.cat_svg
                case .shelf: PackageResources.shelf_svg
                }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// - Parameter folder: The folder to render in, which other parts of the sample may use as
    ///   well.
    init(processor: MediaProcessor, folder: String) {
        (self.processor, self.folder) = (processor, folder)
    }

    /// Renders a picture and returns the bytes of the file.
    func bytes(of shot: Shot) throws -> [UInt8] {
        let name = "\(shot.scene.rawValue)-\(shot.orientation).\(shot.isPNG ? "png" : "jpg")"
        let path = folder + "/" + name
        try processor.draw(
            DrawRequest(
                svg: shot.scene.svg, width: shot.width ?? (shot.isPNG ? 900 : 1600), path: path,
                orientation: shot.orientation, writesOrientation: !shot.isPNG,
                position: shot.position, isTransparent: shot.isInk))
        defer { try? LocalFiles.remove(path) }
        return try LocalFiles.read(path)
    }
}
