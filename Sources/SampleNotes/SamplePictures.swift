import LocalFiles
import MediaProcessing
import PhotoMessages

/// The pictures of the sample notes: scenes drawn from the SVG text of this target, stored as
/// cameras store them.
struct SamplePictures {
    private let workshop: MediaProcessor
    /// Where the pictures are drawn.
    let folder: String

    /// A scene as it was taken.
    struct Shot {
        let scene: Scene
        /// How the camera was held (EXIF, 1 to 8).
        var orientation = 1
        var position: DrawRequest.Position?
        /// A picture without the orientation in it, as a PNG made by a telephone.
        var isPNG = false
        /// Whether it is ink on nothing.
        var isInk = false
        /// In pixels; nil for as many as such cameras have.
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

    /// - Parameter folder: Also for others who make files of the sample.
    init(workshop: MediaProcessor, folder: String) {
        self.workshop = workshop
        self.folder = folder
    }

    /// The bytes of a picture.
    func bytes(of shot: Shot) throws -> [UInt8] {
        let name = "\(shot.scene.rawValue)-\(shot.orientation).\(shot.isPNG ? "png" : "jpg")"
        let path = folder + "/" + name
        try workshop.draw(
            DrawRequest(
                svg: shot.scene.svg, width: shot.width ?? (shot.isPNG ? 900 : 1600), path: path,
                orientation: shot.orientation, writesOrientation: !shot.isPNG,
                position: shot.position, isTransparent: shot.isInk))
        defer { try? LocalFiles.remove(path) }
        return try LocalFiles.read(path)
    }
}
