import LocalFiles

/// The reply to a request: status, headers and body. The connection adds `Content-Length` and
/// `Connection`.
package struct ServedReply: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int, headers: [(name: String, value: String)], body: Body) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    package enum Body: Sendable {
        case bytes([UInt8])
        /// A part of a file that is read while it is sent: the path, and the range of bytes.
        case file(String, Range<Int>)
        /// A body of which only the length in bytes is sent, in reply to `HEAD`.
        case omitted(length: Int)

        /// The value of `Content-Length`: the number of bytes of the body, whether they are sent or
        /// not.
        package var length: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let range): range.count
            case .omitted(let length): length
            }
        }
    }

    /// The body if it is held in memory; empty for a file and for an omitted body.
    package var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }

    /// Returns the value of the first header with a name, which is case-sensitive; nil if there is
    /// none.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// Returns a reply with one line of plain text, and adds the line feed.
    package static func text(_ status: Int, text: String) -> ServedReply {
        ServedReply(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array((text + "\n").utf8)))
    }

    /// The largest body in bytes that is held in memory; larger parts of files are read while they
    /// are sent.
    private static let maximumBufferedBytes = 256 << 10

    /// Returns the bytes of a file, or the requested part of them.
    ///
    /// - Parameters:
    ///   - range: The bytes of the file that the reply is about.
    ///   - wanted: The value of the header `Range`; nil if there is none.
    /// - Throws: ``FileError`` if the file cannot be read.
    package static func part(
        of file: String, range: Range<Int>, wanted: String?,
        headers: [(name: String, value: String)]
    ) throws -> ServedReply {
        var reply = ServedReply(
            status: 200, headers: headers + [("Accept-Ranges", "bytes")], body: .bytes([]))
        let size = range.count
        var part = range
        switch wanted.flatMap({ ByteRange($0, of: size) }) {
        case .part(let bytes)?:
            part = bytes.lowerBound + range.lowerBound..<bytes.upperBound + range.lowerBound
            reply.status = 206
            reply.headers.append(
                ("Content-Range", "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(size)"))
        case .unsatisfiable?:
            reply.status = 416
            reply.headers.append(("Content-Range", "bytes */\(size)"))
            return reply
        case nil: break
        }
        guard part.count <= maximumBufferedBytes else {
            reply.body = .file(file, part)
            return reply
        }
        let opened = try OpenFile(file)
        reply.body = .bytes(try LocalFiles.read(opened, count: part.count, at: part.lowerBound))
        return reply
    }

    /// Returns the reply to a request whose method is not allowed: 405 with a list of the allowed
    /// ones.
    static func methodNotAllowed(but methods: [String]) -> ServedReply {
        let names = methods.joined(separator: ", ")
        var reply = text(405, text: "Only these methods are allowed: \(names)")
        reply.headers.append(("Allow", names))
        return reply
    }

    /// Returns the reply to a request for a file that cannot be read.
    ///
    /// A shortage, such as of file descriptors, is temporary and must not look like a missing page.
    static func unreadable(_ error: any Error) -> ServedReply {
        let failure = error as? FileError
        return failure?.isMissing == true || failure?.isDenied == true
            ? text(404, text: "Not found")
            : text(503, text: "The file cannot be read: \(failure?.reason ?? "\(error)")")
    }

    /// Returns the media type (IANA's registry) of a file of a site, by the extension of its name;
    /// `application/octet-stream` for an unknown one.
    package static func mediaType(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard name != "feed.xml" else { return "application/atom+xml" }
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        let type = mediaTypes[ending] ?? "application/octet-stream"
        return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
    }

    private static let mediaTypes = [
        "html": "text/html", "css": "text/css", "js": "text/javascript", "txt": "text/plain",
        "md": "text/plain", "json": "application/json", "xml": "application/xml",
        "pdf": "application/pdf", "woff2": "font/woff2",
        "svg": "image/svg+xml", "webmanifest": "application/manifest+json", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "png": "image/png",
        "webp": "image/webp", "gif": "image/gif", "ico": "image/x-icon",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "aiff": "audio/aiff",
        "caf": "audio/x-caf", "amr": "audio/amr", "mp4": "video/mp4", "mov": "video/quicktime",
    ]
}
