import Diagnostics

/// The reason why a bag, or a file of it, cannot be read.
package enum BagError: UserFacingError, Hashable, Sendable {
    /// The file or folder cannot be read; the reason is that of the operating system.
    case unreadable(path: String, reason: String)
    /// The ZIP file cannot be read; the problem follows the path in a sentence.
    case zip(path: String, problem: String)
    /// The folder or ZIP file has no `bagit.txt`.
    case notABag(path: String)
    /// The version in `bagit.txt` is not one from 0.93 to 1.0; nil if there is none.
    case unknownVersion(path: String, version: String?)
    /// The manifests are in another encoding than UTF-8.
    case unknownEncoding(path: String, encoding: String)
    /// There is no manifest with a known algorithm.
    case noManifest(path: String)
    /// A manifest is not UTF-8.
    case manifestNotUTF8(name: String)
    /// A line of a manifest is not a checksum and a path. Lines are numbered from 1.
    case invalidLine(manifest: String, line: Int)
    /// A file that the bag lists is not in it.
    case missingFile(path: String)

    package var message: String {
        switch self {
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .zip(let path, let problem): "\(path) \(problem)."
        case .notABag(let path):
            "\(path) is neither a notebook, a site with SHA256SUMS nor a bag: it has no bagit.txt."
        case .unknownVersion(let path, let version):
            "\(path) says it is of BagIt \(version ?? "of no version"); 0.93 to 1.0 are known here."
        case .unknownEncoding(let path, let encoding):
            "\(path) has its manifests in “\(encoding)”; UTF-8 is read here."
        case .noManifest(let path): "\(path) has no manifest that could be checked."
        case .manifestNotUTF8(let name): "\(name) is not UTF-8."
        case .invalidLine(let manifest, let line):
            "\(manifest), line \(line), is not a check sum and the path of a file."
        case .missingFile(let path): "\(path) is missing."
        }
    }
}
