import Foundation
import LocalFiles
import MediaProcessing
import NoteModel
import TestSupport
import Testing

/// Pages of PDF files, drawn by photo workers.
struct DocumentRenderingTests {
    private let folder = TemporaryFolder()

    private func stored(_ bytes: [UInt8]) throws -> StoredBytes {
        let path = folder.path + "/document.pdf"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return StoredBytes(file: path, range: 0..<bytes.count)
    }

    private func processor(seconds: Double = 60) -> MediaProcessor {
        MediaProcessor(
            cache: folder.path + "/cache", worker: Places.photoWorker, secondsPerRequest: seconds)
    }

    @Test func measuresAndDrawsPages() throws {
        let document = try stored(MadePDF.pages([(400, 300, "1 0 0"), (595, 842, "0 0 1")]))
        let sizes = try #require(DocumentMeter(worker: Places.photoWorker).pageSizes(of: document))
        #expect(sizes.map(\.width) == [400, 595] && sizes.map(\.height) == [300, 842])
        let processor = processor()
        let original = try processor.identify(document)
        guard case .picture(let file) = try processor.render(original, page: 2, side: 842) else {
            Issue.record("not drawn")
            return
        }
        let path = processor.file(of: file)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(PhotoKind(prefix: Array(bytes.prefix(100))) == .png)
        #expect(bytes[16..<24].map { Int($0) } == [0, 0, 2, 83, 0, 0, 3, 74])
        // The picture comes from the cache the second time.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        #expect(try processor.render(original, page: 2, side: 842) == .picture(file))
        let modified =
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(modified == Date(timeIntervalSince1970: 1e9))
        guard case .unreadable = try processor.render(original, page: 3, side: 842) else {
            Issue.record("there is no such page")
            return
        }
    }

    @Test func endsDocumentsThatTakeTooLong() throws {
        let processor = processor(seconds: 1)
        let bomb = try processor.identify(stored(MadePDF.bomb(depth: 12)))
        #expect(
            try processor.render(bomb, page: 1, side: 500)
                == .unreadable(
                    reason: "decoding it took more than 1 seconds of processor time",
                    endedWorker: true))
        // Another worker draws what follows.
        let sound = try processor.identify(stored(MadePDF.pages([(40, 30, "1 0 0")])))
        guard case .picture = try processor.render(sound, page: 1, side: 50) else {
            Issue.record("not drawn")
            return
        }
    }

    @Test func reportsDamagedDocuments() throws {
        let processor = processor()
        for bytes in [MadePDF.cycle, Array("%PDF-1.7".utf8), [UInt8](repeating: 7, count: 99)] {
            let document = try stored(bytes)
            #expect(DocumentMeter(worker: Places.photoWorker).pageSizes(of: document) == nil)
            guard
                case .unreadable(_, endedWorker: false) = try processor.render(
                    processor.identify(document), page: 1, side: 500)
            else {
                Issue.record("not reported")
                return
            }
        }
    }

    /// The loader of documents is blocked again once a document was drawn.
    @Test func decodesNoDocumentAsAPhoto() throws {
        let processor = processor()
        let document = try processor.identify(stored(MadePDF.pages([(40, 30, "1 0 0")])))
        guard case .picture = try processor.render(document, page: 1, side: 50) else {
            Issue.record("not drawn")
            return
        }
        let photo = try processor.prepare(
            document, as: .photo, turned: nil,
            recipes: [DerivativeRecipe(name: "small", maximumSide: 50, quality: 80)])
        #expect(photo.decoded == nil)
    }
}
