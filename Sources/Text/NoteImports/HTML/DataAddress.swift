import NoteModel
import Platform

/// A file within its own address (RFC 2397), such as `data:image/png;base64,iVBORw0…`.
struct DataAddress {
    let mediaType: String
    let bytes: [UInt8]

    /// Reads an address; nil for one of another kind, or with data that is damaged.
    init?(_ address: String) {
        guard address.prefix(5).lowercased() == "data:",
            let comma = address.firstIndex(of: ",")
        else { return nil }
        let head = address[..<comma].dropFirst(5).lowercased().split(
            separator: ";", omittingEmptySubsequences: false)
        mediaType = head.first.map { String($0) } ?? ""
        let content = String(address[address.index(after: comma)...])
        let text = content.percentDecoded ?? content
        guard
            head.dropFirst().contains(where: { $0.trimmed == "base64" }
            )
        else {
            bytes = Array(text.utf8)
            return
        }
        // Some programs leave out the equals signs, and others break lines.
        var digits = text.filter { !$0.isWhitespace && $0 != "=" }
        while digits.utf8.count % 4 != 0 { digits += "=" }
        guard let data = Data(base64Encoded: digits), !data.isEmpty else { return nil }
        bytes = Array(data)
    }
}
