import Foundation
import LocalFiles

/// Which program this is.
package enum ProgramVersion {
    /// By Semantic Versioning.
    package static let text = "0.1.0"

    /// Tells this build of the program from every other: what another one made is made anew.
    static let build: String = {
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        guard let status = try? LocalFiles.status(path) else { return text }
        return "\(text) \(status.size) \(status.modified)"
    }()
}
