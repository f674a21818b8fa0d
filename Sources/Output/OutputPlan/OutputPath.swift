/// The path of a file within an output tree: components joined by `/`.
///
/// No component is empty, `.` or `..`, so that a path never leaves its tree.
package struct OutputPath: Hashable, Sendable {
    package let text: String

    /// Creates a path; traps if the text is not a valid one.
    ///
    /// - Parameter text: A path made by the program, such as `notes/a-walk.html`. Names from
    ///   archives must pass through ``Slug`` first.
    package init(_ text: String) {
        precondition(Self.isPath(text), "\(text) is not a path within a tree")
        self.text = text
    }

    /// The path of the enclosing folder, with a trailing slash; empty for the root of the tree.
    package var folder: Substring {
        // Not `...`, which includes a character that combines with the slash.
        text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text[..<text.utf8.index(after: $0)] } ?? ""
    }

    /// The last component, the name of the file.
    package var name: String { String(text[folder.endIndex...]) }

    package static func isPath(_ text: String) -> Bool {
        var (length, dots) = (0, 0)
        // No component is empty, `.` or `..`.
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
