import Foundation

/// What Pillow, another library than the one that made it, reads in a picture.
package struct ForeignPicture: Decodable {
    package let format: String
    package let width: Int
    package let height: Int
    package let frames: Int
    package let isTransparent: Bool
    /// Names of what the file carries beside its pixels.
    package let metadata: [String]
    /// By the tag's number.
    package let exif: [String: String]
    /// Size of the colour profile in bytes.
    package let profile: Int
    /// Upper left, upper right, lower left, lower right.
    package let corners: [String]
    /// The same as red, green and blue.
    package let exactCorners: [[Int]]

    /// Reads a file; needs the Python of `make test`.
    package init(_ path: String) throws {
        let script = Places.package + "/Tests/TestSupport/read-pictures.py"
        let run = try FinishedProgram(Places.python ?? "python3", [script, path])
        guard run.status == 0 else { throw Unreadable(errors: run.errors) }
        self = try JSONDecoder().decode(Self.self, from: Data(run.output.utf8))
    }

    private struct Unreadable: Error {
        let errors: String
    }
}
