import LocalFiles
import NoteModel

/// The sizes of the pages of documents, which a program outside of this target measures.
final class DocumentSizes {
    private let measure: ReadingOptions.DocumentMeasuring?
    private var contents: [String: MediaContent] = [:]
    private var sizes: [StoredBytes: [PageSize]] = [:]
    /// The number of documents that could not be measured.
    private var failures = 0

    /// The number of such documents after which no more are measured: each may take until a time
    /// limit.
    private static let maximumFailures = 3

    /// True if a document could not be measured, which may succeed later.
    var isIncomplete: Bool { failures > 0 }

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
            let measured = failures < Self.maximumFailures ? measure?(stored) : nil
            if measured == nil { failures += 1 }
            pages = measured ?? []
            sizes[stored] = pages
        }
        return number <= pages.count ? pages[number - 1] : nil
    }
}
