import Foundation
import NoteModel

/// What the libvips of this machine decodes: builds and their plug-ins differ.
enum Decoders {
    /// Kinds of pictures, by the names of their files' extensions.
    static func available() -> [String] {
        var kinds = [PhotoKind.jpeg, .png, .gif, .webp, .tiff].filter {
            $0.loader.map { Picture.libraryHas($0.operation) } ?? false
        }.map(\.rawValue)
        guard Picture.libraryHas("heifload_buffer") else { return kinds }
        // One loader for both; each needs a decoder of its own behind it.
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

    // Eight by eight black pixels each, as libvips writes them (`heifsave`, compressions hevc and
    // av1).

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

    /// The loader of the kind; nil for drawings in vectors, which are never decoded.
    var loader: Loader? {
        switch self {
        case .jpeg: Loader(operation: "jpegload_buffer", family: "VipsForeignLoadJpeg")
        case .png: Loader(operation: "pngload_buffer", family: "VipsForeignLoadPng")
        case .gif: Loader(operation: "gifload_buffer", family: "VipsForeignLoadNsgif")
        case .webp: Loader(operation: "webpload_buffer", family: "VipsForeignLoadWebp")
        case .tiff: Loader(operation: "tiffload_buffer", family: "VipsForeignLoadTiff")
        case .heic, .avif: Loader(operation: "heifload_buffer", family: "VipsForeignLoadHeif")
        case .svg: nil
        }
    }
}
