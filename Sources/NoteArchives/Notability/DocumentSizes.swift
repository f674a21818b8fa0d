import NoteModel

/// The sizes of the pages of documents, which a program outside of this target measures.
final class DocumentSizes {
    private let measure: ReadingOptions.DocumentMeasuring?
    private var contents: [String: MediaContent] = [:]
    private var sizes: [StoredBytes: [PageSize]] = [:]
    /// True if a document could not be measured, which may succeed later.
    private(set) var isIncomplete = false

    init(_ measure: ReadingOptions.DocumentMeasuring?) { self.measure = measure }

    /// Returns the content of a document in a package, which is unpacked once.
    func content(of name: String, in package: NotabilityPackage) -> MediaContent {
        if let known = contents[name] { return known }
        let content = package.content(of: name)
        contents[name] = content
        return content
    }

    /// Returns the size of a page of a document in points; nil if it is not known.
    ///
    /// - Parameter number: The number of the page, from 1.
    func size(ofPage number: Int, of document: MediaContent) -> PageSize? {
        guard let stored = document.stored else { return nil }
        let pages: [PageSize]
        if let known = sizes[stored] {
            pages = known
        } else {
            let measured = measure?(stored)
            if measured == nil { isIncomplete = true }
            pages = measured ?? []
            sizes[stored] = pages
        }
        return number <= pages.count ? pages[number - 1] : nil
    }
}
