/// The templates and assets of this folder, embedded in the program.
package enum DefaultTemplates {
    /// The text of each template by its file name.
    package static let templates = texts { $0.hasSuffix(".html") && $0 != report }

    /// The bytes of each file of the site's `assets` folder by its name.
    package static let assets = bytes {
        !$0.hasSuffix(".html") && !ofBooks.contains($0)
    }

    /// The style sheets and the script of books by their names.
    package static let bookAssets = bytes(ofBooks.contains)

    /// The templates of pages that are not part of a notebook, by their file names. A folder of
    /// templates does not replace them.
    package static let reports = texts { $0 == report }

    private static let report = "difference.html"
    private static let ofBooks: Set = ["book.css", "epub.css", "pdf.css", "sealed.js"]

    private static func texts(_ isIncluded: (String) -> Bool) -> [String: String] {
        EmbeddedTexts.all.filter { isIncluded($0.key) }
    }

    private static func bytes(_ isIncluded: (String) -> Bool) -> [String: [UInt8]] {
        texts(isIncluded).mapValues { Array($0.utf8) }
    }
}
