/// Where a file stands within a tree: parts joined by `/`, each a plain name.
package struct OutputPath: Hashable, Sendable {
    package let text: String

    /// - Parameter text: Parts that the program itself made, as `notes/a-walk.html`. Names of
    ///   archives become parts only through ``Slug``.
    package init(_ text: String) {
        precondition(
            text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { part in
                    !part.isEmpty && !part.elementsEqual(".".utf8)
                        && !part.elementsEqual("..".utf8) && !part.contains(0)
                }, "\(text) is no path within a tree")
        self.text = text
    }
}

extension OutputPath: Comparable {
    package static func < (left: OutputPath, right: OutputPath) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
