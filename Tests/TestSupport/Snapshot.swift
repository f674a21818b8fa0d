import Foundation
import LocalFiles
package import Testing

/// Compares text with a reference beside the test. A missing reference is written, and the test
/// fails all the same; `NOTEBINDER_RECORD=1` writes all references again.
package func expectSnapshot(
    _ text: String, named name: String, beside file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        .appendingPathComponent("Snapshots").path
    let path = folder + "/" + name + ".txt"
    let isRecording = ProcessInfo.processInfo.environment["NOTEBINDER_RECORD"] != nil
    guard !isRecording, let reference = try? LocalFiles.read(path) else {
        try LocalFiles.makeFolder(folder)
        try LocalFiles.replace(path, bytes: Array(text.utf8))
        Issue.record("\(name) was written; read it, and run again", sourceLocation: sourceLocation)
        return
    }
    let expected = String(decoding: reference, as: UTF8.self)
    guard text != expected else { return }
    let (old, new) = (expected.split(separator: "\n"), text.split(separator: "\n"))
    let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
        """
        \(name) differs from its snapshot at line \((line?.offset ?? min(old.count, new.count)) + 1)
        expected: \(line?.element.0 ?? "(the end)")
        found:    \(line?.element.1 ?? "(the end)")
        """, sourceLocation: sourceLocation)
}

extension FolderContents {
    /// The tree as text: every path, and the content of text files. Assets are left out, since
    /// their names contain the hash of their content.
    package var drawing: String {
        names.map { name in
            let bytes = files[name]?.bytes ?? []
            let isText = ["html", "css", "md", "json", "ndjson", "svg"].contains {
                name.hasSuffix("." + $0)
            }
            let isShown = isText && !name.hasPrefix("assets/")
            let content = isShown ? String(decoding: bytes, as: UTF8.self) : "(not shown)\n"
            return "=== \(name)\n\(content)\n"
        }.joined()
    }
}
