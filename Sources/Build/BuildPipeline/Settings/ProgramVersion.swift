import Foundation
import LocalFiles

/// The version of this program, as people see it and as the cache compares it.
package enum ProgramVersion {
    /// The version number, by Semantic Versioning 2.0.0, which `--version` prints.
    package static let text = "0.1.0"

    /// The version with the size and the modification time of the executable `notebinder`, which
    /// identifies this build of the program. Results of any other build are not reused.
    ///
    /// `notebinder-server` builds the same notebooks and is installed with it.
    static let build: String = {
        let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let program = LocalFiles.folder(of: LocalFiles.resolved(own) ?? own) + "/notebinder"
        let path = FileManager.default.isExecutableFile(atPath: program) ? program : own
        guard let status = try? LocalFiles.status(path) else { return text }
        return "\(text) \(status.size) \(status.modified)"
    }()
}
