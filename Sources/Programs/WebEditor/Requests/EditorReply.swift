import NoteModel
import SiteServer

extension ServedReply {
    /// Returns a reply of JSON.
    ///
    /// - Parameter version: The version of the note, for `ETag`; nil for none.
    static func json(_ value: JSONValue, status: Int = 200, version: String? = nil) -> ServedReply {
        var bytes: [UInt8] = []
        value.append(to: &bytes)
        let tag = version.map { [("ETag", "\"\($0)\"")] } ?? []
        return ServedReply(
            status: status,
            headers: [("Content-Type", "application/json; charset=utf-8")] + tag,
            body: .bytes(bytes))
    }

    /// Returns a reply that names a problem in a sentence.
    ///
    /// - Parameter present: The note as it is now, after a conflict.
    static func problem(
        _ sentence: String, status: Int, present: JSONValue = .null
    ) -> ServedReply {
        .json(.object([("problem", .string(sentence)), ("present", present)]), status: status)
    }

    /// Returns a file that browsers may show and never run.
    static func inert(file: String, size: Int, type: String) -> ServedReply {
        ServedReply(status: 200, headers: inertHeaders(type: type), body: .file(file, 0..<size))
    }

    /// The headers of a file that browsers may show or play and never run.
    static func inertHeaders(type: String) -> [(name: String, value: String)] {
        [("Content-Type", type), ("Content-Security-Policy", "sandbox")]
    }
}
