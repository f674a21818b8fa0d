/// The form of a property list, detected by its first bytes; the name of the file does not matter.
package enum PropertyListForm: Hashable, Sendable {
    case binary
    /// An undocumented binary form: `bplist`, followed by a version of two bytes other than `00`.
    case undocumentedBinary(version: String)
    case xml

    /// Detects the form of a property list; nil for any other kind of file.
    ///
    /// - Parameter prefix: The first bytes of the file; 64 are enough, unless more white space
    ///   precedes the XML declaration.
    package init?(prefix: [UInt8]) {
        if prefix.starts(with: "bplist".utf8) {
            let version = String(decoding: prefix.dropFirst(6).prefix(2), as: UTF8.self)
            self =
                version == "00" || prefix.count < 8
                ? .binary : .undocumentedBinary(version: version)
            return
        }
        var text = prefix[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard
            ["<?xml", "<!DOCTYPE plist", "<plist"].contains(where: { text.starts(with: $0.utf8) })
        else { return nil }
        self = .xml
    }
}
