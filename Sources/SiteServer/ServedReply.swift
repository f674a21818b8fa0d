/// What is answered to a request.
package struct ServedReply: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body

    package enum Body: Sendable {
        case bytes([UInt8])
        /// A part of a file that is too large to be held.
        case file(String, Range<Int>)
    }

    /// What is not read from a file while it is sent.
    package var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }

    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    static func text(_ status: Int, _ text: String) -> ServedReply {
        ServedReply(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array((text + "\n").utf8)))
    }

    static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 206: "Partial Content"
        case 304: "Not Modified"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 416: "Range Not Satisfiable"
        case 421: "Misdirected Request"
        default: "Error"
        }
    }

    /// Media types of the files that a site holds (IANA's registry), by the endings of their names.
    static func mediaType(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        switch name.split(separator: ".").last?.lowercased() {
        case "html": return "text/html; charset=utf-8"
        case "css": return "text/css; charset=utf-8"
        case "js": return "text/javascript; charset=utf-8"
        case "json": return "application/json"
        case "xml": return name == "feed.xml" ? "application/atom+xml" : "application/xml"
        case "txt", "md": return "text/plain; charset=utf-8"
        case "svg": return "image/svg+xml"
        case "jpg", "jpeg": return "image/jpeg"
        case "png": return "image/png"
        case "webp": return "image/webp"
        case "gif": return "image/gif"
        case "ico": return "image/x-icon"
        case "woff2": return "font/woff2"
        case "pdf": return "application/pdf"
        case "mp3": return "audio/mpeg"
        case "m4a": return "audio/mp4"
        case "wav": return "audio/wav"
        case "aiff": return "audio/aiff"
        case "caf": return "audio/x-caf"
        case "amr": return "audio/amr"
        case "mp4": return "video/mp4"
        case "mov": return "video/quicktime"
        default: return "application/octet-stream"
        }
    }
}
