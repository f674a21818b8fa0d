import Foundation
import LocalFiles

/// The version of this program, as people see it and as the cache compares it.
package enum ProgramVersion {
    /// The version number, by Semantic Versioning 2.0.0, which `--version` prints.
    package static let text = "0.1.0"

    /// The version with the size and the modification time of the executable, which identifies this
    /// build of the program. Results of any other build are not reused.
    static let build: String = {
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        guard let status = try? LocalFiles.status(path) else { return text }
        return "\(text) \(status.size) \(status.modified)"
    }()
}
