import LocalFiles

/// The programs to which this one delegates a part of its work.
package enum HelperPrograms {
    /// Returns the path of a program in the folder of this executable, with symbolic links
    /// resolved.
    package static func path(_ name: String) -> String {
        LocalFiles.folder(of: LocalFiles.executable) + "/" + name
    }

    /// The argument with which this program is a server, beside that process which commands run in.
    package static let serverArgument = "server-process"

    /// The path of the program that makes the site's pictures from photos.
    package static var photoWorker: String { path("notebinder-photos") }
}
