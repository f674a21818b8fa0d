import Foundation
import KeyedArchives
import NoteArchives
import NoteModel

/// The function that libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, count: Int) -> CInt {
    FuzzedArchive.read(UnsafeBufferPointer(start: bytes, count: count))
    return 0
}

/// Reads the inputs of libFuzzer in every way that the program does: `make fuzz`.
enum FuzzedArchive {
    /// A folder without photos, since only the bytes of the archive matter here.
    private static let folder: NotesFolder = {
        let path = FileManager.default.temporaryDirectory.path + "/notebinder-fuzz"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard let folder = try? NotesFolder(path) else { fatalError("cannot list \(path)") }
        return folder
    }()

    static func read(_ buffer: UnsafeBufferPointer<UInt8>) {
        let bytes = Array(buffer)
        let source = NotesFolder.SourceFile(name: "fuzz", path: "/dev/null")
        let outcome = SourceReader(folder: folder).outcome(of: ArchiveBytes(bytes), source)
        for note in outcome.notes { precondition(!note.title.isEmpty) }
        guard let archive = try? KeyedArchive(ArchiveBytes(bytes)) else { return }
        for number in 0..<min(archive.objectCount, 100) {
            let value = PropertyListValue.uid(number)
            _ = try? archive.textRuns(value)
            _ = try? archive.color(value)
            _ = try? archive.uuid(value)
        }
    }
}
