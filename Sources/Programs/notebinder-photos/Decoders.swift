import NoteModel
import Platform

/// The formats that the installed libvips decodes, which depend on its build and plug-ins.
enum Decoders {
    /// Returns the decodable kinds of pictures, as raw values of `PhotoKind`.
    static func available() -> [String] {
        var kinds = [PhotoKind.jpeg, .png, .gif, .webp, .tiff].filter {
            $0.loader.map { Picture.libraryHas($0.operation) } ?? false
        }.map(\.rawValue)
        kinds.append(PhotoKind.bmp.rawValue)
        if Picture.libraryHas("svgload_buffer") { kinds.append(PhotoKind.svg.rawValue) }
        guard Picture.libraryHas("heifload_buffer") else { return kinds }
        // Both formats share one loader, but each needs its own codec.
        if decodes(smallHEIC) { kinds.append("heic") }
        if decodes(smallAVIF) { kinds.append("avif") }
        return kinds
    }

    private static func decodes(_ base64: String) -> Bool {
        guard let bytes = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) else {
            return false
        }
        return Picture.decodes(Array(bytes))
    }

    // Pictures of eight by eight black pixels, as written by libvips (`heifsave`, compressions hevc
    // and av1).

    private static let smallHEIC = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA
        AAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAAgACAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEA
        AAAAAAAAIwACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAV
        aW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAA
        AQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAA
        AwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAACAAAAAgAAAAQcGl4
        aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACtt
        ZGF0AAAAHygBrxkhKQ7uI/Nf/6MInBZCgKen5Mngmf4yl46HIJg=
        """

    private static let smallAVIF = """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA
        AAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAGAAAACNpaW5mAAAA
        AAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYx
        Q4EADAAAAAAUaXNwZQAAAAAAAAAIAAAACAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAA
        ACBtZGF0EgAKCBgIv2CBAQNCMgobAAAAQACwE16A
        """
}

extension PhotoKind {
    /// A loader of libvips for pictures in memory.
    struct Loader: Hashable {
        /// The name of the operation.
        let operation: String
        /// The name of the class that all forms of the loader derive from.
        let family: String
    }

    /// The loader of the kind; nil for kinds that this program converts to PNG first.
    var loader: Loader? {
        switch self {
        case .jpeg: Loader(operation: "jpegload_buffer", family: "VipsForeignLoadJpeg")
        case .png: Loader(operation: "pngload_buffer", family: "VipsForeignLoadPng")
        case .gif: Loader(operation: "gifload_buffer", family: "VipsForeignLoadNsgif")
        case .webp: Loader(operation: "webpload_buffer", family: "VipsForeignLoadWebp")
        case .tiff: Loader(operation: "tiffload_buffer", family: "VipsForeignLoadTiff")
        case .heic, .avif: Loader(operation: "heifload_buffer", family: "VipsForeignLoadHeif")
        case .svg, .bmp: nil
        }
    }
}
