import LocalFiles
import NoteModel

/// The files beside an Apple Notes store: media, previews, and the pictures and documents that the
/// app made of drawings and scans.
///
/// Since iOS 17 a file is in a folder of its generation; notes from before keep their places, and
/// old local accounts have theirs outside of the folder of accounts.
package struct AppleNotesFiles {
    /// The names of the folders beside a store, by which its container is recognised.
    package static let folders = [
        "Accounts", "FallbackImages", "FallbackPDFs", "Media", "Previews",
    ]

    /// Returns true for the name of a file that the app keeps beside its store, without notes.
    static func isOwn(_ name: String) -> Bool {
        name.hasPrefix("NotesIndexerState") || name.hasPrefix("com.apple.notes.")
    }

    /// The absolute path of the folder of the store, with links resolved.
    private let root: String

    init(ofStoreAt path: String) {
        root = LocalFiles.folder(of: LocalFiles.resolved(path) ?? path)
    }

    /// True if any of the folders for files is beside the store.
    var arePresent: Bool {
        Self.folders.contains { (try? LocalFiles.status("\(root)/\($0)"))??.isFolder == true }
    }

    func medium(_ row: AppleNotesRow, account: String?) -> StoredBytes? {
        let folders = [[row.identifier, row.text(.generation)], [row.identifier]]
        let name = row.text(.fileName) ?? row.identifier
        return file(in: "Media", account: account, paths: folders.map { $0 + [name] })
            // Accents may be composed otherwise than in the store, which knows no name at times.
            ?? file(in: "Media", account: account, paths: folders, areFolders: true)
    }

    func preview(_ row: AppleNotesRow, account: String?) -> StoredBytes? {
        let (identifier, generation) = (row.identifier, row.text(.generation))
        return file(
            in: "Previews", account: account,
            paths: ["Preview", "OrientedPreview"].flatMap { name in
                Self.pictures.map { [identifier, generation, "\(name).\($0)"] }
            }
                + ["", "-oriented"].flatMap { ending in
                    Self.pictures.map { ["\(identifier)\(ending).\($0)"] }
                })
    }

    /// Returns the picture of a drawing.
    func drawing(_ row: AppleNotesRow, account: String?) -> StoredBytes? {
        file(
            in: "FallbackImages", account: account,
            paths: Self.pictures.flatMap {
                [
                    [row.identifier, row.text(.imageGeneration), "FallbackImage.\($0)"],
                    ["\(row.identifier).\($0)"],
                ]
            })
    }

    /// Returns the document of a scan.
    func document(_ row: AppleNotesRow, account: String?) -> StoredBytes? {
        file(
            in: "FallbackPDFs", account: account,
            paths: [
                [row.identifier, row.text(.documentGeneration), "FallbackPDF.pdf"],
                ["\(row.identifier).pdf"],
            ])
    }

    private static let pictures = ["png", "jpeg", "jpg"]

    /// Returns the first file that exists.
    ///
    /// - Parameters:
    ///   - paths: The components of paths, of which those with an unknown one are left out.
    ///   - areFolders: True for the paths of folders, each of which stands for the only file in it.
    private func file(
        in folder: String, account: String?, paths: [[String?]], areFolders: Bool = false
    ) -> StoredBytes? {
        for start in [account.map { ["Accounts", $0] }, []].compactMap(\.self) {
            for path in paths {
                let components = start + [folder] + path.compactMap(\.self)
                guard !path.contains(nil), components.allSatisfy(Self.isName) else { continue }
                var file = root + "/" + components.joined(separator: "/")
                if areFolders {
                    guard let name = LocalFiles.names(of: file, upTo: 1)?.first else { continue }
                    file += "/" + name
                }
                // A link could lead outside.
                guard let status = try? LocalFiles.status(file, followingLinks: false),
                    status.isFile, LocalFiles.resolved(file) == file
                else { continue }
                return StoredBytes(file: file, range: 0..<status.size)
            }
        }
        return nil
    }

    /// True for a single component of a path; a store may contain anything in its place.
    private static func isName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
