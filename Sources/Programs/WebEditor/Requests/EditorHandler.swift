package import BuildPipeline
import LocalFiles
import NoteModel
import Platform
package import SiteServer
import Synchronization

/// Answers requests for the editor and, with a session, for the published site.
package final class EditorHandler: RequestHandler {
    private let access: AccessControl
    private let api: EditorAPI
    private let site: ServedFolder
    private let notebook: EditorNotebook

    /// The folder of the editor's own pages and scripts, which hold no notes.
    private static let folder = "/edit/"

    /// - Parameters:
    ///   - options: The options of the editor.
    ///   - access: Decides which requests are answered.
    ///   - current: Returns the present options of the builds that publish changes.
    /// - Throws: ``UserFacingError`` if the notes cannot be listed or a template cannot be used;
    ///   ``FileError`` if there is no place for uploads.
    package init(
        _ options: BuildOptions, access: AccessControl,
        current: @escaping @Sendable () throws -> BuildOptions
    ) throws {
        self.access = access
        site = ServedFolder(
            LocalFiles.absolute(options.output) + "/site", script: Self.folder + "link.js")
        notebook = try EditorNotebook(options)
        let builder = SiteBuilder(options.formats, options: current)
        api = try EditorAPI(options, notebook: notebook, builder: builder)
    }

    /// Builds the notebook, and again after every change of the notes. Called once; does not
    /// return.
    package func watch() {
        // The build for a change by the editor itself starts before the watch notices the change.
        notebook.watch { self.api.builder.build(revision: try? self.notebook.state().revision) }
    }

    /// Completes the exports of what was changed. Called before the program ends.
    package func finish() async { await api.builder.finish() }

    package func maximumBodyLength(of head: ServedRequest) -> Int? {
        guard access.refusal(of: head) == nil,
            let route = EditorRoute(method: head.method, path: head.path),
            route.action == .session
                || access.refusalWithoutSession(of: head, isActivity: true) == nil
        else { return nil }
        return route.action.maximumBodyLength
    }

    package func reply(
        to request: ServedRequest, isAbandoned: @escaping @Sendable () -> Bool
    ) async -> ServedReply {
        var reply = await unprotectedReply(to: request, isAbandoned: isAbandoned)
        let own = Set(reply.headers.map { $0.name.lowercased() })
        // A reply may have a policy of its own only because that is stricter: `sandbox`.
        reply.headers.removeAll {
            ["cache-control", "x-content-type-options", "cross-origin-resource-policy"].contains(
                $0.name.lowercased())
        }
        reply.headers += ServedReply.protection.filter {
            $0.name != "Content-Security-Policy" || !own.contains("content-security-policy")
        }
        reply.compress(for: request)
        if request.method == "HEAD" { reply.body = .omitted(length: reply.body.length) }
        return reply
    }

    private func unprotectedReply(
        to request: ServedRequest, isAbandoned: @escaping @Sendable () -> Bool
    ) async -> ServedReply {
        if let refusal = access.refusal(of: request) { return refusal }
        if request.path == Self.folder.dropLast() {
            return ServedReply(status: 308, headers: [("Location", Self.folder)], body: .bytes([]))
        }
        let route = EditorRoute(
            method: request.method == "HEAD" ? "GET" : request.method, path: request.path)
        if route?.action == .session { return request.bodyRefusal ?? openSession(request) }
        if ServedRequest.readingMethods.contains(request.method), route == nil,
            request.path.hasPrefix(Self.folder)
        {
            return EditorAssets.reply(
                to: String(request.path.dropFirst(Self.folder.count)),
                theme: api.media.previewer.themeFile)
        }
        // Open pages, including those of the site, keep asking for changes.
        let isActivity =
            route.map { $0.action != .state } ?? !request.path.hasPrefix(ServedFolder.ownPath)
        if let refusal = access.refusalWithoutSession(of: request, isActivity: isActivity) {
            return refusal
        }
        if let refusal = request.bodyRefusal { return refusal }
        if route?.action == .endSession {
            var reply = ServedReply.json(.null)
            reply.headers.append(("Set-Cookie", access.closeSession(of: request)))
            return reply
        }
        if isActivity { api.builder.use() }
        if let route { return await api.reply(to: request, route: route, isAbandoned: isAbandoned) }
        guard ServedRequest.readingMethods.contains(request.method) else {
            return .problem("There is nothing to change here.", status: 404)
        }
        if let file = api.media.previewFile(request.path) { return file }
        return await site.page(for: request, isAbandoned: isAbandoned)
    }

    private func openSession(_ request: ServedRequest) -> ServedReply {
        struct Login: Decodable { let token: String }
        guard case .bytes(let bytes) = request.body,
            let login = try? JSONDecoder().decode(Login.self, from: Data(bytes)),
            let cookie = access.openSession(with: login.token, port: request.port)
        else {
            return .problem(
                "This link was used before, or has expired. Press Enter where notebinder runs for another one.",
                status: 403)
        }
        var reply = ServedReply.json(.object([("isOpen", .bool(true))]))
        reply.headers.append(("Set-Cookie", cookie))
        return reply
    }
}
