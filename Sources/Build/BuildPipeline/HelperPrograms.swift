import LocalFiles
import Platform

/// The programs to which this one delegates a part of its work.
package enum HelperPrograms {
    /// Returns the path of a program beside this executable, or in the folder `libexec` beside that
    /// of this executable, as it is installed.
    package static func path(_ name: String) -> String {
        let folder = LocalFiles.folder(of: LocalFiles.executable)
        let installed = LocalFiles.folder(of: folder) + "/libexec/" + name
        let own = folder + "/" + name
        return access(own, X_OK) != 0 && access(installed, X_OK) == 0 ? installed : own
    }

    /// The first argument of a process of this program that is a server.
    package static let serverArgument = "server-process"

    /// The path of the program that makes the site's pictures from photos.
    package static var photoWorker: String { path("notebinder-photos") }
}
