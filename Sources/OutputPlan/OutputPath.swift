/// Where a file stands within a tree: parts joined by `/`, each a plain name.
package struct OutputPath: Hashable, Sendable {
    package let text: String

    /// - Parameter text: Parts that the program itself made, as `notes/a-walk.html`. Names of
    ///   archives become parts only through ``Slug``.
    package init(_ text: String) {
        precondition(Self.isPath(text), "\(text) is no path within a tree")
        self.text = text
    }

    /// The path of its folder, with a slash at its end; empty for that of the tree.
    package var folder: Substring {
        text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text[...$0] } ?? ""
    }

    private static func isPath(_ text: String) -> Bool {
        var (length, dots) = (0, 0)
        // No part is empty, `.` or `..`.
        var isName: Bool { length > 2 || length > dots }
        for byte in text.utf8 {
            switch byte {
            case 0: return false
            case UInt8(ascii: "/"):
                guard isName else { return false }
                (length, dots) = (0, 0)
            default:
                length += 1
                if byte == UInt8(ascii: ".") { dots += 1 }
            }
        }
        return isName
    }
}
