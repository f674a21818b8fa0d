/// The media types of files, such as `image/jpeg`, and the extensions of their names.
package enum MediaTypes {
    /// The extensions with their types. Of several extensions of a type, the first is the usual
    /// one, and so is the first of several types of an extension.
    private static let types: KeyValuePairs = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp", "heic": "image/heic", "avif": "image/avif", "tiff": "image/tiff",
        "bmp": "image/bmp", "svg": "image/svg+xml", "mp3": "audio/mpeg", "m4a": "audio/x-m4a",
        "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime", "pdf": "application/pdf",
        "txt": "text/plain", "md": "text/plain",
        // Other names of the types.
        "m4a": "audio/mp4", "m4a": "audio/aac", "wav": "audio/x-wav",
    ]

    /// Returns the type for an extension in lower case.
    package static func type(ofExtension ending: String) -> String {
        types.first { $0.key == ending }?.value ?? "application/octet-stream"
    }

    /// Returns the extension for a type.
    package static func fileExtension(of type: String) -> String {
        if let known = types.first(where: { $0.value == type }) { return known.key }
        // The names of most types are those of the extension.
        let name = type.split(separator: "/").last ?? ""
        let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber }
        return isPlain ? String(name) : "bin"
    }
}
