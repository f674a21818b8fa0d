import NoteModel

/// A place to which a site is uploaded, by a program that knows how.
package enum Destination: Sendable, Hashable {
    /// A folder of a store that rclone knows, as `remote:folder`.
    case store(String)
    /// A folder of a server that is reached with ssh; the port is nil for the usual one.
    case server(host: String, port: Int?, folder: String)
    /// A branch of a git repository.
    case branch(String, repository: String)

    /// The branch that is published if none is named, as GitHub Pages expect it.
    private static let defaultBranch = "gh-pages"

    /// - Parameter text: `rclone:REMOTE:FOLDER`, `ssh://[USER@]HOST[:PORT]/FOLDER` or
    ///   `git:REPOSITORY[#BRANCH]`.
    /// - Throws: ``UserError`` for any other text.
    package init(_ text: String) throws {
        if let found = text.wholeMatch(of: /rclone:([^:\-][^:]*:.*)/) {
            self = .store(String(found.1))
        } else if let found = text.wholeMatch(
            of: /ssh:\/\/((?:[A-Za-z0-9._][\w.\-]*@)?[A-Za-z0-9\[][\w.\-:\[\]]*?)(?::(\d+))?(\/.+)/)
        {
            let folder = found.3.hasSuffix("/") ? found.3.dropLast() : found.3
            guard !folder.isEmpty else { throw Self.unknown(text) }
            self = .server(
                host: String(found.1), port: found.2.flatMap { Int($0) }, folder: String(folder))
        } else if let found = text.wholeMatch(of: /git:([^#\-][^#]*)(?:#([^\-#][^#\s]*))?/) {
            self = .branch(
                found.2.map { String($0) } ?? Self.defaultBranch, repository: String(found.1))
        } else {
            throw Self.unknown(text)
        }
    }

    /// The text from which the destination was made.
    package var text: String {
        switch self {
        case .store(let remote): "rclone:" + remote
        case .server(let host, let port, let folder):
            "ssh://" + host + (port.map { ":\($0)" } ?? "") + folder
        case .branch(let name, let repository): "git:\(repository)#\(name)"
        }
    }

    /// The text for messages, without a password or token that an address may contain.
    package var description: String { Self.withoutPassword(text) }

    /// Returns a text in which an address of the web has no user, who may be a token, and none else a
    /// password.
    static func withoutPassword(_ text: String) -> String {
        text.replacing(/(https?:\/\/)[^\/\s]*@/) { "\($0.1)" }
            .replacing(/(\/\/[^\/:@]*):[^\/@]*@/) { "\($0.1)@" }
    }

    private static func unknown(_ text: String) -> UserError {
        UserError(
            "“\(text)” is not a destination.",
            "Write rclone:REMOTE:FOLDER for a store that rclone knows, ssh://USER@HOST/FOLDER for a server, or git:REPOSITORY#BRANCH for a branch.",
            exitStatus: 64)
    }
}
