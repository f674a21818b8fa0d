import Foundation

/// The properties of a picture as read by Pillow, which did not make it.
package struct ForeignPicture: Decodable {
    package let format: String
    package let width: Int
    package let height: Int
    package let frames: Int
    package let isTransparent: Bool
    /// The names of the metadata in the file.
    package let metadata: [String]
    /// The EXIF values by tag number.
    package let exif: [String: String]
    /// The size of the colour profile in bytes.
    package let profile: Int
    /// The names of the colours of the corners: upper left, upper right, lower left, lower right.
    package let corners: [String]
    /// The colour of each corner as red, green and blue.
    package let exactCorners: [[Int]]

    /// Reads a file; needs the Python of `make test`.
    package init(_ path: String) throws {
        let script = Places.package + "/Tests/TestSupport/read-pictures.py"
        let run = try FinishedProgram(Places.python ?? "python3", arguments: [script, path])
        guard run.status == 0 else { throw Unreadable(errors: run.errors) }
        self = try JSONDecoder().decode(Self.self, from: Data(run.output.utf8))
    }

    private struct Unreadable: Error {
        let errors: String
    }
}
